import { sql, type Kysely } from 'kysely'

/** Adds limits that hold for all servers of a database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/**
 * The table is unlogged: after a crash of PostgreSQL every bucket is full again. Without an index on `full_at`, and
 * with free space in its pages, an update changes no index.
 */
const STATEMENTS = [
  `create unlogged table rate_bucket (
    key bytea primary key,
    full_at timestamptz not null
  ) with (fillfactor = 70)`,
]
