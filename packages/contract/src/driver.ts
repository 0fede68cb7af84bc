import { Type, type Static } from 'typebox'
import { Milliseconds, nullable, Vector } from './schema.ts'

export const Lap = Type.Object({
  lapTime: nullable(Milliseconds),
  sector1Time: nullable(Milliseconds),
  sector2Time: nullable(Milliseconds),
  sector3Time: nullable(Milliseconds),
  invalidLap: Type.Boolean(),
})
export type Lap = Static<typeof Lap>

export const TyreStint = Type.Object({
  /** The visual compound, see `TyreCompound`. */
  tyreCompound: Type.Integer(),
  actualTyreCompound: nullable(Type.Integer()),
  /** Null while the set is on the car. */
  endLap: nullable(Type.Integer()),
})
export type TyreStint = Static<typeof TyreStint>

export const PitStop = Type.Object({
  lapNum: Type.Integer(),
  pitLaneTimeMs: nullable(Milliseconds),
  stopTimeMs: nullable(Milliseconds),
})
export type PitStop = Static<typeof PitStop>

export const Penalty = Type.Object({
  penaltyType: Type.Integer(),
  /** Seconds; null where the penalty is not one of time. */
  penaltyTime: nullable(Type.Integer()),
  infringementType: Type.Integer(),
  otherVehicleIdx: nullable(Type.Integer()),
  lapNum: Type.Integer(),
  /** Session time in milliseconds. */
  penaltyIssuedTime: Milliseconds,
})
export type Penalty = Static<typeof Penalty>

export const Warning = Type.Object({
  warningType: Type.Integer(),
  infringementType: Type.Integer(),
  lapNum: Type.Integer(),
  /** Session time in milliseconds. */
  warningTime: Milliseconds,
})
export type Warning = Static<typeof Warning>

/** One car of a session, live or recorded (specification §3, names in DESIGN §4). */
export const Driver = Type.Object({
  /** The game's car index; overtakes, results and `driverNames` use the same. */
  driverIdx: Type.Integer(),
  name: Type.String(),
  carNumber: nullable(Type.Integer()),
  team: Type.String(),
  teamId: Type.Integer(),
  /** `#rrggbb`: the livery's colour where the game sends one, else the team's. */
  teamColour: Type.String(),
  isHuman: Type.Boolean(),
  /** False where the driver restricts his telemetry: his zeros are unknown. */
  telemetryPublic: Type.Boolean(),
  lapTimes: Type.Array(Lap),
  pitStops: Type.Array(PitStop),
  tyres: Type.Array(TyreStint),
  penalties: Type.Array(Penalty),
  warnings: Type.Array(Warning),
  position: nullable(Type.Integer()),
  startingPosition: nullable(Type.Integer()),
  finishingPosition: nullable(Type.Integer()),
  resultStatus: Type.Integer(),
  /** The points the game gave; null outside races and before the classification. */
  points: Type.Optional(nullable(Type.Integer())),
  /** Completed laps. */
  numberOfLaps: nullable(Type.Integer()),
  currentLapNumber: Type.Integer(),
  /** Without penalties; null until it is known. */
  totalRaceTime: nullable(Milliseconds),
  totalPenaltiesSeconds: Type.Integer(),
  totalWarnings: Type.Integer(),
  totalCornerCutWarnings: Type.Integer(),
  bestLapTimeMs: nullable(Milliseconds),
  bestSector1TimeMs: nullable(Milliseconds),
  bestSector2TimeMs: nullable(Milliseconds),
  bestSector3TimeMs: nullable(Milliseconds),
  lastLapTimeMs: nullable(Milliseconds),
  lastSector1TimeMs: nullable(Milliseconds),
  lastSector2TimeMs: nullable(Milliseconds),
  lastSector3TimeMs: nullable(Milliseconds),
  currentLapTimeMs: nullable(Milliseconds),
  currentSector1TimeMs: nullable(Milliseconds),
  currentSector2TimeMs: nullable(Milliseconds),
  currentSector3TimeMs: nullable(Milliseconds),
  currentLapInvalid: Type.Boolean(),
  /** 0, 1 or 2: the sector the car is in. */
  sector: Type.Integer(),
  /** 0 on track, 1 pitting, 2 in the pit area. */
  pitStatus: Type.Integer(),
  /** 0 garage, 1 flying lap, 2 in lap, 3 out lap, 4 on track. */
  driverStatus: Type.Integer(),
  deltaToCarAhead: nullable(Milliseconds),
  deltaToLeader: nullable(Milliseconds),
  currentTyreCompound: nullable(Type.Integer()),
  currentTyreAgeLaps: nullable(Type.Integer()),
  unservedDriveThroughs: Type.Integer(),
  unservedStopGos: Type.Integer(),
  /** Metres in the game's world. */
  livePosition: nullable(Vector),
  /** Metres a second. */
  velocity: nullable(Vector),
  /** Metres from the line; negative before it is crossed for the first time. */
  lapDistance: nullable(Type.Number()),
})
export type Driver = Static<typeof Driver>
