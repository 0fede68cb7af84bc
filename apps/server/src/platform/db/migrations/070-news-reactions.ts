import { sql, type Kysely } from 'kysely'

/** Adds reactions to the news of leagues. An item of the news has no row: it follows from a season. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table news_reaction (
      league_id uuid not null references league (id) on delete cascade,
      kind text not null check (kind in ('race', 'published', 'decision')),
      subject_id uuid not null,
      part text not null,
      user_id uuid not null references "user" (id) on delete cascade,
      reaction text not null,
      created_at timestamptz not null default now(),
      primary key (league_id, kind, subject_id, part, reaction, user_id)
    )`.execute(db)
  await sql`create index news_reaction_user on news_reaction (user_id)`.execute(db)
}
