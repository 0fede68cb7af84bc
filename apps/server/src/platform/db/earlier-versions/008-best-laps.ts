import { sql, type Kysely } from 'kysely'

/** The column holds the best lap of the recording user; older rows get it once they are derived again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column best_lap_ms integer`.execute(db)
  await sql`
    create index session_best_laps on session (user_id, track_id, best_lap_ms)
    where best_lap_ms is not null`.execute(db)
}
