import { ids } from '../ids/ids-2024.ts'
import { array, f32, packet, splitMs, struct, text, u16, u32, u8 } from '../layout/field.ts'
import { participantFields as participant2022, weatherForecastSample } from './f1-2022.ts'
import * as before from './f1-2023.ts'
import { formatTable } from './format-table.ts'
import { header29 as header } from './headers.ts'

const cars = 22

export const sessionFields = {
  ...before.sessionFields,
  weatherForecastSamples: array(64, weatherForecastSample),
  equalCarPerformance: u8,
  recoveryMode: u8,
  flashbackLimit: u8,
  surfaceType: u8,
  lowFuelMode: u8,
  raceStarts: u8,
  tyreTemperature: u8,
  pitLaneTyreSim: u8,
  carDamage: u8,
  carDamageRate: u8,
  collisions: u8,
  collisionsOffForFirstLapOnly: u8,
  mpUnsafePitRelease: u8,
  mpOffForGriefing: u8,
  cornerCuttingStringency: u8,
  parcFermeRules: u8,
  pitStopExperience: u8,
  safetyCar: u8,
  safetyCarExperience: u8,
  formationLap: u8,
  formationLapExperience: u8,
  redFlags: u8,
  affectsLicenceLevelSolo: u8,
  affectsLicenceLevelMp: u8,
  numSessionsInWeekend: u8,
  /** It has the types of the sessions in their order. */
  weekendStructure: array(12, u8),
  /** The unit is metres. */
  sector2LapDistanceStart: f32,
  sector3LapDistanceStart: f32,
}

const session = packet(header, 1, sessionFields)

export const lapCar = struct({
  ...before.lapCarFields,
  deltaToCarInFrontMs: splitMs,
  deltaToRaceLeaderMs: splitMs,
  speedTrapFastestSpeedKmh: f32,
  /** The value 255 is not set. */
  speedTrapFastestLap: u8,
})

const lapData = packet(header, 2, {
  cars: array(cars, lapCar),
  timeTrialPbCarIdx: u8,
  timeTrialRivalCarIdx: u8,
})

export const participantFields = {
  ...participant2022,
  showOnlineNames: u8,
  techLevel: u16,
  platform: u8,
}

const participants = packet(header, 4, {
  numActiveCars: u8,
  cars: array(cars, struct(participantFields)),
})

export const setupCar = struct({
  frontWing: u8,
  rearWing: u8,
  onThrottle: u8,
  offThrottle: u8,
  frontCamber: f32,
  rearCamber: f32,
  frontToe: f32,
  rearToe: f32,
  frontSuspension: u8,
  rearSuspension: u8,
  frontAntiRollBar: u8,
  rearAntiRollBar: u8,
  frontSuspensionHeight: u8,
  rearSuspensionHeight: u8,
  brakePressure: u8,
  brakeBias: u8,
  engineBraking: u8,
  rearLeftTyrePressure: f32,
  rearRightTyrePressure: f32,
  frontLeftTyrePressure: f32,
  frontRightTyrePressure: f32,
  ballast: u8,
  fuelLoad: f32,
})

const carSetups = packet(header, 5, {
  cars: array(cars, setupCar),
  nextFrontWingValue: f32,
})

export const lobbyPlayerFields = {
  aiControlled: u8,
  teamId: u8,
  nationality: u8,
  platform: u8,
  name: text(48),
  carNumber: u8,
  yourTelemetry: u8,
  showOnlineNames: u8,
  techLevel: u16,
  readyStatus: u8,
}

const lobbyInfo = packet(header, 9, {
  numPlayers: u8,
  players: array(cars, struct(lobbyPlayerFields)),
})

export const motionExFields = {
  ...before.motionExFields,
  frontAeroHeight: f32,
  rearAeroHeight: f32,
  frontRollAngle: f32,
  rearRollAngle: f32,
  chassisYaw: f32,
}

const motionEx = packet(header, 13, motionExFields)

export const timeTrialFields = {
  carIdx: u8,
  teamId: u8,
  lapTimeMs: u32,
  sector1TimeMs: u32,
  sector2TimeMs: u32,
  sector3TimeMs: u32,
  tractionControl: u8,
  gearboxAssist: u8,
  antiLockBrakes: u8,
  equalCarPerformance: u8,
  customSetup: u8,
  valid: u8,
}

const timeTrialDataSet = struct(timeTrialFields)

const timeTrial = packet(header, 14, {
  playerSessionBest: timeTrialDataSet,
  personalBest: timeTrialDataSet,
  rival: timeTrialDataSet,
})

export const f1_2024 = formatTable({
  ...ids,
  format: 2024,
  header,
  packetIdAt: 6,
  packets: {
    ...before.f1_2023.packets,
    session,
    lapData,
    participants,
    carSetups,
    lobbyInfo,
    motionEx,
    timeTrial,
  },
  event: {
    ...before.f1_2023.event,
    codes: {
      ...before.f1_2023.event.codes,
      SCAR: struct({ safetyCarType: u8, eventType: u8 }),
      COLL: struct({ vehicle1Idx: u8, vehicle2Idx: u8 }),
    },
  },
})
