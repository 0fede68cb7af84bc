import { ids } from '../ids/ids-2023.ts'
import {
  array,
  f32,
  i16,
  packet,
  splitMs,
  struct,
  text,
  u16,
  u32,
  u8,
  withHeader,
} from '../layout/field.ts'
import * as before from './f1-2022.ts'
import { formatTable } from './format-table.ts'
import { playerCarPacket } from './player-car.ts'
import { senderPacket } from './sender.ts'
import { header29 as header } from './headers.ts'

const cars = 22

const motion = packet(header, 0, { cars: array(cars, struct(before.motionCarFields)) })

export const sessionFields = {
  ...before.sessionFields,
  speedUnitsLeadPlayer: u8,
  temperatureUnitsLeadPlayer: u8,
  speedUnitsSecondaryPlayer: u8,
  temperatureUnitsSecondaryPlayer: u8,
  numSafetyCarPeriods: u8,
  numVirtualSafetyCarPeriods: u8,
  numRedFlagPeriods: u8,
}

const session = packet(header, 1, sessionFields)

export const lapCarFields = {
  ...before.lapCarFields,
  sector1TimeMs: splitMs,
  sector2TimeMs: splitMs,
  /** Gaps have 16 bits and wrap at 65.535 s. */
  deltaToCarInFrontMs: u16,
  deltaToRaceLeaderMs: u16,
  cornerCuttingWarnings: u8,
}

const lapData = packet(header, 2, {
  cars: array(cars, struct(lapCarFields)),
  timeTrialPbCarIdx: u8,
  timeTrialRivalCarIdx: u8,
})

const participant = struct({
  ...before.participantFields,
  showOnlineNames: u8,
  platform: u8,
})

const participants = packet(header, 4, { numActiveCars: u8, cars: array(cars, participant) })

const statusCarFields = {
  ...before.statusCarFields,
  /** The unit is watts. */
  enginePowerIce: f32,
  enginePowerMguk: f32,
}

const carStatus = packet(header, 7, { cars: array(cars, struct(statusCarFields)) })

const lobbyPlayer = struct({
  aiControlled: u8,
  teamId: u8,
  nationality: u8,
  platform: u8,
  name: text(48),
  carNumber: u8,
  readyStatus: u8,
})

const lobbyInfo = packet(header, 9, { numPlayers: u8, players: array(cars, lobbyPlayer) })

const sessionHistory = packet(header, 11, {
  ...before.sessionHistoryFields,
  laps: array(
    100,
    struct({
      lapTimeMs: u32,
      sector1TimeMs: splitMs,
      sector2TimeMs: splitMs,
      sector3TimeMs: splitMs,
      lapValidBitFlags: u8,
    }),
  ),
})

const tyreSets = packet(header, 12, {
  carIdx: u8,
  /** There are 13 dry sets and 7 wet ones. */
  sets: array(
    20,
    struct({
      actualTyreCompound: u8,
      visualTyreCompound: u8,
      wear: u8,
      available: u8,
      recommendedSession: u8,
      lifeSpan: u8,
      usableLife: u8,
      lapDeltaTimeMs: i16,
      fitted: u8,
    }),
  ),
  fittedIdx: u8,
})

export const motionExFields = {
  suspensionPosition: array(4, f32),
  suspensionVelocity: array(4, f32),
  suspensionAcceleration: array(4, f32),
  wheelSpeed: array(4, f32),
  wheelSlipRatio: array(4, f32),
  wheelSlipAngle: array(4, f32),
  wheelLatForce: array(4, f32),
  wheelLongForce: array(4, f32),
  heightOfCogAboveGround: f32,
  localVelocityX: f32,
  localVelocityY: f32,
  localVelocityZ: f32,
  angularVelocityX: f32,
  angularVelocityY: f32,
  angularVelocityZ: f32,
  angularAccelerationX: f32,
  angularAccelerationY: f32,
  angularAccelerationZ: f32,
  /** The unit is radians. */
  frontWheelsAngle: f32,
  wheelVertForce: array(4, f32),
}

const motionEx = packet(header, 13, motionExFields)

export const f1_2023 = formatTable({
  ...ids,
  format: 2023,
  header,
  packetIdAt: 6,
  packets: {
    playerCar: playerCarPacket(header),
    sender: senderPacket(header),
    motion,
    session,
    lapData,
    participants,
    carSetups: withHeader(header, before.f1_2022.packets.carSetups),
    carTelemetry: withHeader(header, before.f1_2022.packets.carTelemetry),
    carStatus,
    finalClassification: withHeader(header, before.f1_2022.packets.finalClassification),
    lobbyInfo,
    carDamage: withHeader(header, before.f1_2022.packets.carDamage),
    sessionHistory,
    tyreSets,
    motionEx,
  },
  event: {
    ...before.f1_2022.event,
    codes: {
      ...before.f1_2022.event.codes,
      RDFL: struct({}),
      OVTK: struct({ overtakingVehicleIdx: u8, beingOvertakenVehicleIdx: u8 }),
    },
  },
})
