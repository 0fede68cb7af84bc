import { sql, type Kysely } from 'kysely'

/** Adds tokens of programs that act for a user. They end with the user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table personal_access_token (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    name text not null,
    token_hash bytea not null unique,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz
  )`.execute(db)
  await sql`create index personal_access_token_user on personal_access_token (user_id)`.execute(db)
}
