import { sql, type Kysely } from 'kysely'

/** Adds how large stored captures are, so that quotas can be checked without asking the file store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table capture_size (
    session_id uuid primary key references session on delete cascade,
    capture_key text not null,
    bytes bigint not null
  )`.execute(db)
}
