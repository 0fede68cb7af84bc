import { Type, type Static } from 'typebox'
import { Driver } from './driver.ts'
import { endpointTable } from './endpoint.ts'
import { FILTER_CHARS_MAX } from './filters.ts'
import { Instant, Milliseconds, nullable, Page, Uuid } from './schema.ts'

export const WeatherSample = Type.Object({
  /** The session the forecast is for, see `SessionType`. */
  sessionTypeMode: Type.Integer(),
  /** Minutes from now. */
  timeOffSet: Type.Integer(),
  forecastedWeatherCondition: Type.Integer(),
  trackTemperatureCelsius: Type.Integer(),
  /** 0 up, 1 down, 2 no change. */
  trackTemperatureChange: Type.Integer(),
  airTemperatureCelsius: Type.Integer(),
  airTemperatureChange: Type.Integer(),
  rainPercentage: Type.Integer(),
})
export type WeatherSample = Static<typeof WeatherSample>

export const Overtake = Type.Object({
  overtakingDriverIdx: Type.Integer(),
  overtakenDriverIdx: Type.Integer(),
  lapNum: Type.Integer(),
  /** Session time in milliseconds. */
  overtakingTime: Milliseconds,
  utcTime: Instant,
})
export type Overtake = Static<typeof Overtake>

export const WeatherChange = Type.Object({
  /** Session time. */
  timeMs: Milliseconds,
  lapNum: Type.Integer(),
  weather: Type.Integer(),
  trackTemp: Type.Integer(),
  airTemp: Type.Integer(),
})
export type WeatherChange = Static<typeof WeatherChange>

/** What race control and the timing say, in order; the live page's feed. */
export const SessionEventKind = Type.Enum([
  'sessionStarted',
  'lightsOut',
  'fastestLap',
  'retirement',
  'penalty',
  'warning',
  'overtake',
  'pitStop',
  'safetyCar',
  'redFlag',
  'chequeredFlag',
  'raceWinner',
  'drsEnabled',
  'drsDisabled',
  'collision',
  'weather',
  'flashback',
  'sessionEnded',
])
export type SessionEventKind = Static<typeof SessionEventKind>

export const SessionEvent = Type.Object({
  /** Counts from 1 within the session and never repeats, so that a reader can tell what is new. */
  seq: Type.Integer(),
  kind: SessionEventKind,
  /** Session time. */
  timeMs: Milliseconds,
  lapNum: nullable(Type.Integer()),
  driverIdx: nullable(Type.Integer()),
  otherDriverIdx: nullable(Type.Integer()),
  /**
   * A number whose meaning the kind decides: lap time in ms (fastestLap), penalty
   * type (penalty), infringement type (warning), stop time in ms (pitStop), weather
   * (weather), safety car type × 10 + phase 0-3 (safetyCar), target session time in ms
   * (flashback).
   */
  value: nullable(Type.Integer()),
  /** Seconds of a time penalty. */
  seconds: nullable(Type.Integer()),
})
export type SessionEvent = Static<typeof SessionEvent>

/** How much of the session the recording holds, as lists show it (DESIGN §5). */
export const CompletenessFigures = Type.Object({
  /** Share of the session's frames that arrived, 0 to 1. */
  framesSeen: Type.Number(),
  /** Completed laps whose time never arrived, over all cars. */
  lapsMissing: Type.Integer(),
  hiddenNames: Type.Integer(),
  restrictedDrivers: Type.Integer(),
  classification: Type.Enum(['final', 'provisional']),
})
export type CompletenessFigures = Static<typeof CompletenessFigures>

export const Completeness = Type.Object({
  ...CompletenessFigures.properties,
  /** Which laps are missing. */
  missingLaps: Type.Optional(
    Type.Array(Type.Object({ driverIdx: Type.Integer(), lapNum: Type.Integer() })),
  ),
})
export type Completeness = Static<typeof Completeness>

