import type { NotificationKind } from '@pitboard/contract/notifications/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { findDecidedUsers } from '../announcements/describe-decision.ts'
import { isAwaited, readStaffedEvents } from '../attendance/event-drivers.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { selectFollowers } from './follows.ts'
import type { NotificationEventRow } from './notification-tables.ts'

export type AudienceSource = Pick<AppContext, 'db' | 'now'> & { readonly seasons: SeasonViews }

type Event = Pick<NotificationEventRow, 'kind' | 'season_id' | 'user_id' | 'details'>
type SeasonEvent = Event & { readonly season_id: string }

/** The query has a column `user_id`. */
type Users = RawBuilder<unknown>

type SelectUsers = (source: AudienceSource, event: Event) => Promise<Users>

/**
 * Selects the users whom an event concerns now. It is asked when notifications are made, and again when they are sent:
 * meanwhile a user may have unfollowed, answered or signed up, and a decision may concern another driver.
 */
export function selectAudience(source: AudienceSource, event: Event): Promise<Users> {
  return AUDIENCES[event.kind](source, event)
}

/** Finds the users among the given ones whom an event still concerns. */
export async function findAudience(
  source: AudienceSource,
  event: Event,
  userIds: readonly string[],
): Promise<Set<string>> {
  const audience = await selectAudience(source, event)
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (${audience}) as audience
    where user_id = any(${userIds}::uuid[])`.execute(source.db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** An event that is about no season concerns nobody who follows or drives in one. */
function ofSeason(
  select: (source: AudienceSource, event: SeasonEvent) => Promise<Users>,
): SelectUsers {
  return async (source, { season_id, ...event }) =>
    season_id === null ? selectAll([]) : select(source, { ...event, season_id })
}

const followers = ofSeason(async (_source, { season_id }) => selectFollowers(season_id))

const AUDIENCES: Readonly<Record<NotificationKind, SelectUsers>> = {
  live: followers,
  officialResult: followers,
  eventIn24h: followers,
  rosterChange: followers,
  signUpOpen: ofSeason(async (_source, { season_id }) => {
    return sql`select user_id from (${selectFollowers(season_id)}) as follower
      except select user_id from season_sign_up where season_id = ${season_id}`
  }),
  ownDecision: ofSeason(async ({ db, seasons }, { season_id, details }) => {
    const found = await ownedSeasons.find(db, season_id)
    const view = found && (await seasons.find(season_id, { userId: found.owner_id }))
    return selectAll(view ? await findDecidedUsers(db, view.season, details) : [])
  }),
  /** Another date of the event has a reminder of its own. */
  reminder: ofSeason(
    async ({ db, now }, { season_id, user_id, details: { eventId, deadlineAt } }) => {
      const record = await ownedSeasons.find(db, season_id)
      const events = record ? await readStaffedEvents(db, record, now()) : []
      const staffed = events.find(({ event }) => event.id === eventId)
      if (!staffed) return selectAll([])
      if (deadlineAt !== undefined && Date.parse(deadlineAt) !== staffed.deadlineAt.getTime()) {
        return selectAll([])
      }
      const awaited = staffed.drivers.filter(
        (driver) => driver.userId === user_id && isAwaited(staffed, driver, now()),
      )
      return selectAll(awaited.flatMap(({ userId }) => userId ?? []))
    },
  ),
  /** An offer that was answered, revoked or has expired is over. */
  async seasonOffer({ now }, { season_id, user_id }) {
    return sql`select user_id from league_invitation
      where season_id = ${season_id} and user_id = ${user_id} and expires_at > ${now()}`
  },
  /** One that was answered, revoked or has expired is over, and so is another one to the same league. */
  async leagueInvitation({ now }, { user_id, details: { invitationId } }) {
    return sql`select user_id from league_invitation
      where id = ${invitationId ?? null} and user_id = ${user_id} and expires_at > ${now()}`
  },
}

function selectAll(userIds: readonly string[]): Users {
  return sql`select unnest(${userIds}::uuid[]) as user_id`
}
