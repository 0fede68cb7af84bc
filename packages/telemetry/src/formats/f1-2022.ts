import { ids } from '../ids/ids-2022.ts'
import {
  absent,
  array,
  f32,
  f64,
  i16,
  i8,
  packet,
  struct,
  text,
  u16,
  u32,
  u8,
} from '../layout/field.ts'
import { formatTable } from './format-table.ts'
import { playerCarPacket } from './player-car.ts'
import { senderPacket } from './sender.ts'
import { header24 as header } from './headers.ts'

const cars = 22

export const motionCarFields = {
  /** Positions are in metres. */
  worldPositionX: f32,
  worldPositionY: f32,
  worldPositionZ: f32,
  /** Velocities are in m/s. */
  worldVelocityX: f32,
  worldVelocityY: f32,
  worldVelocityZ: f32,
  /** Directions are parts of a unit vector: 32767 is 1. */
  worldForwardDirX: i16,
  worldForwardDirY: i16,
  worldForwardDirZ: i16,
  worldRightDirX: i16,
  worldRightDirY: i16,
  worldRightDirZ: i16,
  /** Forces are in g. */
  gForceLateral: f32,
  gForceLongitudinal: f32,
  gForceVertical: f32,
  /** Angles are in radians. */
  yaw: f32,
  pitch: f32,
  roll: f32,
}

/** The player's own car follows the others; from 2023 it has its own packet. */
const motion = packet(header, 0, {
  cars: array(cars, struct(motionCarFields)),
  /** Wheels have the same order in every packet: rear left, rear right, front left, front right. */
  suspensionPosition: array(4, f32),
  suspensionVelocity: array(4, f32),
  suspensionAcceleration: array(4, f32),
  wheelSpeed: array(4, f32),
  wheelSlipRatio: array(4, f32),
  localVelocityX: f32,
  localVelocityY: f32,
  localVelocityZ: f32,
  angularVelocityX: f32,
  angularVelocityY: f32,
  angularVelocityZ: f32,
  angularAccelerationX: f32,
  angularAccelerationY: f32,
  angularAccelerationZ: f32,
  frontWheelsAngle: f32,
})

/**
 * A zone begins at a fraction of the lap; its flag is -1 unknown, 0 none, 1 green, 2 blue, 3 yellow, 4 red
 * (2022).
 */
const marshalZone = struct({ zoneStart: f32, zoneFlag: i8 })

export const weatherForecastSample = struct({
  sessionType: u8,
  timeOffsetMinutes: u8,
  weather: u8,
  /** The unit is °C. */
  trackTemperature: i8,
  /** It is 0 up, 1 down, 2 no change. */
  trackTemperatureChange: i8,
  airTemperature: i8,
  airTemperatureChange: i8,
  /** The values are 0 to 100. */
  rainPercentage: u8,
})

export const sessionFields = {
  /** It is 0 clear, 1 light cloud, 2 overcast, 3 light rain, 4 heavy rain, 5 storm. */
  weather: u8,
  /** The unit is °C. */
  trackTemperature: i8,
  airTemperature: i8,
  /** It is the planned distance. */
  totalLaps: u8,
  /** The unit is metres. */
  trackLength: u16,
  sessionType: u8,
  /** The value -1 is unknown. */
  trackId: i8,
  formula: u8,
  sessionTimeLeftSeconds: u16,
  sessionDurationSeconds: u16,
  pitSpeedLimitKmh: u8,
  gamePaused: u8,
  isSpectating: u8,
  /** It is 255 unless a car is watched. */
  spectatorCarIndex: u8,
  sliProNativeSupport: u8,
  numMarshalZones: u8,
  marshalZones: array(21, marshalZone),
  /** It is 0 none, 1 full, 2 virtual, 3 formation lap. */
  safetyCarStatus: u8,
  networkGame: u8,
  numWeatherForecastSamples: u8,
  weatherForecastSamples: array(56, weatherForecastSample),
  forecastAccuracy: u8,
  /** The values are 0 to 110. */
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
  /** The minutes count from midnight. */
  timeOfDayMinutes: u32,
  /** It is 0 none, 2 very short, 3 short, 4 medium, 5 medium long, 6 long, 7 full. */
  sessionLength: u8,
}

const session = packet(header, 1, sessionFields)

