import { ids } from '../ids/ids-2025.ts'
import { array, f32, f64, packet, struct, text, u16, u32, u8 } from '../layout/field.ts'
import { f1_2024 } from './f1-2024.ts'
import { formatTable } from './format-table.ts'
import { header29 as header } from './headers.ts'

const cars = 22

export const liveryColour = struct({ red: u8, green: u8, blue: u8 })

const participant = struct({
  aiControlled: u8,
  driverId: u8,
  networkId: u8,
  teamId: u8,
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

export const classifiedCar = struct({
  position: u8,
  numLaps: u8,
  gridPosition: u8,
  points: u8,
  numPitStops: u8,
  resultStatus: u8,
  /** Seen to be wrong: the result status decides. */
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

const lobbyPlayer = struct({
  aiControlled: u8,
  teamId: u8,
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
  frontWheelsAngle: f32,
  wheelVertForce: array(4, f32),
  frontAeroHeight: f32,
  rearAeroHeight: f32,
  frontRollAngle: f32,
  rearRollAngle: f32,
  chassisYaw: f32,
  chassisPitch: f32,
  wheelCamber: array(4, f32),
  wheelCamberGain: array(4, f32),
})

const lapPositions = packet(header, 15, {
  numLaps: u8,
  /** Counts from 0. */
  lapStart: u8,
  /** By lap, then by car; 0 where there is no record. */
  positions: array(50, array(cars, u8)),
})

export const f1_2025 = formatTable({
  ...ids,
  format: 2025,
  header,
  packetIdAt: 6,
  packets: {
    ...f1_2024.packets,
    participants,
    finalClassification,
    lobbyInfo,
    carDamage,
    motionEx,
    lapPositions,
  },
  event: {
    ...f1_2024.event,
    codes: {
      ...f1_2024.event.codes,
      RTMT: struct({ vehicleIdx: u8, reason: u8 }),
      DRSD: struct({ reason: u8 }),
      SGSV: struct({ vehicleIdx: u8, stopTimeSeconds: f32 }),
    },
  },
})
