import { sql, type Kysely } from 'kysely'

/**
 * Adds the complete laps of recording users, for records and for what they see of their own laps. Stored sessions get
 * theirs with `npm run reprocess`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table driven_lap (
    session_id uuid not null references session (id) on delete cascade,
    lap_num integer not null,
    user_id uuid not null references "user" (id) on delete cascade,
    driver_idx integer not null,
    track_id integer not null,
    game_version integer not null,
    session_kind text not null
      check (session_kind in ('race', 'qualifying', 'practice', 'timeTrial')),
    tyre_class text not null check (tyre_class in ('dry', 'intermediate', 'wet')),
    weather text not null check (weather in ('dry', 'wet')),
    tyre_compound integer not null,
    tyre_age_laps integer not null,
    lap_time_ms integer not null,
    sector1_time_ms integer not null,
    sector2_time_ms integer not null,
    sector3_time_ms integer not null,
    withheld text,
    is_best boolean not null default false,
    primary key (session_id, lap_num)
  )`.execute(db)
  await sql`create index driven_lap_user on driven_lap
    (user_id, track_id, game_version, session_kind, tyre_class, weather, lap_time_ms)`.execute(db)
  await sql`create index driven_lap_best on driven_lap (user_id) where is_best`.execute(db)
  await sql`create index driven_lap_record on driven_lap
    (game_version, session_kind, tyre_class, weather, track_id, lap_time_ms, session_id, lap_num)
    where is_best`.execute(db)
  await sql`alter table "user" add column is_in_records boolean not null default true`.execute(db)
}
