import type { SeasonWork } from '@pitboard/contract/seasons/season-work'
import { isAllowed } from '@pitboard/contract/leagues/league-roles'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'
import { seasonIdsOfMember } from '../../history/member-roles.ts'
import type { Caller } from '../../history/versioned-update.ts'
import { ownedSeasons, readSeasons } from '../store/queries.ts'

/**
 * The list has the seasons that a user may organise and that were changed last: older ones have seldom
 * anything to do.
 */
const SEASONS_MAX = 50

/** Lists seasons in which something waits for the user, the one that was changed last first. */
export async function listSeasonWork(db: Db, caller: Caller): Promise<SeasonWork[]> {
  const rows = await countWork(db, caller.userId)
  const counts = new Map(rows.map((row) => [row.id, row]))
  const seasons = await readSeasons(
    db,
    rows.map(({ id }) => id),
  )
  return seasons.flatMap((season) => {
    const row = counts.get(season.id)
    const roles = ownedSeasons.rolesOf(season, caller)
    if (!row) return []
    const managed = isAllowed(roles, 'manageSeasons') ? row : null
    const edited = isAllowed(roles, 'editResults') ? row : null
    const work = {
      signUps: managed?.sign_ups ?? 0,
      claims: managed?.claims ?? 0,
      unlinkedEvents: edited?.unlinked_events ?? 0,
      hiddenDrivers: edited?.hidden_drivers ?? 0,
      unpublishedSessions: edited?.unpublished_sessions ?? 0,
      missedAnnouncements: managed?.missed_announcements ?? 0,
    }
    if (Object.values(work).every((count) => count === 0)) return []
    const announcingLeagueId = work.missedAnnouncements > 0 ? row.announcing_league : null
    return [{ seasonId: season.id, seasonName: season.name, ...work, announcingLeagueId }]
  })
}

async function countWork(db: Db, userId: string) {
  const own = db
    .selectFrom('season')
    .select(['id', 'updated_at'])
    .where('deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('owner_id', '=', userId),
        is('id', '=', sql<string>`any(${seasonIdsOfMember(userId)})`),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(SEASONS_MAX)
  // A failing receiver misses announcements; a receiver that the organiser has paused wants none.
  const missed = sql`webhook_delivery delivery
    join webhook on webhook.id = webhook_id and webhook.state <> 'paused'
    join league on league.id = league_id and league.deleted_at is null
    where delivery.season_id = own.id and delivery.state <> 'delivered'
      and (attempts > 0 or webhook.state = 'disabled') and delivery.created_at >= failing_since
      and (league.owner_id = ${userId} or exists (select from league_member
        where league_id = league.id and user_id = ${userId} and role = 'admin' and season_ids is null))`
  return db
    .selectFrom(own.as('own'))
    .select([
      'own.id',
      sql<number>`(select count(*)::int from ${missed})`.as('missed_announcements'),
      sql<string | null>`(select min(league.id::text) from ${missed})`.as('announcing_league'),
      sql<number>`(select count(*)::int from season_session linked
        join session_result using (session_id)
        cross join jsonb_array_elements(result -> 'cars') car
        where season_id = own.id and (car ->> 'isHidden')::boolean
          and driver_names ->> (car ->> 'driverIdx')::int is null)`.as('hidden_drivers'),
      sql<number>`(select count(*)::int from season_sign_up
        where season_id = own.id and status = 'pending')`.as('sign_ups'),
      sql<number>`(select count(*)::int from season_claim
        where season_id = own.id and status = 'pending')`.as('claims'),
      sql<number>`(select count(*)::int from season_event event
        where event.season_id = own.id
          and not exists (select from season_session where event_id = event.id)
          and exists (select from session
            where user_id = ${userId} and status = 'recorded' and track_id = event.track
              and started_at between event.starts_at - interval '6 hours'
                and event.starts_at + interval '12 hours'))`.as('unlinked_events'),
      sql<number>`(select count(*)::int from season_session
        join session on session.id = session_id
        where season_id = own.id and created_at > (
          select max(published_at) from season_publication where season_id = own.id))`.as(
        'unpublished_sessions',
      ),
    ])
    .orderBy('own.updated_at', 'desc')
    .orderBy('own.id')
    .execute()
}
