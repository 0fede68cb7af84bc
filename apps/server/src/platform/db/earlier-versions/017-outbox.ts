import { sql, type Kysely } from 'kysely'

/** Adds messages that wait to be sent, and what users say of their files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** `content` is encrypted: it holds codes and links that the other tables only have as hashes. */
const STATEMENTS = [
  `create table auth.outbox (
    id uuid primary key,
    user_id uuid references auth.users on delete cascade,
    kind text not null check (kind in ('mail', 'text')),
    content bytea not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  `create index outbox_next on auth.outbox (next_attempt_at)`,
  `create index outbox_user on auth.outbox (user_id)`,
  `alter table storage_object add column user_metadata jsonb not null default '{}'`,
]
