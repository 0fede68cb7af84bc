import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { TrackNumber, TyreCompoundNumber } from '../wire/enumeration-schemas.ts'
import { describe, Instant, Milliseconds, nullable, Uuid } from '../wire/schema.ts'
import { Assist, LapCategory, LapCategoryQuery, LapConditionsQuery } from './lap-category.ts'

/** A list of records has at most this many entries. */
export const RECORDS_MAX = 100
/** Limits the sessions in the progress of a driver, and the laps in their pace. */
export const PROGRESS_MAX = 50

/**
 * A valid lap is in no record for one of these reasons:
 * - `flashback`: a flashback was used on it.
 * - `impossibleTime`: no car is that fast over the lap or a sector.
 * - `sectorSum`: the sectors do not add up to the lap.
 * - `raceTimeSum`: the laps do not add up to the race time.
 * - `clock`: it took another time by the time stamps of the telemetry.
 * - `speed`: the speeds do not lead around the track in this time.
 * - `invalidated`: its telemetry, or a penalty, says that it is invalid.
 * - `noTelemetry`: its telemetry is missing or has gaps, so that nothing confirms it.
 * - `unchecked`: its telemetry is being checked.
 * - `earlierRecording`: the capture was uploaded, and the driver's own earlier recording had it with other
 *   times.
 * - `otherRecording`: the capture was uploaded, and another driver's recording of the session has other
 *   times.
 */
export const WITHHELD_REASONS = [
  'flashback',
  'impossibleTime',
  'sectorSum',
  'raceTimeSum',
  'clock',
  'speed',
  'invalidated',
  'noTelemetry',
  'unchecked',
  'earlierRecording',
  'otherRecording',
] as const
export type WithheldReason = (typeof WITHHELD_REASONS)[number]
/** These are found once the trace of the lap is made. */
export const TRACE_CONTRADICTIONS = [
  'clock',
  'speed',
  'invalidated',
] as const satisfies readonly WithheldReason[]
export type TraceContradiction = (typeof TRACE_CONTRADICTIONS)[number]
/** The traces of a session decide about these. */
export const TRACE_REASONS = [
  ...TRACE_CONTRADICTIONS,
  'noTelemetry',
  'unchecked',
] as const satisfies readonly WithheldReason[]

/** The user drove this lap while recording. */
export const DrivenLap = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  driverIdx: Type.Integer({ description: 'Car index of the driver in the session.' }),
  lapNum: Type.Integer({ description: 'Lap, from 1.' }),
  lapTimeMs: describe(Milliseconds, 'Lap time in ms.'),
  sector1TimeMs: describe(Milliseconds, 'Time of sector 1 in ms.'),
  sector2TimeMs: describe(Milliseconds, 'Time of sector 2 in ms.'),
  sector3TimeMs: describe(Milliseconds, 'Time of sector 3 in ms.'),
  tyreCompound: describe(TyreCompoundNumber, 'Visual compound.'),
  tyreAgeLaps: Type.Integer({
    description:
      'Laps that the tyres had done before this one, also in other sessions; those of the stint where the game did not send the age.',
  }),
  hasTrace: Type.Boolean({ description: 'Whether the lap can be compared by its telemetry.' }),
  drivenAt: describe(Instant, 'When the session started, UTC.'),
  isProven: Type.Boolean({
    description:
      'Whether the telemetry of the lap confirms its time; false for a lap that was stored before that was checked.',
  }),
  assists: nullable(
    Type.Array(Assist),
    'Driving assists that were used in the session; null if unknown.',
  ),
})
export type DrivenLap = Static<typeof DrivenLap>

export const LapRecord = Type.Object({
  ...DrivenLap.properties,
  userId: describe(Uuid, 'Id of the user who drove it.'),
  username: Type.String({ description: 'Username.' }),
  avatarUrl: nullable(Type.String(), 'Address of the profile picture; null without one.'),
})
export type LapRecord = Static<typeof LapRecord>

export const TrackRecord = Type.Object({
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  record: describe(LapRecord, 'The fastest lap.'),
})
export type TrackRecord = Static<typeof TrackRecord>

export const PersonalBest = Type.Object({
  ...LapCategory.properties,
  trackName: Type.String({ description: 'Name of the track in English.' }),
  best: describe(DrivenLap, 'The best lap.'),
})
export type PersonalBest = Static<typeof PersonalBest>

export const WithheldLap = Type.Object({
  ...DrivenLap.properties,
  reason: Type.Enum([...WITHHELD_REASONS], {
    description:
      '`flashback`: used on the lap; `impossibleTime`: no car is that fast; `sectorSum`: the sectors do not add up; `raceTimeSum`: the laps of the race do not; `clock`: the time stamps of its telemetry differ from its time; `speed`: its speeds do; `invalidated`: its telemetry or a penalty says that it is invalid; `noTelemetry`: its telemetry is missing or has gaps; `unchecked`: its telemetry is being checked; `earlierRecording`: an earlier recording of this driver has other times; `otherRecording`: that of another driver does.',
  }),
})

