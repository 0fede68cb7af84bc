import { sql, type Kysely } from 'kysely'

/** The column says whether the capture of a session was uploaded as a file. This is unknown for earlier sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column is_uploaded boolean not null default false`.execute(db)
}
