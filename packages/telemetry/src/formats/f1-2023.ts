import { ids } from '../ids/ids-2023.ts'
import {
  absent,
  array,
  f32,
  i16,
  i8,
  packet,
  splitMs,
  struct,
  text,
  u16,
  u32,
  u8,
  withHeader,
} from '../layout/field.ts'
import { f1_2022, marshalZone, motionCar, weatherForecastSample } from './f1-2022.ts'
import { formatTable } from './format-table.ts'
import { header29 as header } from './headers.ts'

const cars = 22

const motion = packet(header, 0, { cars: array(cars, motionCar) })

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
  weatherForecastSamples: array(56, weatherForecastSample),
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
})

const lapCar = struct({
  lastLapTimeMs: u32,
  currentLapTimeMs: u32,
  sector1TimeMs: splitMs,
  sector2TimeMs: splitMs,
  /** 16 bits: beyond 65.535 s the gaps start again at 0. */
  deltaToCarInFrontMs: u16,
  deltaToRaceLeaderMs: u16,
  lapDistance: f32,
  totalDistance: f32,
  safetyCarDeltaSeconds: f32,
  carPosition: u8,
  currentLapNum: u8,
  pitStatus: u8,
  numPitStops: u8,
  sector: u8,
  currentLapInvalid: u8,
  penaltiesSeconds: u8,
  totalWarnings: u8,
  cornerCuttingWarnings: u8,
  numUnservedDriveThroughPens: u8,
  numUnservedStopGoPens: u8,
  gridPosition: u8,
  driverStatus: u8,
  resultStatus: u8,
  pitLaneTimerActive: u8,
  pitLaneTimeMs: u16,
  pitStopTimeMs: u16,
  pitStopShouldServePen: u8,
  speedTrapFastestSpeedKmh: absent(null),
  speedTrapFastestLap: absent(null),
})

const lapData = packet(header, 2, {
  cars: array(cars, lapCar),
  timeTrialPbCarIdx: u8,
  timeTrialRivalCarIdx: u8,
})

const participant = struct({
  aiControlled: u8,
  driverId: u8,
  networkId: u8,
  teamId: u8,
  myTeam: u8,
  raceNumber: u8,
  nationality: u8,
  name: text(48),
  yourTelemetry: u8,
  showOnlineNames: u8,
  platform: u8,
})

const participants = packet(header, 4, { numActiveCars: u8, cars: array(cars, participant) })

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
  /** Watts. */
  enginePowerIce: f32,
  enginePowerMguk: f32,
  ersStoreEnergy: f32,
  ersDeployMode: u8,
  ersHarvestedThisLapMguk: f32,
  ersHarvestedThisLapMguh: f32,
  ersDeployedThisLap: f32,
  networkPaused: u8,
})

const carStatus = packet(header, 7, { cars: array(cars, statusCar) })

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
  carIdx: u8,
  /** Includes the lap that is being driven. */
  numLaps: u8,
  numTyreStints: u8,
  bestLapTimeLapNum: u8,
  bestSector1LapNum: u8,
  bestSector2LapNum: u8,
  bestSector3LapNum: u8,
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
  tyreStints: array(8, struct({ endLap: u8, tyreActualCompound: u8, tyreVisualCompound: u8 })),
})

const tyreSets = packet(header, 12, {
  carIdx: u8,
  /** 13 dry and 7 wet ones. */
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

const motionEx = packet(header, 13, {
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
  /** Radians. */
  frontWheelsAngle: f32,
  wheelVertForce: array(4, f32),
})

export const f1_2023 = formatTable({
  ...ids,
  format: 2023,
  header,
  packetIdAt: 6,
  packets: {
    motion,
    session,
    lapData,
    participants,
    carSetups: withHeader(header, f1_2022.packets.carSetups),
    carTelemetry: withHeader(header, f1_2022.packets.carTelemetry),
    carStatus,
    finalClassification: withHeader(header, f1_2022.packets.finalClassification),
    lobbyInfo,
    carDamage: withHeader(header, f1_2022.packets.carDamage),
    sessionHistory,
    tyreSets,
    motionEx,
  },
  event: {
    ...f1_2022.event,
    codes: {
      ...f1_2022.event.codes,
      RDFL: struct({}),
      OVTK: struct({ overtakingVehicleIdx: u8, beingOvertakenVehicleIdx: u8 }),
    },
  },
})
