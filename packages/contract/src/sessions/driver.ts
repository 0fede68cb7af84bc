import { Type, type Static } from 'typebox'
import {
  DriverStatusNumber,
  PenaltyTypeNumber,
  PitStatusNumber,
  ResultStatusNumber,
  SectorNumber,
  TyreCompoundNumber,
  WarningTypeNumber,
} from '../wire/enumeration-schemas.ts'
import { CarCondition } from './car-condition.ts'
import { describe, Milliseconds, nullable, Vector } from '../wire/schema.ts'

export const Lap = Type.Object({
  lapTime: nullable(Milliseconds, 'Lap time in ms; null if unknown.'),
  sector1Time: nullable(Milliseconds, 'Time of sector 1 in ms; null if unknown.'),
  sector2Time: nullable(Milliseconds, 'Time of sector 2 in ms; null if unknown.'),
  sector3Time: nullable(Milliseconds, 'Time of sector 3 in ms; null if unknown.'),
  invalidLap: Type.Boolean({
    description: 'Whether the lap was invalidated, for example for exceeding track limits.',
  }),
})
export type Lap = Static<typeof Lap>

export const TyreStint = Type.Object({
  tyreCompound: describe(TyreCompoundNumber, 'Visual compound of the stint.'),
  actualTyreCompound: nullable(
    Type.Integer(),
    'Actual compound as the game numbers it (16 C5 to 20 C1, 21 C0, 22 C6); null if unknown.',
  ),
  endLap: nullable(Type.Integer(), 'Last lap of the stint; null while the set is on the car.'),
})
export type TyreStint = Static<typeof TyreStint>

export const PitStop = Type.Object({
  lapNum: Type.Integer({ description: 'Lap of the pit stop, from 1.' }),
  pitLaneTimeMs: nullable(Milliseconds, 'Time in the pit lane in ms; null if unknown.'),
  stopTimeMs: nullable(Milliseconds, 'Time at standstill in the pit box in ms; null if unknown.'),
})
export type PitStop = Static<typeof PitStop>

export const Penalty = Type.Object({
  penaltyType: describe(PenaltyTypeNumber, 'Kind of penalty.'),
  penaltyTime: nullable(Type.Integer(), 'Seconds of a time penalty; null for other kinds.'),
  infringementType: Type.Integer({ description: 'Infringement as the game numbers it.' }),
  otherVehicleIdx: nullable(
    Type.Integer(),
    'Car index of the other car involved; null without one.',
  ),
  lapNum: Type.Integer({ description: 'Lap on which the penalty was issued.' }),
  penaltyIssuedTime: describe(Milliseconds, 'Session time of the penalty in ms.'),
})
export type Penalty = Static<typeof Penalty>

export const Warning = Type.Object({
  warningType: describe(WarningTypeNumber, 'Kind of warning.'),
  infringementType: Type.Integer({ description: 'Infringement as the game numbers it.' }),
  lapNum: Type.Integer({ description: 'Lap on which the warning was issued.' }),
  warningTime: describe(Milliseconds, 'Session time of the warning in ms.'),
})
export type Warning = Static<typeof Warning>

