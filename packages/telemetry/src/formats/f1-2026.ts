import { ids } from '../ids/ids-2026.ts'
import { array, f32, i8, packet, struct, thousandths, u16, u8 } from '../layout/field.ts'
import { motionCarFields, telemetryCarFields } from './f1-2022.ts'
import { lapCar, sessionFields, setupCar, timeTrialFields } from './f1-2024.ts'
import * as before from './f1-2025.ts'
import { formatTable } from './format-table.ts'
import { header29 as header } from './headers.ts'

const cars = 24

const motionCar = struct({
  ...motionCarFields,
  /** Forces are sent in thousandths. */
  gForceLateral: thousandths,
  gForceLongitudinal: thousandths,
  gForceVertical: thousandths,
})

const motion = packet(header, 0, { cars: array(cars, motionCar) })

/** A zone is given by fractions of the lap. */
const zone = struct({ zoneStart: f32, zoneEnd: f32 })

const session = packet(header, 1, {
  ...sessionFields,
  activeAeroTrackStatus: u8,
  numActiveAeroZonesFull: u8,
  activeAeroZonesFull: array(8, zone),
  numActiveAeroZonesPartial: u8,
  activeAeroZonesPartial: array(8, zone),
  numDrsZones: u8,
  drsZones: array(4, zone),
  /** It is 0 with assisted starts. */
  startReactionTimeSeconds: f32,
  antiLockBrakesAssist: u8,
  tractionControlAssist: u8,
  dynamicRacingLineHiVis: u8,
  dynamicRacingLineColourBlind: u8,
  recurringRewindPrompt: u8,
})

const lapData = packet(header, 2, {
  cars: array(cars, lapCar),
  timeTrialPbCarIdx: u8,
  timeTrialRivalCarIdx: u8,
})

const participant = struct({
  ...before.participantFields,
  driverId: u16,
  networkId: u16,
  teamId: u16,
})

const participants = packet(header, 4, { numActiveCars: u8, cars: array(cars, participant) })

const carSetups = packet(header, 5, {
  cars: array(cars, setupCar),
  nextFrontWingValue: f32,
})

const telemetryCar = struct({ ...telemetryCarFields, engineTemperature: u8 })

const carTelemetry = packet(header, 6, {
  cars: array(cars, telemetryCar),
  mfdPanelIndex: u8,
  mfdPanelIndexSecondaryPlayer: u8,
  suggestedGear: i8,
})

const statusCar = struct({
  tractionControl: u8,
  antiLockBrakes: u8,
  fuelMix: u8,
  frontBrakeBias: u8,
  pitLimiterStatus: u8,
  fuelInTank: f32,
  fuelCapacity: f32,
  fuelRemainingLaps: f32,
  maxRpm: u16,
  idleRpm: u16,
  maxGears: u8,
  drsAllowed: u8,
  drsActivationDistance: u16,
  actualTyreCompound: u8,
  visualTyreCompound: u8,
  tyresAgeLaps: u8,
  vehicleFiaFlags: i8,
  enginePowerIce: f32,
  enginePowerMguk: f32,
  ersStoreEnergy: f32,
  ersDeployMode: u8,
  ersHarvestedThisLapMguk: f32,
  ersHarvestedThisLapMguh: f32,
  ersHarvestLimitPerLap: f32,
  ersDeployedThisLap: f32,
  networkPaused: u8,
})

const carStatus = packet(header, 7, { cars: array(cars, statusCar) })

const finalClassification = packet(header, 8, {
  numCars: u8,
  cars: array(cars, before.classifiedCar),
})

const lobbyPlayer = struct({ ...before.lobbyPlayerFields, teamId: u16 })

const lobbyInfo = packet(header, 9, { numPlayers: u8, players: array(cars, lobbyPlayer) })

const carDamage = packet(header, 10, { cars: array(cars, before.damageCar) })

const timeTrialDataSet = struct({ ...timeTrialFields, teamId: u16 })

const timeTrial = packet(header, 14, {
  playerSessionBest: timeTrialDataSet,
  personalBest: timeTrialDataSet,
  rival: timeTrialDataSet,
})

const lapPositions = packet(header, 15, {
  ...before.lapPositionsFields,
  positions: array(50, array(cars, u8)),
})

const carTelemetry2 = packet(header, 16, {
  cars: array(
    cars,
    struct({
      /** It is 0 corner, 1 straight. */
      activeAeroMode: u8,
      activeAeroAvailable: u8,
      /** The unit is metres; 0 is not available. */
      activeAeroActivationDistance: u16,
      overtakeAvailable: u8,
      overtakeActive: u8,
      /** The unit is metres; 0 is not available. */
      overtakeActivationDistance: u16,
      has2026Regulations: u8,
      drivingWrongWay: u8,
    }),
  ),
})

export const f1_2026 = formatTable({
  ...ids,
  format: 2026,
  header,
  packetIdAt: 6,
  // My Team lobbies send packets of this format with the bodies of the year before.
  otherStride: before.f1_2025,
  packets: {
    ...before.f1_2025.packets,
    motion,
    session,
    lapData,
    participants,
    carSetups,
    carTelemetry,
    carStatus,
    finalClassification,
    lobbyInfo,
    carDamage,
    timeTrial,
    lapPositions,
    carTelemetry2,
  },
  event: {
    ...before.f1_2025.event,
    codes: {
      ...before.f1_2025.event.codes,
      COLL: struct({ vehicle1Idx: u8, vehicle2Idx: u8, severity: u8 }),
    },
  },
})
