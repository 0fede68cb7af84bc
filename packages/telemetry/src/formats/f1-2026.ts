import { ids } from '../ids/ids-2026.ts'
import {
  array,
  f32,
  i16,
  i8,
  packet,
  struct,
  text,
  thousandths,
  u16,
  u32,
  u8,
} from '../layout/field.ts'
import { marshalZone, weatherForecastSample } from './f1-2022.ts'
import { lapCar, setupCar } from './f1-2024.ts'
import { classifiedCar, damageCar, f1_2025, liveryColour } from './f1-2025.ts'
import { formatTable } from './format-table.ts'
import { header29 as header } from './headers.ts'

const cars = 24

const motionCar = struct({
  worldPositionX: f32,
  worldPositionY: f32,
  worldPositionZ: f32,
  worldVelocityX: f32,
  worldVelocityY: f32,
  worldVelocityZ: f32,
  worldForwardDirX: i16,
  worldForwardDirY: i16,
  worldForwardDirZ: i16,
  worldRightDirX: i16,
  worldRightDirY: i16,
  worldRightDirZ: i16,
  /** Sent in thousandths. */
  gForceLateral: thousandths,
  gForceLongitudinal: thousandths,
  gForceVertical: thousandths,
  yaw: f32,
  pitch: f32,
  roll: f32,
})

const motion = packet(header, 0, { cars: array(cars, motionCar) })

/** Fractions of the lap. */
const zone = struct({ zoneStart: f32, zoneEnd: f32 })

const session = packet(header, 1, {
  weather: u8,
  trackTemperature: i8,
  airTemperature: i8,
  totalLaps: u8,
  trackLength: u16,
  sessionType: u8,
  trackId: i8,
  formula: u8,
  sessionTimeLeftSeconds: u16,
  sessionDurationSeconds: u16,
  pitSpeedLimitKmh: u8,
  gamePaused: u8,
  isSpectating: u8,
  spectatorCarIndex: u8,
  sliProNativeSupport: u8,
  numMarshalZones: u8,
  marshalZones: array(21, marshalZone),
  safetyCarStatus: u8,
  networkGame: u8,
  numWeatherForecastSamples: u8,
  weatherForecastSamples: array(64, weatherForecastSample),
  forecastAccuracy: u8,
  aiDifficulty: u8,
  seasonLinkIdentifier: u32,
  weekendLinkIdentifier: u32,
  sessionLinkIdentifier: u32,
  pitStopWindowIdealLap: u8,
  pitStopWindowLatestLap: u8,
  pitStopRejoinPosition: u8,
  steeringAssist: u8,
  brakingAssist: u8,
  gearboxAssist: u8,
  pitAssist: u8,
  pitReleaseAssist: u8,
  ersAssist: u8,
  drsAssist: u8,
  dynamicRacingLine: u8,
  dynamicRacingLineType: u8,
  gameMode: u8,
  ruleSet: u8,
  timeOfDayMinutes: u32,
  sessionLength: u8,
  speedUnitsLeadPlayer: u8,
  temperatureUnitsLeadPlayer: u8,
  speedUnitsSecondaryPlayer: u8,
  temperatureUnitsSecondaryPlayer: u8,
  numSafetyCarPeriods: u8,
  numVirtualSafetyCarPeriods: u8,
  numRedFlagPeriods: u8,
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
  weekendStructure: array(12, u8),
  sector2LapDistanceStart: f32,
  sector3LapDistanceStart: f32,
  activeAeroTrackStatus: u8,
  numActiveAeroZonesFull: u8,
  activeAeroZonesFull: array(8, zone),
  numActiveAeroZonesPartial: u8,
  activeAeroZonesPartial: array(8, zone),
  numDrsZones: u8,
  drsZones: array(4, zone),
  /** 0 with assisted starts. */
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
  aiControlled: u8,
  driverId: u16,
  networkId: u16,
  teamId: u16,
  myTeam: u8,
  raceNumber: u8,
  nationality: u8,
  name: text(32),
  yourTelemetry: u8,
  showOnlineNames: u8,
  techLevel: u16,
  platform: u8,
  numColours: u8,
  liveryColours: array(4, liveryColour),
})

const participants = packet(header, 4, { numActiveCars: u8, cars: array(cars, participant) })

const carSetups = packet(header, 5, {
  cars: array(cars, setupCar),
  nextFrontWingValue: f32,
})

const telemetryCar = struct({
  speedKmh: u16,
  throttle: f32,
  steer: f32,
  brake: f32,
  clutch: u8,
  gear: i8,
  engineRpm: u16,
  drs: u8,
  revLightsPercent: u8,
  revLightsBitValue: u16,
  brakesTemperature: array(4, u16),
  tyresSurfaceTemperature: array(4, u8),
  tyresInnerTemperature: array(4, u8),
  engineTemperature: u8,
  tyresPressure: array(4, f32),
  surfaceType: array(4, u8),
})

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

const finalClassification = packet(header, 8, { numCars: u8, cars: array(cars, classifiedCar) })

const lobbyPlayer = struct({
  aiControlled: u8,
  teamId: u16,
  nationality: u8,
  platform: u8,
  name: text(32),
  carNumber: u8,
  yourTelemetry: u8,
  showOnlineNames: u8,
  techLevel: u16,
  readyStatus: u8,
})

const lobbyInfo = packet(header, 9, { numPlayers: u8, players: array(cars, lobbyPlayer) })

const carDamage = packet(header, 10, { cars: array(cars, damageCar) })

const timeTrialDataSet = struct({
  carIdx: u8,
  teamId: u16,
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
})

const timeTrial = packet(header, 14, {
  playerSessionBest: timeTrialDataSet,
  personalBest: timeTrialDataSet,
  rival: timeTrialDataSet,
})

const lapPositions = packet(header, 15, {
  numLaps: u8,
  /** Counts from 0. */
  lapStart: u8,
  /** By lap, then by car; 0 where there is no record. */
  positions: array(50, array(cars, u8)),
})

const carTelemetry2 = packet(header, 16, {
  cars: array(
    cars,
    struct({
      /** 0 corner, 1 straight. */
      activeAeroMode: u8,
      activeAeroAvailable: u8,
      /** Metres; 0 is not available. */
      activeAeroActivationDistance: u16,
      overtakeAvailable: u8,
      overtakeActive: u8,
      /** Metres; 0 is not available. */
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
  // My Team lobbies were seen to send the bodies of the year before under this format.
  otherStride: f1_2025,
  packets: {
    ...f1_2025.packets,
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
    ...f1_2025.event,
    codes: {
      ...f1_2025.event.codes,
      COLL: struct({ vehicle1Idx: u8, vehicle2Idx: u8, severity: u8 }),
    },
  },
})