/** Live and recorded sessions have the same cars (docs/telemetry.md). */
export const Driver = Type.Object({
  driverIdx: Type.Integer({
    description:
      'Car index of the driver in the session; `drivers`, overtakes, results and `driverNames` use the same.',
  }),
  name: Type.String({ description: 'Name of the driver; empty if the game hides it.' }),
  carNumber: nullable(Type.Integer(), 'Race number; null if unknown.'),
  team: Type.String({ description: 'Name of the team; empty if unknown.' }),
  teamId: Type.Integer({ description: 'Team as the game numbers it; the numbers differ by year.' }),
  teamColour: Type.String({
    description:
      'Colour as `#rrggbb`: of the livery if the game sends it, otherwise of the team. Empty if unknown.',
  }),
  isHuman: Type.Boolean({
    description: 'Whether a person drives the car. A driver replaced by the AI remains human.',
  }),
  telemetryPublic: Type.Boolean({
    description: 'False if the driver restricts their telemetry; then some values are null.',
  }),
  lapTimes: Type.Array(Lap, { description: 'Completed laps; the first entry is lap 1.' }),
  pitStops: Type.Array(PitStop, { description: 'Pit stops in order.' }),
  tyres: Type.Array(TyreStint, { description: 'Tyre stints in order.' }),
  penalties: Type.Array(Penalty, {
    description: 'Penalties in order, including drive-throughs, invalidated laps and retirements.',
  }),
  warnings: Type.Array(Warning, { description: 'Warnings in order.' }),
  position: nullable(Type.Integer(), 'Current position, from 1; null if unknown.'),
  startingPosition: nullable(
    Type.Integer(),
    'Grid position, from 1; 0 for a start from the pit lane; null if unknown.',
  ),
  finishingPosition: nullable(
    Type.Integer(),
    'Position in the classification, from 1; null before the end of the session.',
  ),
  resultStatus: describe(ResultStatusNumber, 'Status of the result.'),
  points: Type.Optional(
    nullable(
      Type.Integer(),
      'Points that the game awarded; null outside races and before the classification.',
    ),
  ),
  numberOfLaps: nullable(Type.Integer(), 'Number of completed laps; null if unknown.'),
  currentLapNumber: Type.Integer({ description: 'Current lap, from 1.' }),
  totalRaceTime: nullable(
    Milliseconds,
    'Race time in ms, without penalties; null until it is known.',
  ),
  totalPenaltiesSeconds: Type.Integer({ description: 'Sum of the time penalties, in seconds.' }),
  totalWarnings: Type.Integer({ description: 'Number of warnings.' }),
  totalCornerCutWarnings: Type.Integer({ description: 'Number of warnings for cutting corners.' }),
  bestLapTimeMs: nullable(Milliseconds, 'Best lap time in ms; null without one.'),
  bestSector1TimeMs: nullable(Milliseconds, 'Best time of sector 1 in ms; null without one.'),
  bestSector2TimeMs: nullable(Milliseconds, 'Best time of sector 2 in ms; null without one.'),
  bestSector3TimeMs: nullable(Milliseconds, 'Best time of sector 3 in ms; null without one.'),
  lastLapTimeMs: nullable(Milliseconds, 'Time of the last completed lap in ms; null without one.'),
  lastSector1TimeMs: nullable(
    Milliseconds,
    'Time of sector 1 on the last completed lap in ms; null without one.',
  ),
  lastSector2TimeMs: nullable(
    Milliseconds,
    'Time of sector 2 on the last completed lap in ms; null without one.',
  ),
  lastSector3TimeMs: nullable(
    Milliseconds,
    'Time of sector 3 on the last completed lap in ms; null without one.',
  ),
  currentLapTimeMs: nullable(
    Milliseconds,
    'Time since the beginning of the current lap in ms; null if unknown.',
  ),
  currentSector1TimeMs: nullable(
    Milliseconds,
    'Time of sector 1 on the current lap in ms; null until it is known.',
  ),
  currentSector2TimeMs: nullable(
    Milliseconds,
    'Time of sector 2 on the current lap in ms; null until it is known.',
  ),
  currentSector3TimeMs: nullable(
    Milliseconds,
    'Time of sector 3 on the current lap in ms; null until it is known.',
  ),
  currentLapInvalid: Type.Boolean({ description: 'Whether the current lap is invalid.' }),
  sector: describe(SectorNumber, 'Sector in which the car is.'),
  pitStatus: describe(PitStatusNumber, 'Whether the car is in the pits.'),
  driverStatus: describe(DriverStatusNumber, 'What the car is doing.'),
  deltaToCarAhead: nullable(Milliseconds, 'Interval to the car ahead in ms; null if unknown.'),
  deltaToLeader: nullable(Milliseconds, 'Gap to the leader in ms; null if unknown.'),
  currentTyreCompound: nullable(TyreCompoundNumber, 'Visual compound on the car; null if unknown.'),
  currentTyreAgeLaps: nullable(Type.Integer(), 'Age of the tyres in laps; null if unknown.'),
  unservedDriveThroughs: Type.Integer({
    description: 'Number of drive-through penalties not served yet.',
  }),
  unservedStopGos: Type.Integer({ description: 'Number of stop-and-go penalties not served yet.' }),
  livePosition: nullable(Vector, 'Position in the game’s world in m; null if unknown.'),
  velocity: nullable(Vector, 'Velocity in m/s; null if unknown.'),
  lapDistance: nullable(
    Type.Number(),
    'Distance from the start of the lap in m, negative before the line is crossed for the first time; null if unknown.',
  ),
  ...CarCondition.properties,
})
export type Driver = Static<typeof Driver>
