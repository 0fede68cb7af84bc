import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'

/** Announces events that start within a day. A new date is announced again. */
export async function announceUpcomingEvents(db: Db): Promise<void> {
  await sql`
    select announce(event.season_id, 'eventIn24h',
      'event ' || event.id || ' ' || extract(epoch from event.starts_at),
      jsonb_build_object('eventId', event.id, 'startsAt', event.starts_at))
    from season_event event
    join season on season.id = event.season_id and season.deleted_at is null
    where event.starts_at > now() and event.starts_at <= now() + interval '24 hours'`.execute(db)
}

/** Announces sign-ups that have opened; a trigger announces those that open at once. */
export async function announceOpenSignUps(db: Db): Promise<void> {
  await sql`
    select announce(season_id, 'signUpOpen',
      'signUp ' || season_id || ' ' || extract(epoch from opens_at), '{}')
    from season_sign_up_form join season on season.id = season_id and season.deleted_at is null
    where opens_at <= now() and opens_at > now() - interval '1 day'
      and coalesce(closes_at > now(), true)`.execute(db)
}

/** Announces what no change makes due, but time. */
export async function announceDue(db: Db): Promise<void> {
  await announceUpcomingEvents(db)
  await announceOpenSignUps(db)
}
