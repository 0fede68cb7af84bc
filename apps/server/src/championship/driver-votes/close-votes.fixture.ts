import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'

/** The time of the season's open votes is over. */
export async function closeVotes(db: Db, seasonId: string): Promise<void> {
  await sql`update driver_vote set closes_at = now() - interval '1 second'
    where season_id = ${seasonId} and counted_at is null`.execute(db)
}