export const SessionSummary = Type.Object({
  id: Uuid,
  /** The running number of the recording in this installation. */
  internalSessionId: Type.Integer(),
  /** The game's session UID as a decimal string. */
  sessionId: Type.String(),
  userId: Uuid,
  userName: Type.String(),
  trackId: Type.Integer(),
  trackName: Type.String(),
  sessionType: Type.Integer(),
  /** The planned distance; 0 where the session runs by time. */
  numberOfLaps: Type.Integer(),
  sessionStartTime: Instant,
  sessionEndTime: nullable(Instant),
  /** The game's year (2024). */
  gameVersion: Type.Integer(),
  /** The game's build ("1.18"). */
  gameBuild: Type.String(),
  packetFormat: Type.Integer(),
  isMultiplayer: Type.Boolean(),
  seasonLinkIdentifier: Type.Integer(),
  weekendLinkIdentifier: Type.Integer(),
  sessionLinkIdentifier: Type.Integer(),
  startTrackTemp: Type.Integer(),
  startAirTemp: Type.Integer(),
  startWeather: Type.Integer(),
  /**
   * Where it does not come from the game's datagrams: typed by `hand`, or a `document` that tells
   * laps as well. Nobody has seen either but who sent it.
   */
  origin: Type.Optional(Type.Enum(['hand', 'document'])),
  /** Of the own recording; null until a session recorded by an older version is looked through. */
  completeness: nullable(CompletenessFigures),
})
export type SessionSummary = Static<typeof SessionSummary>

export const SessionDetail = Type.Object({
  ...SessionSummary.properties,
  drivers: Type.Array(Driver),
  /** Seconds. */
  sessionTimeLeft: Type.Integer(),
  /** Seconds. */
  sessionDuration: Type.Integer(),
  safetyCarStatus: Type.Integer(),
  weather: Type.Integer(),
  weatherForecastSamples: Type.Array(WeatherSample),
  /** Minutes since midnight at the track. */
  timeOfDay: Type.Integer(),
  trackTemp: Type.Integer(),
  airTemp: Type.Integer(),
  numberOfSafetyCars: Type.Integer(),
  numberOfVirtualSafetyCars: Type.Integer(),
  numberOfRedFlags: Type.Integer(),
  /** Metres. */
  trackLength: Type.Integer(),
  overtakes: Type.Array(Overtake),
  weatherHistory: Type.Array(WeatherChange),
  events: Type.Array(SessionEvent),
  classification: Type.Enum(['final', 'provisional']),
  /**
   * The track's centre line as the cars drove it: [x, z] metres in the game's world, evenly
   * spaced from the line; null where no car has been yet.
   */
  trackOutline: Type.Array(nullable(Type.Tuple([Type.Number(), Type.Number()]))),
  completeness: Completeness,
  /**
   * Fields that the game did not send and that were derived from others
   * ("drivers.deltaToLeader"); docs/telemetry.md says how.
   */
  derived: Type.Optional(Type.Array(Type.String())),
  /** The weekend's sessions in order, see `SessionType`; empty where the game does not say. */
  weekendStructure: Type.Optional(Type.Array(Type.Integer())),
  /** Which race of its weekend this is; null outside races and where it can't be known. */
  raceKind: Type.Optional(nullable(Type.Enum(['sprint', 'main']))),
  /** The car of whoever recorded the session; null for a spectator. */
  recorderDriverIdx: Type.Optional(nullable(Type.Integer())),
})
export type SessionDetail = Static<typeof SessionDetail>

/** Another user's recording of the same session. */
export const Sibling = Type.Object({
  id: Uuid,
  internalSessionId: Type.Integer(),
  userId: Uuid,
  userName: Type.String(),
  sessionStartTime: Instant,
  sessionEndTime: nullable(Instant),
  completeness: CompletenessFigures,
})
export type Sibling = Static<typeof Sibling>

/** A value that the own recording lacks and a sibling has. */
export const FilledField = Type.Object({
  /** Null where the session itself has the field. */
  driverIdx: nullable(Type.Integer()),
  /** Below the driver or the session: `name`, `lapTimes.2.sector1Time`. */
  field: Type.String(),
  fromSessionId: Uuid,
})
export type FilledField = Static<typeof FilledField>

/** What one recording says of a session, completed by other recordings of the same session. */
export const RecordedSession = Type.Object({
  ...SessionDetail.properties,
  siblings: Type.Array(Sibling),
  filled: Type.Array(FilledField),
})
export type RecordedSession = Static<typeof RecordedSession>

export const SessionPage = Type.Object({
  totalPages: Type.Integer(),
  sessions: Type.Array(SessionSummary),
})
export type SessionPage = Static<typeof SessionPage>

