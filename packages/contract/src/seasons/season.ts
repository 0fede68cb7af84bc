import { Type, type Static } from 'typebox'
import { Adjustment } from './adjustment.ts'
import { DriverVoteRule } from './driver-vote.ts'
import { Track as TRACKS } from '../wire/enumerations.ts'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { EventPoints, PointsSystem, PointsSystemChoice, SessionRole } from './points-system.ts'
import { describe, Instant, nullable, optional, Uuid } from '../wire/schema.ts'
import { SessionSummary } from '../sessions/session.ts'
import { SEASON_PARTS, SEASON_TEMPLATES } from './season-parts.ts'
import { Standings } from './standings.ts'
import { TIERS_MAX } from './tier-limits.ts'
import { StartingPoints } from './starting-points.ts'
import { TRACK_IDS } from '../sessions/track-names.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

const Name = Type.String({ minLength: 1, maxLength: TEXT_MAX.name, pattern: '\\S' })
export const DriverName = Type.String({
  minLength: 1,
  maxLength: TEXT_MAX.driverName,
  pattern: '\\S',
})
/** Names are listed by `driverIdx`; null stands where the game's name applies. */
export const DriverNames = Type.Array(nullable(DriverName), { maxItems: 30 })

const TierName = Type.String({ minLength: 1, maxLength: TEXT_MAX.tier, pattern: '\\S' })

/** The query chooses the standings of one tier. */
export const TierQuery = Type.Optional(
  Type.String({
    description: 'Tier that competes in the season; all tiers if left out.',
    maxLength: TEXT_MAX.tier,
  }),
)

/** The owner of the season edits these fields. */
export const EventSessionFields = Type.Object({
  driverNames: describe(
    DriverNames,
    'Names of the drivers by `driverIdx`; null where the game’s name applies.',
  ),
  role: describe(SessionRole, 'Role of the session in its event.'),
  pointsFactor: Type.Number({
    description: 'Factor for the points of the session: 0.5 for half points.',
    minimum: 0,
    maximum: 10,
  }),
  pointsByDistance: Type.Boolean({
    description: 'False if the stewards award full points for a race that was stopped early.',
  }),
  tier: Type.String({
    description:
      'Tier of all drivers of the session; empty if the roster says which tier each driver is in.',
    maxLength: TEXT_MAX.tier,
  }),
})
export type EventSessionFields = Static<typeof EventSessionFields>

export const EventSession = Type.Object({
  session: describe(SessionSummary, 'The session.'),
  ...EventSessionFields.properties,
  alsoCountedAs: Type.Optional(
    Type.Array(Uuid, {
      description:
        'Ids of other recordings of the same session that count in this season too; left out if there are none.',
    }),
  ),
})
export type EventSession = Static<typeof EventSession>

/** The owner of the season edits these fields. */
export const EventFields = Type.Object({
  track: describe(TrackNumber, 'Track of the event.'),
  name: Type.String({ description: 'Name of the event; empty if it is named after its track.' }),
  startsAt: nullable(Instant, 'When the event starts, UTC; null if not scheduled.'),
  points: nullable(EventPoints, 'What the event pays otherwise than the season; null for nothing.'),
})
export type EventFields = Static<typeof EventFields>

export const SeasonEvent = Type.Object({
  id: describe(Uuid, 'Id of the event.'),
  ...EventFields.properties,
  sessions: Type.Array(EventSession, { description: 'Sessions of the event.' }),
})
export type SeasonEvent = Static<typeof SeasonEvent>

/** These names are one driver: the standings show the first. */
export const Alias = Type.Object({
  name: describe(DriverName, 'Name that the standings show.'),
  aliases: Type.Array(DriverName, { description: 'Other names of the driver.' }),
})
export type Alias = Static<typeof Alias>

/** The results were published like this at one time. */
export const Publication = Type.Object({
  version: Type.Integer({ description: 'Number of the publication, from 1.' }),
  status: Type.Enum(['provisional', 'official'], {
    description: 'Status of the results: `provisional` or `official`.',
  }),
  publishedAt: describe(Instant, 'When it was published, UTC.'),
  note: Type.String({ description: 'Note of the organiser; may be empty.' }),
})
export type Publication = Static<typeof Publication>

/**
 * A season is `listed` in a public league, `link` in no league, for everyone with the link, or `private` in
 * private leagues alone, for the owner.
 */
export const Visibility = Type.Enum(['listed', 'link', 'private'])
export type Visibility = Static<typeof Visibility>

/**
 * The owner of a season edits these fields. A column of the same name in the table `season` stores each;
 * updates, history and undo follow from this list (docs/leagues-and-seasons.md).
 */
export const SeasonFields = Type.Object({
  name: describe(Name, 'Name of the season.'),
  pointsSystem: describe(PointsSystem, 'Points system of the season.'),
  startingPoints: describe(StartingPoints, 'Points that drivers and teams begin the season with.'),
  tiers: Type.Array(TierName, {
    description:
      'Tiers that have standings of their own, the best first; empty if all drivers compete with each other.',
    maxItems: TIERS_MAX,
  }),
  teamsPerTier: Type.Boolean({
    description: 'Whether teams have standings in each tier too, not only over all tiers.',
  }),
  driverVote: nullable(
    DriverVoteRule,
    'Vote for the driver of the day after each race; null for none.',
  ),
  isTemplate: Type.Boolean({
    description: 'Whether organisers find it among the templates for new seasons.',
  }),
})
export type SeasonFields = Static<typeof SeasonFields>

