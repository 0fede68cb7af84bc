import { sql, type Kysely } from 'kysely'

/**
 * Adds what lists show of a result. Documents are compressed, so that SQL cannot read them: the server derives it for
 * stored sessions while it links them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column highlights jsonb`.execute(db)
  await sql`select mark_to_link(array(select id from session where status = 'recorded'))`.execute(
    db,
  )
}
