import { Assist, CarPerformance, Formula } from '../records/lap-category.ts'
import { Type, type Static } from 'typebox'
import {
  SafetyCarNumber,
  SessionTypeNumber,
  TrackNumber,
  WeatherNumber,
} from '../wire/enumeration-schemas.ts'
import { Driver } from './driver.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { Overtake, SessionEvent, WeatherChange, WeatherSample } from './session-events.ts'

/** Lists show like this how complete a recording is (docs/telemetry.md). */
export const CompletenessFigures = Type.Object({
  framesSeen: nullable(
    Type.Number(),
    'Share of the session’s frames that arrived, 0 to 1; null without telemetry.',
  ),
  lapsMissing: Type.Integer({
    description: 'Number of completed laps without a lap time, over all cars.',
  }),
  hiddenNames: Type.Integer({ description: 'Number of drivers whose names the game hides.' }),
  restrictedDrivers: Type.Integer({
    description: 'Number of drivers who restrict their telemetry.',
  }),
  classification: Type.Enum(['final', 'provisional'], {
    description:
      '`final`: from the game’s classification; `provisional`: derived from the last lap data.',
  }),
})
export type CompletenessFigures = Static<typeof CompletenessFigures>

export const Completeness = Type.Object({
  ...CompletenessFigures.properties,
  missingLaps: Type.Optional(
    Type.Array(
      Type.Object({
        driverIdx: Type.Integer({
          description:
            'Car index of the driver in the session; `drivers`, overtakes, results and `driverNames` use the same.',
        }),
        lapNum: Type.Integer({ description: 'Lap, from 1.' }),
      }),
      { description: 'Completed laps without a lap time.' },
    ),
  ),
})
export type Completeness = Static<typeof Completeness>

