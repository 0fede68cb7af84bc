import { Type, type Static } from 'typebox'
import { Driver } from './driver.ts'
import { Instant, nullable, Uuid } from './schema.ts'
import { Overtake, SessionEvent, WeatherChange, WeatherSample } from './session-events.ts'

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
  numberOfLaps: nullable(Type.Integer()),
  sessionStartTime: Instant,
  sessionEndTime: nullable(Instant),
  /** The game's year (2024). */
  gameVersion: nullable(Type.Integer()),
  /** The game's build ("1.18"). */
  gameBuild: Type.String(),
  packetFormat: nullable(Type.Integer()),
  isMultiplayer: nullable(Type.Boolean()),
  seasonLinkIdentifier: Type.Integer(),
  weekendLinkIdentifier: Type.Integer(),
  sessionLinkIdentifier: Type.Integer(),
  startTrackTemp: nullable(Type.Integer()),
  startAirTemp: nullable(Type.Integer()),
  startWeather: nullable(Type.Integer()),
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
  sessionDuration: nullable(Type.Integer()),
  safetyCarStatus: Type.Integer(),
  weather: nullable(Type.Integer()),
  weatherForecastSamples: Type.Array(WeatherSample),
  /** Minutes since midnight at the track. */
  timeOfDay: nullable(Type.Integer()),
  trackTemp: nullable(Type.Integer()),
  airTemp: nullable(Type.Integer()),
  numberOfSafetyCars: nullable(Type.Integer()),
  numberOfVirtualSafetyCars: nullable(Type.Integer()),
  numberOfRedFlags: nullable(Type.Integer()),
  /** Metres. */
  trackLength: nullable(Type.Integer()),
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
