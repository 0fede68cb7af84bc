import { sql, type Kysely } from 'kysely'

/** Adds work that any server finishes if the one that began it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** `place` says which servers reach the job's files. A user has one open job of a kind. */
const STATEMENTS = [
  `create table job (
    id uuid primary key,
    kind text not null,
    place text not null,
    user_id uuid not null references "user" on delete cascade,
    task jsonb not null,
    attempts integer not null,
    progress double precision not null default 0,
    due_at timestamptz not null,
    ended_at timestamptz,
    result jsonb,
    failure jsonb
  )`,
  `create unique index job_open on job (kind, user_id) where ended_at is null`,
  `create index job_user on job (user_id)`,
  `create index job_ended on job (ended_at)`,
]