export const SessionSummary = Type.Object({
  id: describe(Uuid, 'Id of the recorded session.'),
  internalSessionId: Type.Integer({
    description: 'Sequence number of the recording on this server.',
  }),
  sessionId: Type.String({ description: 'The game’s session UID as a decimal string.' }),
  userId: describe(Uuid, 'Id of the user who recorded the session.'),
  userName: Type.String({ description: 'Name of the user who recorded the session.' }),
  trackId: describe(TrackNumber, 'Track of the session.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  sessionType: describe(SessionTypeNumber, 'Type of the session.'),
  numberOfLaps: nullable(
    Type.Integer(),
    'Planned number of laps; 0 for a session that runs by time; null if unknown.',
  ),
  sessionStartTime: describe(Instant, 'When the session started, UTC.'),
  sessionEndTime: nullable(Instant, 'When the session ended, UTC; null if unknown.'),
  gameVersion: nullable(Type.Integer(), 'Year of the game (2024); null if unknown.'),
  gameBuild: Type.String({ description: 'Build of the game ("1.18"); empty if unknown.' }),
  packetFormat: nullable(Type.Integer(), 'Year of the telemetry format; null without telemetry.'),
  isMultiplayer: nullable(
    Type.Boolean(),
    'Whether the session was driven online; null if unknown.',
  ),
  seasonLinkIdentifier: Type.Integer({
    description: 'Number that the game gives to all sessions of a season; 0 if unknown.',
  }),
  weekendLinkIdentifier: Type.Integer({
    description: 'Number that the game gives to all sessions of a weekend; 0 if unknown.',
  }),
  sessionLinkIdentifier: Type.Integer({
    description: 'Number that the game gives to the session; 0 if unknown.',
  }),
  startTrackTemp: nullable(
    Type.Integer(),
    'Track temperature at the start in °C; null if unknown.',
  ),
  startAirTemp: nullable(Type.Integer(), 'Air temperature at the start in °C; null if unknown.'),
  startWeather: nullable(WeatherNumber, 'Weather at the start; null if unknown.'),
  origin: Type.Optional(
    Type.Enum(['hand', 'document'], {
      description:
        'Where a session without telemetry comes from: `hand`: a result entered by hand; `document`: a document with laps. Left out for a recording.',
    }),
  ),
  completeness: nullable(
    CompletenessFigures,
    'How complete the recording is; null if not computed yet.',
  ),
})
export type SessionSummary = Static<typeof SessionSummary>

/** The settings say with which cars and assists a session is driven. */
export const SessionSettings = Type.Object({
  formula: Formula,
  performance: CarPerformance,
  gameMode: Type.Integer({ description: 'Mode of the game, as the game numbers it.' }),
  assists: Type.Array(Assist, {
    description: 'Driving assists that the recording user used in the session.',
  }),
})

export const SessionDetail = Type.Object({
  ...SessionSummary.properties,
  drivers: Type.Array(Driver, { description: 'Cars that took part.' }),
  sessionTimeLeft: Type.Integer({ description: 'Time left in the session, in seconds.' }),
  sessionDuration: nullable(
    Type.Integer(),
    'Planned duration of the session, in seconds; null if unknown.',
  ),
  safetyCarStatus: describe(SafetyCarNumber, 'Safety car at the end of the session, or now.'),
  weather: nullable(WeatherNumber, 'Weather at the end of the session, or now; null if unknown.'),
  weatherForecastSamples: Type.Array(WeatherSample, {
    description: 'The latest weather forecast.',
  }),
  timeOfDay: nullable(
    Type.Integer(),
    'Time of day at the track, in minutes since midnight; null if unknown.',
  ),
  trackTemp: nullable(
    Type.Integer(),
    'Track temperature in °C at the end of the session, or now; null if unknown.',
  ),
  airTemp: nullable(
    Type.Integer(),
    'Air temperature in °C at the end of the session, or now; null if unknown.',
  ),
  numberOfSafetyCars: nullable(Type.Integer(), 'Number of safety car periods; null if unknown.'),
  numberOfVirtualSafetyCars: nullable(
    Type.Integer(),
    'Number of virtual safety car periods; null if unknown.',
  ),
  numberOfRedFlags: nullable(Type.Integer(), 'Number of red flags; null if unknown.'),
  trackLength: nullable(Type.Integer(), 'Length of a lap in m; null if unknown.'),
  overtakes: Type.Array(Overtake, { description: 'Overtakes in order.' }),
  weatherHistory: Type.Array(WeatherChange, {
    description: 'Changes of weather and temperatures in order.',
  }),
  events: Type.Array(SessionEvent, {
    description: 'What race control and the timing reported, in order.',
  }),
  classification: Type.Enum(['final', 'provisional'], {
    description:
      '`final`: from the game’s classification; `provisional`: derived from the last lap data.',
  }),
  trackOutline: Type.Array(nullable(Type.Tuple([Type.Number(), Type.Number()])), {
    description:
      'Centre line of the track as the cars drove it: `[x, z]` in m in the game’s world, evenly spaced from the line; null where no car has been.',
  }),
  completeness: describe(Completeness, 'How complete the recording is.'),
  derived: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Fields that were derived because the game did not send them ("drivers.deltaToLeader"); docs/telemetry.md says how.',
    }),
  ),
  weekendStructure: Type.Optional(
    Type.Array(SessionTypeNumber, {
      description: 'Sessions of the weekend in order; empty if unknown.',
    }),
  ),
  raceKind: Type.Optional(
    nullable(
      Type.Enum(['sprint', 'main']),
      'Whether the race is the sprint or the main race of its weekend; null for other sessions and if unknown.',
    ),
  ),
  settings: Type.Optional(
    describe(SessionSettings, 'With which cars and assists it was driven; missing if unknown.'),
  ),
  recorderDriverIdx: Type.Optional(
    nullable(
      Type.Integer(),
      'Car index of the user who recorded the session; null for a spectator.',
    ),
  ),
})
export type SessionDetail = Static<typeof SessionDetail>

/** A sibling is another user's recording of the same session. */
export const Sibling = Type.Object({
  id: describe(Uuid, 'Id of the other recording.'),
  internalSessionId: Type.Integer({
    description: 'Sequence number of the recording on this server.',
  }),
  userId: describe(Uuid, 'Id of the user who recorded it.'),
  userName: Type.String({ description: 'Name of the user who recorded it.' }),
  sessionStartTime: describe(Instant, 'When the recording started, UTC.'),
  sessionEndTime: nullable(Instant, 'When the recording ended, UTC; null if unknown.'),
  completeness: describe(CompletenessFigures, 'How complete the recording is.'),
})
export type Sibling = Static<typeof Sibling>

/** The own recording lacks this value, and a sibling has it. */
export const FilledField = Type.Object({
  driverIdx: nullable(
    Type.Integer(),
    'Car index of the driver; null for a field of the session itself.',
  ),
  field: Type.String({
    description:
      'Path of the field below the driver or the session: `name`, `lapTimes.2.sector1Time`.',
  }),
  fromSessionId: describe(Uuid, 'Id of the recording that the value comes from.'),
})
export type FilledField = Static<typeof FilledField>

/** Other recordings of the same session have completed this one. */
export const RecordedSession = Type.Object({
  ...SessionDetail.properties,
  siblings: Type.Array(Sibling, { description: 'Other users’ recordings of the same session.' }),
  filled: Type.Array(FilledField, { description: 'Values that were added from those recordings.' }),
})
export type RecordedSession = Static<typeof RecordedSession>