export const Season = Type.Object({
  id: describe(Uuid, 'Id of the season.'),
  ...SeasonFields.properties,
  ownerId: describe(Uuid, 'Id of the user who owns it.'),
  ownerName: Type.String({ description: 'Username of the owner.' }),
  leagueIds: Type.Array(Uuid, {
    description: 'Ids of the leagues that contain the season and that the caller can see.',
  }),
  visibility: describe(
    Visibility,
    '`listed`: in a public league; `link`: in no league, open to everyone with the link; `private`: in private leagues only, open to the owner.',
  ),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  updatedAt: describe(Instant, 'When it was last changed, UTC.'),
  version: Type.Integer({
    description:
      'Number of the current version; it grows with every change, and `If-Match` takes it.',
  }),
  events: Type.Array(SeasonEvent, { description: 'Events in the order of the calendar.' }),
  standings: describe(Standings, 'Standings of drivers and teams.'),
  aliases: Type.Array(Alias, { description: 'Names that belong to one driver.' }),
  adjustments: Type.Array(Adjustment, {
    description: 'Adjustments by the stewards, including revoked ones.',
  }),
  publication: nullable(Publication, 'Latest published results; null without any.'),
  isLive: Type.Boolean({
    description:
      'Whether a session of the season is being driven; the standings include its current state.',
  }),
})
export type Season = Static<typeof Season>

export const SeasonList = Type.Object({
  totalElements: Type.Integer({ description: 'Number of all seasons, over all pages.' }),
  seasons: Type.Array(Season, { description: 'Seasons of the page.' }),
})
export type SeasonList = Static<typeof SeasonList>

const { name, ...REST } = {
  ...SeasonFields.properties,
  pointsSystem: describe(
    PointsSystemChoice,
    'Points system, or the rules to change. Left out: a default in a new season, else unchanged.',
  ),
}

export const SeasonCopy = Type.Object(
  {
    seasonId: Type.Optional(
      describe(
        Uuid,
        'Id of the earlier season, which the caller manages; left out with `template`.',
      ),
    ),
    template: Type.Optional(
      Type.Enum([...SEASON_TEMPLATES], {
        description:
          'Template of the site, with points and a calendar, instead of an earlier season.',
      }),
    ),
    parts: Type.Array(Type.Enum(SEASON_PARTS), {
      description:
        '`points`: points system and tiers; `calendar`: events without their sessions; `roster`: teams, and drivers who were in it at its last event; `names`: names that are one driver; `signUp`: form of the sign-up; `rules`: rules for incidents; `attendance`: until when drivers answer.',
      minItems: 1,
      maxItems: SEASON_PARTS.length,
    }),
    startsAt: Type.Optional(
      nullable(
        Instant,
        'When the first dated event starts, UTC. The others, and the times of the sign-up, keep their distance to it. Null or left out: events have no date.',
      ),
    ),
    timeZone: Type.Optional(
      Type.String({
        description: 'Time zone (IANA) in which events keep their time of day.',
        maxLength: 60,
        default: 'UTC',
      }),
    ),
    tiers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: describe(DriverName, 'Name of the driver in the earlier roster.'),
            tier: Type.String({
              description: 'The new tier; empty for none.',
              maxLength: TEXT_MAX.tier,
            }),
          },
          { additionalProperties: false },
        ),
        { description: 'Drivers who are promoted or relegated.', maxItems: 200 },
      ),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Earlier season of the same owner, or a template, and what the new season takes over from it.',
  },
)
export type SeasonCopy = Static<typeof SeasonCopy>

export const SeasonCreate = Type.Object({
  name,
  ...optional(REST),
  leagueId: Type.Optional(
    nullable(Uuid, 'League of the caller to which the season is added; null for none.'),
  ),
  copyOf: Type.Optional(SeasonCopy),
})
export type SeasonCreate = Static<typeof SeasonCreate>

export const SeasonUpdate = Type.Object({
  id: describe(Uuid, 'Id of the season.'),
  ...optional({ name, ...REST }),
})
export type SeasonUpdate = Static<typeof SeasonUpdate>

export const EventTrack = Type.Integer({ enum: [...TRACK_IDS], names: TRACKS })
const EVENT_UPDATE = {
  name: Type.Optional(
    nullable(
      Type.String({ maxLength: TEXT_MAX.name }),
      'Name of the event; null or empty to name it after its track.',
    ),
  ),
  startsAt: Type.Optional(nullable(Instant, 'When the event starts, UTC; null if not scheduled.')),
  points: Type.Optional(
    nullable(EventPoints, 'What the event pays otherwise than the season; null for nothing.'),
  ),
}

export const EventCreate = Type.Object({
  track: describe(EventTrack, 'Track of the event.'),
  ...EVENT_UPDATE,
})
export type EventCreate = Static<typeof EventCreate>

export const EventUpdate = Type.Object({
  track: Type.Optional(describe(EventTrack, 'New track of the event.')),
  ...EVENT_UPDATE,
})
export type EventUpdate = Static<typeof EventUpdate>

export const SessionsAdd = Type.Object({
  sessionIds: Type.Array(Uuid, {
    description: 'Ids of the sessions to add.',
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
  }),
  driverNames: Type.Optional(
    nullable(
      Type.Union([Type.Array(nullable(DriverNames), { maxItems: 50 }), DriverNames]),
      'Names by `driverIdx`: a list for each session in the same order, or one list for all; null where the game’s names apply.',
    ),
  ),
})
export type SessionsAdd = Static<typeof SessionsAdd>

/** Missing members of a session in an event stay unchanged. */
export const EventSessionUpdate = Type.Object(optional(EventSessionFields.properties))
export type EventSessionUpdate = Static<typeof EventSessionUpdate>