/** Sector times have 16 bits and wrap at 65.535 s. */
export const lapCarFields = {
  lastLapTimeMs: u32,
  currentLapTimeMs: u32,
  sector1TimeMs: u16,
  sector2TimeMs: u16,
  deltaToCarInFrontMs: absent(null),
  deltaToRaceLeaderMs: absent(null),
  /** The unit is metres; it is negative before the line. */
  lapDistance: f32,
  /** The unit is metres; it is negative before the line. */
  totalDistance: f32,
  safetyCarDeltaSeconds: f32,
  /** Positions count from 1; 0 means no position. */
  carPosition: u8,
  currentLapNum: u8,
  /** It is 0 none, 1 pitting, 2 in the pit area. */
  pitStatus: u8,
  numPitStops: u8,
  /** Sectors are numbered 0 to 2. */
  sector: u8,
  currentLapInvalid: u8,
  /** Adds up the time penalties so far. */
  penaltiesSeconds: u8,
  totalWarnings: u8,
  cornerCuttingWarnings: absent(null),
  numUnservedDriveThroughPens: u8,
  numUnservedStopGoPens: u8,
  gridPosition: u8,
  /** It is 0 garage, 1 flying lap, 2 in lap, 3 out lap, 4 on track. */
  driverStatus: u8,
  /** See `ResultStatus`. */
  resultStatus: u8,
  pitLaneTimerActive: u8,
  /** It counts up while the timer is active. */
  pitLaneTimeMs: u16,
  pitStopTimeMs: u16,
  pitStopShouldServePen: u8,
  speedTrapFastestSpeedKmh: absent(null),
  speedTrapFastestLap: absent(null),
}

const lapData = packet(header, 2, {
  cars: array(cars, struct(lapCarFields)),
  /** It is 255 without a car. */
  timeTrialPbCarIdx: u8,
  timeTrialRivalCarIdx: u8,
})

const none = struct({})
const vehicle = struct({ vehicleIdx: u8 })

const events = {
  SSTA: none,
  SEND: none,
  FTLP: struct({ vehicleIdx: u8, lapTimeSeconds: f32 }),
  RTMT: vehicle,
  DRSE: none,
  DRSD: none,
  TMPT: vehicle,
  CHQF: none,
  RCWN: vehicle,
  PENA: struct({
    penaltyType: u8,
    infringementType: u8,
    vehicleIdx: u8,
    otherVehicleIdx: u8,
    timeSeconds: u8,
    lapNum: u8,
    placesGained: u8,
  }),
  SPTP: struct({
    vehicleIdx: u8,
    speedKmh: f32,
    isOverallFastestInSession: u8,
    isDriverFastestInSession: u8,
    fastestVehicleIdxInSession: u8,
    fastestSpeedInSessionKmh: f32,
  }),
  STLG: struct({ numLights: u8 }),
  LGOT: none,
  DTSV: vehicle,
  SGSV: vehicle,
  FLBK: struct({ flashbackFrameIdentifier: u32, flashbackSessionTime: f32 }),
  BUTN: struct({ buttonStatus: u32 }),
}

export const participantFields = {
  aiControlled: u8,
  /** All bits are set for a human without a licensed seat. */
  driverId: u8,
  /** All bits are set for the AI and for a human offline. */
  networkId: u8,
  teamId: u8,
  myTeam: u8,
  raceNumber: u8,
  nationality: u8,
  name: text(48),
  /** It is 0 restricted, 1 public. */
  yourTelemetry: u8,
}

const participants = packet(header, 4, {
  numActiveCars: u8,
  cars: array(cars, struct(participantFields)),
})

const setupCar = struct({
  frontWing: u8,
  rearWing: u8,
  /** The unit is percent. */
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
  /** The unit is percent. */
  brakePressure: u8,
  /** The unit is percent. */
  brakeBias: u8,
  /** Pressures are in psi. */
  rearLeftTyrePressure: f32,
  rearRightTyrePressure: f32,
  frontLeftTyrePressure: f32,
  frontRightTyrePressure: f32,
  ballast: u8,
  fuelLoad: f32,
})

const carSetups = packet(header, 5, { cars: array(cars, setupCar) })

