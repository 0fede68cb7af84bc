import { sql, type Kysely } from 'kysely'

/** Adds the pit lane beside the outline of a track; null where no session has shown it yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_outline add column pit_lane text`.execute(db)
}
