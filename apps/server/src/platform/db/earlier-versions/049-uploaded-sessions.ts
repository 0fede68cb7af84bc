import { sql, type Kysely } from 'kysely'

/** Whether the capture of a session was uploaded as a file. Of sessions from before this nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column is_uploaded boolean not null default false`.execute(db)
}
