import { sql, type Kysely } from 'kysely'

/** Adds calls that a program may send again, with their answers: see `accounts/access/answer-once.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table idempotency_key (
    user_id uuid not null references "user" on delete cascade,
    key bytea not null,
    request bytea not null,
    claimed_at timestamptz not null,
    status integer,
    etag text,
    answer bytea,
    primary key (user_id, key)
  )`.execute(db)
  await sql`create index idempotency_key_claimed on idempotency_key (claimed_at)`.execute(db)
  await sql`create index idempotency_key_newest
    on idempotency_key (user_id, claimed_at desc)`.execute(db)
}
