import { sql, type Kysely } from 'kysely'

/** Adds the outline of each track as each user's sessions have drawn it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table track_outline (
    track_id integer not null,
    game_version integer not null,
    track_length integer not null,
    user_id uuid not null references "user" (id) on delete cascade,
    points text not null,
    sessions integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (track_id, game_version, track_length, user_id)
  )`.execute(db)
  await sql`create index track_outline_user on track_outline (user_id)`.execute(db)
}
