import { AttendanceAnswer } from '@pitboard/contract/attendance/attendance'
import { Alias, EventFields, EventSessionFields } from '@pitboard/contract/seasons/season'
import { SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { Updateable } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from '@pitboard/contract/wire/schema'
import type { AppContext } from '../../../context.ts'
import type { SeasonTable } from '../store/season-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { DriverItem, TeamItem } from '../roster/roster-items.ts'
import type { SeasonRecord } from '../store/queries.ts'

const Id = Type.String()

const EventDetails = Type.Object({
  id: Id,
  ...EventFields.properties,
  /** Older changes lack this. */
  points: Type.Optional(EventFields.properties.points),
})
export type EventDetails = Static<typeof EventDetails>

const LinkDetails = Type.Object({
  sessionId: Id,
  ...EventSessionFields.properties,
  /** Older changes lack this. */
  pointsByDistance: Type.Optional(Type.Boolean()),
  tier: Type.Optional(Type.String()),
})
export type LinkDetails = Static<typeof LinkDetails>

/** The session comes with its changed fields. */
const LinkChange = Type.Object({ sessionId: Id })
export type LinkChange = Static<typeof LinkChange>

function itemChanges<T extends TSchema>(item: T) {
  return Type.Array(Type.Object({ id: Id, before: nullable(item), after: nullable(item) }))
}

/** The details of changes that can be undone stand here by action, other than changed fields. */
export const DETAILS = {
  eventsAdded: Type.Object({ events: Type.Array(EventDetails) }),
  eventUpdated: Type.Object({ eventId: Id }),
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
  aliases: Type.Object({ before: Type.Array(Alias), after: Type.Array(Alias) }),
  suggestionDismissed: Type.Object({ names: Type.Array(Type.String()) }),
  roster: Type.Object({
    teams: itemChanges(TeamItem),
    drivers: itemChanges(DriverItem),
    /** These sign-ups lost their place with the change. */
    placesLost: Type.Optional(Type.Array(Type.Object({ signUpId: Id, driverId: Id }))),
  }),
  teamPicture: Type.Object({ teamId: Id, before: nullable(Id), after: nullable(Id) }),
  claim: Type.Object({ claimId: Id }),
  signUp: Type.Object({
    signUpId: Id,
    wasApproved: Type.Boolean(),
    before: Type.Enum(['pending', 'waiting', 'accepted', 'refused']),
  }),
  attendance: Type.Object({
    eventId: Id,
    driverId: Id,
    before: nullable(AttendanceAnswer),
    after: nullable(AttendanceAnswer),
  }),
  penalty: Type.Object({ decisionId: Id, place: Type.Integer() }),
  adjustment: Type.Object({ adjustmentId: Id }),
  adjustmentRevoked: Type.Object({ adjustmentId: Id, reason: Type.String() }),
  /** It is the first form of a season; later changes have their changed fields. */
  signUpOpened: Type.Object({ opened: SignUpForm }),
} as const

interface UndoneChange extends Pick<AppContext, 'events' | 'newId' | 'now'> {
  /** The season has this version after the change. */
  readonly version: number
}

/**
 * Restores what one change replaced and returns the season's own columns to set. Throws a 409 if it has
 * been changed again since.
 */
export type UndoSeasonChange = (
  db: Db,
  season: SeasonRecord,
  details: unknown,
  undone: UndoneChange,
) => Promise<Updateable<SeasonTable> | undefined>
