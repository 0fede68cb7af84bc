import { Type, type Static } from 'typebox'
import { PointsSystem, PointsSystemChoice, SessionRole } from './points-system.ts'
import { Instant, nullable, Uuid } from './schema.ts'
import { SessionSummary } from './session.ts'
import { Standings } from './standings.ts'
import { TRACK_IDS } from './track-names.ts'

const Name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })
export const DriverName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
/** By `driverIdx`; null where the game's name stands (DESIGN §4). */
export const DriverNames = Type.Array(nullable(DriverName), { maxItems: 30 })

export const EventSession = Type.Object({
  session: SessionSummary,
  driverNames: DriverNames,
  role: SessionRole,
  /** What its points are multiplied with: 0.5 for half points. */
  pointsFactor: Type.Number(),
  /** False: the stewards decided that a race which was stopped early pays like one that was not. */
  pointsByDistance: Type.Boolean(),
  /**
   * Other users' recordings of the same session that count in this season too, so that it counts more
   * than once until the organiser takes all but one out. Left out where there are none.
   */
  alsoCountedAs: Type.Optional(Type.Array(Uuid)),
})
export type EventSession = Static<typeof EventSession>

export const SeasonEvent = Type.Object({
  id: Uuid,
  track: Type.Integer(),
  name: Type.String(),
  startsAt: nullable(Instant),
  sessions: Type.Array(EventSession),
})
export type SeasonEvent = Static<typeof SeasonEvent>

/** A steward's decision; it counts once, and not any more from when it is revoked. */
export const Adjustment = Type.Object({
  id: Uuid,
  kind: Type.Enum(['timePenalty', 'disqualification', 'points', 'teamPoints']),
  /** The session it is about; null for points of the season as a whole. */
  sessionId: nullable(Uuid),
  /** The driver's car in that session; null without a session. */
  driverIdx: nullable(Type.Integer()),
  /** The name in the standings that points go to or come from; null with a session. */
  name: nullable(Type.String()),
  /** Of a time penalty; negative gives time back. */
  seconds: nullable(Type.Number()),
  /** Added; negative takes away. */
  points: nullable(Type.Number()),
  reason: Type.String(),
  authorId: Uuid,
  authorName: Type.String(),
  createdAt: Instant,
  revokedAt: nullable(Instant),
  revokedReason: nullable(Type.String()),
})
export type Adjustment = Static<typeof Adjustment>

/** Names that are one driver: the standings show the first. */
export const Alias = Type.Object({ name: DriverName, aliases: Type.Array(DriverName) })
export type Alias = Static<typeof Alias>

/** Results as they were published at one time. */
export const Publication = Type.Object({
  version: Type.Integer(),
  status: Type.Enum(['provisional', 'official']),
  publishedAt: Instant,
  note: Type.String(),
})
export type Publication = Static<typeof Publication>

/**
 * `listed`: in a public league; `link`: in no league, for whoever has the link; `private`: in private
 * leagues alone, for the owner.
 */
export const Visibility = Type.Enum(['listed', 'link', 'private'])
export type Visibility = Static<typeof Visibility>

const SEASON_FIELDS = {
  id: Uuid,
  name: Type.String(),
  ownerId: Uuid,
  ownerName: Type.String(),
  /** Of those that the caller may see. */
  leagueIds: Type.Array(Uuid),
  visibility: Visibility,
  createdAt: Instant,
  updatedAt: Instant,
  /** Counts the changes; `If-Match` takes it. */
  version: Type.Integer(),
}

export const Season = Type.Object({
  ...SEASON_FIELDS,
  /** In the calendar's order. */
  events: Type.Array(SeasonEvent),
  standings: Standings,
  pointsSystem: PointsSystem,
  aliases: Type.Array(Alias),
  adjustments: Type.Array(Adjustment),
  publication: nullable(Publication),
  /** A session of the season is being driven: the standings hold it as it stands now. */
  isLive: Type.Boolean(),
})
export type Season = Static<typeof Season>

export const SeasonList = Type.Object({
  totalElements: Type.Integer(),
  seasons: Type.Array(Season),
})
export type SeasonList = Static<typeof SeasonList>

export const SeasonCreate = Type.Object({
  name: Name,
  pointsSystem: Type.Optional(PointsSystemChoice),
  /** A league of the caller that the season goes into. */
  leagueId: Type.Optional(nullable(Uuid)),
})
export type SeasonCreate = Static<typeof SeasonCreate>

export const SeasonUpdate = Type.Object({
  id: Uuid,
  name: Type.Optional(Name),
  pointsSystem: Type.Optional(PointsSystemChoice),
})
export type SeasonUpdate = Static<typeof SeasonUpdate>

const Track = Type.Integer({ enum: [...TRACK_IDS] })
const EVENT_FIELDS = {
  name: Type.Optional(nullable(Type.String({ maxLength: 80 }))),
  startsAt: Type.Optional(nullable(Instant)),
}

export const EventCreate = Type.Object({ track: Track, ...EVENT_FIELDS })
export type EventCreate = Static<typeof EventCreate>

export const EventUpdate = Type.Object({ track: Type.Optional(Track), ...EVENT_FIELDS })
export type EventUpdate = Static<typeof EventUpdate>

export const SessionsAdd = Type.Object({
  sessionIds: Type.Array(Uuid, { minItems: 1, maxItems: 50, uniqueItems: true }),
  /** A list for each session, in the same order; or one list for all of them. */
  driverNames: Type.Optional(
    nullable(Type.Union([Type.Array(nullable(DriverNames), { maxItems: 50 }), DriverNames])),
  ),
})
export type SessionsAdd = Static<typeof SessionsAdd>

/** What an organiser says of a session of an event; what is left out stays as it is. */
export const EventSessionUpdate = Type.Object({
  driverNames: Type.Optional(DriverNames),
  role: Type.Optional(SessionRole),
  pointsFactor: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  pointsByDistance: Type.Optional(Type.Boolean()),
})
export type EventSessionUpdate = Static<typeof EventSessionUpdate>
