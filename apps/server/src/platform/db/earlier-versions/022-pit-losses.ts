import { sql, type Kysely } from 'kysely'

/** Adds what the stops of each recorded session cost, by the state of the race. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table session_pit_loss (
    session_id uuid not null references session (id) on delete cascade,
    flag text not null check (flag in ('racing', 'virtualSafetyCar', 'safetyCar')),
    track_id integer not null,
    game_version integer not null,
    track_length integer not null,
    low_ms integer not null,
    median_ms integer not null,
    high_ms integer not null,
    stops integer not null,
    primary key (session_id, flag)
  )`.execute(db)
  await sql`create index session_pit_loss_track
    on session_pit_loss (track_id, game_version, track_length, session_id)`.execute(db)
}
