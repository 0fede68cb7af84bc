import { SessionRole } from '@pitboard/contract/seasons/points-system'
import type {
  EventSessionUpdate,
  EventUpdate,
  SeasonUpdate,
} from '@pitboard/contract/seasons/season'
import type { Updateable } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import type { SeasonTable } from '../../../platform/db/season-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { SeasonRecord } from '../store/queries.ts'

const BeforeAfter = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Object({ before: schema, after: schema }))
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Id = Type.String()
const Names = Type.Array(nullable(Type.String()))

const EventDetails = Type.Object({
  id: Id,
  track: Type.Integer(),
  name: Type.String(),
  startsAt: nullable(Type.String()),
})
export type EventDetails = Static<typeof EventDetails>

const LinkDetails = Type.Object({
  sessionId: Id,
  driverNames: Names,
  role: SessionRole,
  pointsFactor: Type.Number(),
  /** Missing in older changes. */
  pointsByDistance: Type.Optional(Type.Boolean()),
})
export type LinkDetails = Static<typeof LinkDetails>

const LinkChange = Type.Object({
  sessionId: Id,
  driverNames: BeforeAfter(Names),
  role: BeforeAfter(SessionRole),
  pointsFactor: BeforeAfter(Type.Number()),
  pointsByDistance: BeforeAfter(Type.Boolean()),
} satisfies Record<keyof EventSessionUpdate | 'sessionId', TSchema>)
export type LinkChange = Static<typeof LinkChange>

const Aliases = Type.Array(Type.Object({ name: Type.String(), aliases: Type.Array(Type.String()) }))
const PointsSystem = Type.Object({}, { additionalProperties: true })

/** The details of changes that can be undone, by action. Undoing restores each field that a change can have. */
export const DETAILS = {
  updated: Type.Object({
    name: BeforeAfter(Type.String()),
    pointsSystem: BeforeAfter(PointsSystem),
  } satisfies Record<Exclude<keyof SeasonUpdate, 'id'>, TSchema>),
  eventsAdded: Type.Object({ events: Type.Array(EventDetails) }),
  eventUpdated: Type.Object({
    eventId: Id,
    track: BeforeAfter(Type.Integer()),
    name: BeforeAfter(Type.String()),
    startsAt: BeforeAfter(nullable(Type.String())),
  } satisfies Record<keyof EventUpdate | 'eventId', TSchema>),
  eventRemoved: Type.Object({ event: EventDetails, links: Type.Array(LinkDetails) }),
  weekendsLinked: Type.Object({
    events: Type.Array(EventDetails),
    sessions: Type.Array(Type.Object({ eventId: Id, links: Type.Array(LinkDetails) })),
  }),
  sessionsAdded: Type.Object({
    eventId: Id,
    links: Type.Array(LinkDetails),
    sessions: Type.Array(LinkChange),
  }),
  sessionUpdated: Type.Object({ eventId: Id, sessions: Type.Array(LinkChange) }),
  sessionRemoved: Type.Object({ eventId: Id, ...LinkDetails.properties }),
  aliases: Type.Object({ before: Aliases, after: Aliases }),
  suggestionDismissed: Type.Object({ names: Type.Array(Type.String()) }),
  adjustment: Type.Object({ adjustmentId: Id }),
} as const

/**
 * Restores what one change replaced and returns the season's own columns to set. Throws a 409 if it has
 * been changed again since.
 */
export type UndoSeasonChange = (
  db: Db,
  season: SeasonRecord,
  details: unknown,
) => Promise<Updateable<SeasonTable> | undefined>
