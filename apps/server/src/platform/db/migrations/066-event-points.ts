import { sql, type Kysely } from 'kysely'

/** Adds what an event pays otherwise than its season; events from before pay as their season does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table season_event add column points jsonb`.execute(db)
}