/** The statistics are those of a user's laps in one category. */
export const LapStatistics = Type.Object({
  laps: Type.Integer({ description: 'Number of laps, without withheld ones.' }),
  best: nullable(DrivenLap, 'Best lap; null without laps.'),
  theoreticalBestMs: nullable(
    Milliseconds,
    'Sum of the best sectors in ms, never more than the best lap; null without laps.',
  ),
  miniSectorBest: nullable(
    Type.Object({
      timeMs: describe(Milliseconds, 'Sum of the best times of 24 mini-sectors in ms.'),
      laps: Type.Integer({ description: 'Number of laps with telemetry that it is from.' }),
    }),
    'Theoretical best by mini-sectors; null with telemetry of fewer than two laps, and where the best sectors are faster.',
  ),
  cleanLaps: Type.Integer({
    description: 'Number of laps within 107 % of the best, which the next figures are from.',
  }),
  medianMs: nullable(Milliseconds, 'Median of the clean laps in ms; null without laps.'),
  deviationMs: nullable(
    Type.Number(),
    'Standard deviation of the clean laps in ms; null with fewer than five.',
  ),
  progress: Type.Array(
    Type.Object({
      sessionId: describe(Uuid, 'Id of the recorded session.'),
      drivenAt: describe(Instant, 'When the session started, UTC.'),
      bestMs: describe(Milliseconds, 'Best lap of the session in ms.'),
      driverIdx: DrivenLap.properties.driverIdx,
      lapNum: Type.Integer({ description: 'Number of the best lap, from 1.' }),
      hasTrace: Type.Boolean({
        description: 'Whether the best lap can be compared by its telemetry.',
      }),
      medianMs: describe(Milliseconds, 'Median of its clean laps in ms.'),
      laps: Type.Integer({ description: 'Number of its clean laps.' }),
    }),
    { description: 'The latest 50 sessions, oldest first.' },
  ),
  tyrePace: Type.Array(
    Type.Object({
      tyreCompound: describe(TyreCompoundNumber, 'Visual compound.'),
      laps: Type.Integer({ description: 'Number of clean laps.' }),
      lossPerLapMs: Type.Number({
        description: 'By how much a lap is slower for each lap that the tyres are older, in ms.',
      }),
      confidenceMs: Type.Number({
        description: 'Half the 95 % confidence interval of that figure, in ms.',
      }),
    }),
    {
      description:
        'Pace against the age of the tyres, by compound; only with at least 20 clean laps on tyres of at least five ages.',
    },
  ),
  withheld: Type.Array(WithheldLap, {
    description: 'Laps that are in no record, newest first, ten at most.',
  }),
})
export type LapStatistics = Static<typeof LapStatistics>

/** Coaching is limited to this many sessions and laps of each, because it reads the trace of each lap. */
export const TRAINING_SESSIONS_MAX = 5
export const TRAINING_LAPS_MAX = 3

export const TrainingLap = Type.Pick(DrivenLap, [
  'sessionId',
  'driverIdx',
  'lapNum',
  'lapTimeMs',
  'drivenAt',
])
export type TrainingLap = Static<typeof TrainingLap>

/** Coaching is made of these laps, which have complete telemetry. */
export const TrainingLaps = Type.Object({
  laps: Type.Array(TrainingLap, {
    description:
      'The three fastest laps of each of the latest five sessions of the category, the oldest session first.',
  }),
  references: Type.Array(TrainingLap, {
    description:
      'The three fastest laps of whom they are compared with, of the same category; empty without one.',
  }),
  reference: nullable(
    Type.Object({
      userId: describe(Uuid, 'Id of the driver of the references.'),
      username: Type.String({ description: 'Username of that driver.' }),
    }),
    'Who drove the references; null without one. The caller, if the own laps are compared with the own best ones.',
  ),
})
export type TrainingLaps = Static<typeof TrainingLaps>

export const TrainingQuery = Type.Object({
  ...LapCategoryQuery.properties,
  against: Type.Optional(
    describe(
      Uuid,
      'Id of the user to compare with, who has to be in the records; the record of the category if left out.',
    ),
  ),
})

export const Participation = Type.Object({
  isInRecords: Type.Boolean({ description: 'False: laps of the user are in no list of records.' }),
})

export const records = endpointTable({
  track: {
    method: 'GET',
    path: '/api/Records',
    summary: 'The fastest laps of a track, one for each driver, 100 at most',
    query: LapCategoryQuery,
    list: 'whole',
    response: Type.Array(LapRecord),
  },
  tracks: {
    method: 'GET',
    path: '/api/Records/tracks',
    summary: 'The fastest lap of each track',
    query: LapConditionsQuery,
    list: 'whole',
    response: Type.Array(TrackRecord),
  },
  versions: {
    method: 'GET',
    path: '/api/Records/versions',
    summary: 'Years of the game with records, newest first',
    list: 'whole',
    response: Type.Array(Type.Integer({ description: 'Year of the game.' })),
  },
})

export const ownLaps = endpointTable({
  bests: {
    method: 'GET',
    path: '/api/OwnLaps',
    summary: 'Personal bests by track, year, kind of session, tyres, weather and cars',
    auth: 'user',
    scope: 'data:read',
    list: 'whole',
    response: Type.Array(PersonalBest),
  },
  statistics: {
    method: 'GET',
    path: '/api/OwnLaps/statistics',
    summary: 'Consistency, progress and pace of the own laps of one category',
    auth: 'user',
    scope: 'data:read',
    query: LapCategoryQuery,
    response: LapStatistics,
  },
  training: {
    method: 'GET',
    path: '/api/OwnLaps/training',
    summary: 'Own laps of the latest sessions of one category, and those to compare them with',
    auth: 'user',
    scope: 'data:read',
    query: TrainingQuery,
    response: TrainingLaps,
  },
  participation: {
    method: 'GET',
    path: '/api/OwnLaps/participation',
    summary: 'Whether the own laps may be in records',
    auth: 'user',
    scope: 'data:read',
    response: Participation,
  },
  participate: {
    method: 'PUT',
    path: '/api/OwnLaps/participation',
    summary: 'Allow or forbid that the own laps are in records',
    auth: 'user',
    scope: 'none',
    body: Participation,
    response: Participation,
  },
})
