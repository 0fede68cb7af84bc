import { type Field, type Fields, f32, i8, packet, u16, u32, u8 } from '../layout/field.ts'

/**
 * A frame says this about the player's own car. The thinner makes the packet for frames without their
 * packets; no game sends it. The fields of each part have the same types in every year.
 */
export const playerCarParts = {
  lapData: {
    lastLapTimeMs: u32,
    currentLapTimeMs: u32,
    lapDistance: f32,
    currentLapNum: u8,
    pitStatus: u8,
    driverStatus: u8,
    resultStatus: u8,
  },
  carTelemetry: {
    speedKmh: u16,
    throttle: f32,
    steer: f32,
    brake: f32,
    gear: i8,
    engineRpm: u16,
    drs: u8,
  },
  motion: { worldPositionX: f32, worldPositionZ: f32 },
  carStatus: { fuelCapacity: f32, ersStoreEnergy: f32, ersDeployMode: u8 },
} as const satisfies Record<string, Fields>

export type PlayerCarPart = keyof typeof playerCarParts

/** The parts follow each other in this order; `parts` has a bit for each. */
export const PLAYER_CAR_PARTS = ['lapData', 'carTelemetry', 'motion', 'carStatus'] as const

const PACKET_ID = 200

/** Returns the table of the packet with the header of a year. */
export function playerCarPacket(header: Field<unknown>) {
  const { lapData, carTelemetry, motion, carStatus } = playerCarParts
  return packet(header, PACKET_ID, {
    carIdx: u8,
    /** Each bit says whether a part was received, by the places of `PLAYER_CAR_PARTS`. */
    parts: u8,
    ...lapData,
    ...carTelemetry,
    ...motion,
    ...carStatus,
  })
}