/** One's own sessions, as the specification names their list. */
export const OwnSessionList = Type.Object({
  totalElements: Type.Integer(),
  sessions: Type.Array(SessionSummary),
})
export type OwnSessionList = Static<typeof OwnSessionList>

const Numbers = Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { maxItems: 50 })
const SessionList = Type.Array(SessionSummary)

export const sessions = endpointTable({
  list: {
    method: 'GET',
    path: '/api/Sessions',
    summary: 'Recorded sessions, newest first',
    query: Page,
    response: SessionPage,
    errors: [400],
  },
  get: {
    method: 'GET',
    path: '/api/Sessions/{id}',
    summary: 'One recorded session with every driver, lap and event',
    params: Type.Object({ id: Uuid }),
    response: RecordedSession,
    errors: [400, 404],
  },
  recordings: {
    method: 'GET',
    path: '/api/Sessions/session/{id}',
    summary: 'The recordings of the session with this UID of the game, newest first',
    params: Type.Object({ id: Type.String({ pattern: '^\\d{1,20}$' }) }),
    response: SessionList,
    errors: [400, 404],
  },
  delete: {
    method: 'DELETE',
    path: '/api/Sessions/{id}',
    summary: 'Delete an own session with its capture; `force` also takes it out of own seasons',
    auth: 'user',
    params: Type.Object({ id: Uuid }),
    query: Type.Object({ force: Type.Optional(Type.Boolean()) }),
    errors: [400, 401, 403, 404, 409],
  },
  mine: {
    method: 'GET',
    path: '/api/Sessions/user',
    summary: 'Own recorded sessions, newest first',
    auth: 'user',
    query: Page,
    response: SessionPage,
    errors: [400, 401],
  },
  currentUser: {
    method: 'GET',
    path: '/api/Sessions/currentUser',
    summary: 'Own recorded sessions at these tracks and of these types, newest first',
    auth: 'user',
    query: Type.Object({
      ...Page.properties,
      TrackIds: Type.Optional(Numbers),
      SessionTypes: Type.Optional(Numbers),
    }),
    response: OwnSessionList,
    errors: [400, 401],
  },
  ofUser: {
    method: 'GET',
    path: '/api/Sessions/user/{id}',
    summary: 'The recorded sessions of a user, newest first',
    params: Type.Object({ id: Uuid }),
    query: Page,
    response: SessionPage,
    errors: [400, 404],
  },
  weekendOf: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/weekend',
    summary: "The sessions of this one's weekend by the same user, in the order they were driven",
    params: Type.Object({ sessionId: Uuid }),
    response: SessionList,
    errors: [400, 404],
  },
  weekend: {
    method: 'GET',
    path: '/api/Sessions/weekend/{weekendId}',
    summary: 'Sessions with this weekendLinkIdentifier, newest first, 100 at most',
    params: Type.Object({ weekendId: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }) }),
    query: Type.Object({ userId: Type.Optional(Uuid) }),
    response: SessionList,
    errors: [400],
  },
  filters: {
    method: 'GET',
    path: '/api/Sessions/filters',
    summary:
      'Recorded sessions by a filter (docs/filters.md), newest first unless sorted otherwise',
    query: Type.Object({
      ...Page.properties,
      filters: Type.Optional(Type.String({ maxLength: FILTER_CHARS_MAX * 4 })),
      sorts: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: SessionList,
    errors: [400],
  },
  export: {
    method: 'GET',
    path: '/api/Sessions/{id}/export',
    summary:
      'The session as a file; a CSV holds the classification or the laps, an XLSX all tables',
    params: Type.Object({ id: Uuid }),
    query: Type.Object({
      format: Type.Optional(Type.Enum(['csv', 'json', 'xlsx'])),
      table: Type.Optional(Type.Enum(['classification', 'laps'])),
    }),
    file: 'text/csv',
    errors: [400, 404],
  },
  capture: {
    method: 'GET',
    path: '/api/Sessions/{id}/capture',
    summary: "An own session's datagrams, a .pcap that is compressed with Zstandard",
    auth: 'user',
    params: Type.Object({ id: Uuid }),
    file: 'application/zstd',
    errors: [400, 401, 403, 404],
  },
})
