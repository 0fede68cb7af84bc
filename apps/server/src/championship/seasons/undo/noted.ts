import { Type, type Static, type TSchema } from 'typebox'
import { SessionRole } from '@pitboard/contract/points-system'

const Moved = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Object({ before: schema, after: schema }))
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Id = Type.String()
const Names = Type.Array(nullable(Type.String()))

const NotedEvent = Type.Object({
  id: Id,
  track: Type.Integer(),
  name: Type.String(),
  startsAt: nullable(Type.String()),
})
export type NotedEvent = Static<typeof NotedEvent>

const NotedLink = Type.Object({
  sessionId: Id,
  driverNames: Names,
  role: SessionRole,
  pointsFactor: Type.Number(),
  /** Not in notes from before there was a choice. */
  pointsByDistance: Type.Optional(Type.Boolean()),
})
export type NotedLink = Static<typeof NotedLink>

const LinkChange = Type.Object({
  sessionId: Id,
  driverNames: Moved(Names),
  role: Moved(SessionRole),
  pointsFactor: Moved(Type.Number()),
  pointsByDistance: Moved(Type.Boolean()),
})
export type LinkChange = Static<typeof LinkChange>

const Aliases = Type.Array(Type.Object({ name: Type.String(), aliases: Type.Array(Type.String()) }))
const PointsSystem = Type.Object({}, { additionalProperties: true })

/** What the notes of acts that can be taken back hold; other notes are left as they are. */
export const NOTED = {
  updated: Type.Object({ name: Moved(Type.String()), pointsSystem: Moved(PointsSystem) }),
  eventsAdded: Type.Object({ events: Type.Array(NotedEvent) }),
  eventUpdated: Type.Object({
    eventId: Id,
    track: Moved(Type.Integer()),
    name: Moved(Type.String()),
    startsAt: Moved(nullable(Type.String())),
  }),
  eventRemoved: Type.Object({ event: NotedEvent, links: Type.Array(NotedLink) }),
  weekendsLinked: Type.Object({
    events: Type.Array(NotedEvent),
    sessions: Type.Array(Type.Object({ eventId: Id, links: Type.Array(NotedLink) })),
  }),
  sessionsAdded: Type.Object({
    eventId: Id,
    links: Type.Array(NotedLink),
    sessions: Type.Array(LinkChange),
  }),
  sessionUpdated: Type.Object({ eventId: Id, sessions: Type.Array(LinkChange) }),
  sessionRemoved: Type.Object({ eventId: Id, ...NotedLink.properties }),
  aliases: Type.Object({ before: Aliases, after: Aliases }),
  suggestionDismissed: Type.Object({ names: Type.Array(Type.String()) }),
  adjustment: Type.Object({ adjustmentId: Id }),
} as const
