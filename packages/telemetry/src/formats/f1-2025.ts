import { ids } from '../ids/ids-2025.ts'
import { array, f32, f64, packet, struct, text, u32, u8 } from '../layout/field.ts'
import * as before from './f1-2024.ts'
import { formatTable } from './format-table.ts'
import { header29 as header } from './headers.ts'

const cars = 22

const liveryColour = struct({ red: u8, green: u8, blue: u8 })

export const participantFields = {
  ...before.participantFields,
  name: text(32),
  numColours: u8,
  liveryColours: array(4, liveryColour),
}

const participants = packet(header, 4, {
  numActiveCars: u8,
  cars: array(cars, struct(participantFields)),
})

export const classifiedCar = struct({
  position: u8,
  numLaps: u8,
  gridPosition: u8,
  points: u8,
  numPitStops: u8,
  resultStatus: u8,
  /** It is unreliable, so that the result status decides. */
  resultReason: u8,
  bestLapTimeMs: u32,
  totalRaceTimeSeconds: f64,
  penaltiesTimeSeconds: u8,
  numPenalties: u8,
  numTyreStints: u8,
  tyreStintsActual: array(8, u8),
  tyreStintsVisual: array(8, u8),
  tyreStintsEndLaps: array(8, u8),
})

const finalClassification = packet(header, 8, { numCars: u8, cars: array(cars, classifiedCar) })

export const lobbyPlayerFields = { ...before.lobbyPlayerFields, name: text(32) }

const lobbyInfo = packet(header, 9, {
  numPlayers: u8,
  players: array(cars, struct(lobbyPlayerFields)),
})

export const damageCar = struct({
  tyresWear: array(4, f32),
  tyresDamage: array(4, u8),
  brakesDamage: array(4, u8),
  tyreBlisters: array(4, u8),
  frontLeftWingDamage: u8,
  frontRightWingDamage: u8,
  rearWingDamage: u8,
  floorDamage: u8,
  diffuserDamage: u8,
  sidepodDamage: u8,
  drsFault: u8,
  ersFault: u8,
  gearBoxDamage: u8,
  engineDamage: u8,
  engineMguhWear: u8,
  engineEsWear: u8,
  engineCeWear: u8,
  engineIceWear: u8,
  engineMgukWear: u8,
  engineTcWear: u8,
  engineBlown: u8,
  engineSeized: u8,
})

const carDamage = packet(header, 10, { cars: array(cars, damageCar) })

const motionEx = packet(header, 13, {
  ...before.motionExFields,
  chassisPitch: f32,
  wheelCamber: array(4, f32),
  wheelCamberGain: array(4, f32),
})

export const lapPositionsFields = {
  numLaps: u8,
  /** Laps count from 0 here. */
  lapStart: u8,
  /** Positions are listed by lap, then by car; 0 has no record. */
  positions: array(50, array(cars, u8)),
}

const lapPositions = packet(header, 15, lapPositionsFields)

export const f1_2025 = formatTable({
  ...ids,
  format: 2025,
  header,
  packetIdAt: 6,
  packets: {
    ...before.f1_2024.packets,
    participants,
    finalClassification,
    lobbyInfo,
    carDamage,
    motionEx,
    lapPositions,
  },
  event: {
    ...before.f1_2024.event,
    codes: {
      ...before.f1_2024.event.codes,
      RTMT: struct({ vehicleIdx: u8, reason: u8 }),
      DRSD: struct({ reason: u8 }),
      SGSV: struct({ vehicleIdx: u8, stopTimeSeconds: f32 }),
    },
  },
})