export const telemetryCarFields = {
  speedKmh: u16,
  /** The values are 0 to 1. */
  throttle: f32,
  /** The values are -1 (full left) to 1 (full right). */
  steer: f32,
  /** The values are 0 to 1. */
  brake: f32,
  /** The values are 0 to 100. */
  clutch: u8,
  /** It is 0 neutral, -1 reverse. */
  gear: i8,
  engineRpm: u16,
  drs: u8,
  revLightsPercent: u8,
  revLightsBitValue: u16,
  /** All temperatures are in °C. */
  brakesTemperature: array(4, u16),
  tyresSurfaceTemperature: array(4, u8),
  tyresInnerTemperature: array(4, u8),
  engineTemperature: u16,
  /** The unit is psi. */
  tyresPressure: array(4, f32),
  surfaceType: array(4, u8),
}

const carTelemetry = packet(header, 6, {
  cars: array(cars, struct(telemetryCarFields)),
  mfdPanelIndex: u8,
  mfdPanelIndexSecondaryPlayer: u8,
  suggestedGear: i8,
})

export const statusCarFields = {
  tractionControl: u8,
  antiLockBrakes: u8,
  fuelMix: u8,
  /** The unit is percent. */
  frontBrakeBias: u8,
  pitLimiterStatus: u8,
  fuelInTank: f32,
  fuelCapacity: f32,
  /** In a race it is the margin at the finish, otherwise the laps of fuel on board. */
  fuelRemainingLaps: f32,
  maxRpm: u16,
  idleRpm: u16,
  maxGears: u8,
  drsAllowed: u8,
  /** The unit is metres; 0 is not available. */
  drsActivationDistance: u16,
  actualTyreCompound: u8,
  /** It is 0 where telemetry is restricted. */
  visualTyreCompound: u8,
  tyresAgeLaps: u8,
  /** It is -1 unknown, 0 none, 1 green, 2 blue, 3 yellow. */
  vehicleFiaFlags: i8,
  enginePowerIce: absent(null),
  enginePowerMguk: absent(null),
  /** All energies are in joules. */
  ersStoreEnergy: f32,
  ersDeployMode: u8,
  ersHarvestedThisLapMguk: f32,
  ersHarvestedThisLapMguh: f32,
  ersDeployedThisLap: f32,
  networkPaused: u8,
}

const carStatus = packet(header, 7, { cars: array(cars, struct(statusCarFields)) })

const classifiedCar = struct({
  /** It is 0 for a car without a result. */
  position: u8,
  numLaps: u8,
  gridPosition: u8,
  points: u8,
  numPitStops: u8,
  resultStatus: u8,
  bestLapTimeMs: u32,
  /** The time does not include penalties. */
  totalRaceTimeSeconds: f64,
  penaltiesTimeSeconds: u8,
  numPenalties: u8,
  numTyreStints: u8,
  tyreStintsActual: array(8, u8),
  tyreStintsVisual: array(8, u8),
  /** The value 255 is the set on the car. */
  tyreStintsEndLaps: array(8, u8),
})

const finalClassification = packet(header, 8, { numCars: u8, cars: array(cars, classifiedCar) })

const lobbyPlayerFields = {
  aiControlled: u8,
  teamId: u8,
  nationality: u8,
  name: text(48),
  carNumber: u8,
  /** It is 0 not ready, 1 ready, 2 spectating. */
  readyStatus: u8,
}

const lobbyInfo = packet(header, 9, {
  numPlayers: u8,
  players: array(cars, struct(lobbyPlayerFields)),
})

const damageCar = struct({
  /** This wear and the damages and wears that follow are in percent; faults are 0 or 1. */
  tyresWear: array(4, f32),
  tyresDamage: array(4, u8),
  brakesDamage: array(4, u8),
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

export const sessionHistoryFields = {
  carIdx: u8,
  /** It includes the lap that is being driven. */
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
      sector1TimeMs: u16,
      sector2TimeMs: u16,
      sector3TimeMs: u16,
      lapValidBitFlags: u8,
    }),
  ),
  tyreStints: array(8, struct({ endLap: u8, tyreActualCompound: u8, tyreVisualCompound: u8 })),
}

const sessionHistory = packet(header, 11, sessionHistoryFields)

export const f1_2022 = formatTable({
  ...ids,
  format: 2022,
  wrapsSectorTimes: true,
  header,
  packetIdAt: 5,
  packets: {
    playerCar: playerCarPacket(header),
    sender: senderPacket(header),
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
    sessionHistory,
  },
  event: { id: 3, payloadSize: 12, codes: events },
})
