import { sql, type Kysely } from 'kysely'

/** Users are notified of leagues, too: of an invitation, which concerns no season. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_event
      alter column season_id drop not null,
      add column league_id uuid references league (id) on delete cascade,
      add constraint notification_event_about_check check ((league_id is null) <> (season_id is null)),
      add constraint notification_event_league_id_subject_key unique (league_id, subject)`.execute(
    db,
  )
}
