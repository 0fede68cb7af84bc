import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'

/** Announces events that start within a day to receivers and users. A new date is announced again. */
export async function announceUpcomingEvents(db: Db): Promise<void> {
  await sql`
    insert into webhook_delivery (webhook_id, type, subject, season_id, details)
    select webhook.id, 'eventIn24h', 'event ' || event.id || ' ' || extract(epoch from event.starts_at),
      event.season_id, jsonb_build_object('eventId', event.id, 'startsAt', event.starts_at)
    from webhook
    join league on league.id = webhook.league_id and league.deleted_at is null
    join league_season on league_season.league_id = league.id
    join season on season.id = league_season.season_id and season.deleted_at is null
    join season_event event on event.season_id = season.id
    where webhook.state = 'active' and webhook.types @> '["eventIn24h"]'
      and event.starts_at > now() and event.starts_at <= now() + interval '24 hours'
    on conflict do nothing`.execute(db)
  await sql`
    insert into notification_event (kind, subject, season_id, details)
    select 'eventIn24h', 'event ' || event.id || ' ' || extract(epoch from event.starts_at),
      event.season_id, jsonb_build_object('eventId', event.id, 'startsAt', event.starts_at)
    from season_event event
    join season on season.id = event.season_id and season.deleted_at is null
    where event.starts_at > now() and event.starts_at <= now() + interval '24 hours'
    on conflict do nothing`.execute(db)
}

/** Announces sign-ups that have opened; those that open at once are announced by a trigger. */
export async function announceOpenSignUps(db: Db): Promise<void> {
  await sql`
    select announce(season_id, 'signUpOpen',
      'signUp ' || season_id || ' ' || extract(epoch from opens_at), '{}')
    from season_sign_up_form join season on season.id = season_id and season.deleted_at is null
    where opens_at <= now() and opens_at > now() - interval '1 day'
      and coalesce(closes_at > now(), true)`.execute(db)
}

/** What no change makes due, but time. */
export async function announceDue(db: Db): Promise<void> {
  await announceUpcomingEvents(db)
  await announceOpenSignUps(db)
}
