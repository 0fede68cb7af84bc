import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'
import type { DriverVotes } from '../../standings/input.ts'

/** Returns the counted votes for drivers of the day by session. */
export async function readCountedVotes(
  db: Db,
  seasonId: string,
): Promise<ReadonlyMap<string, readonly DriverVotes[]>> {
  const rows = await db
    .selectFrom('driver_vote as vote')
    .innerJoin('driver_vote_ballot as ballot', (join) =>
      join
        .onRef('ballot.season_id', '=', 'vote.season_id')
        .onRef('ballot.session_id', '=', 'vote.session_id'),
    )
    .select(['vote.session_id as sessionId', 'driver_idx as driverIdx'])
    .select(sql<number>`count(*)::integer`.as('votes'))
    .where('vote.season_id', '=', seasonId)
    .where('counted_at', 'is not', null)
    .groupBy(['vote.session_id', 'driver_idx'])
    .orderBy('vote.session_id')
    .orderBy('driver_idx')
    .execute()
  return Map.groupBy(rows, ({ sessionId }) => sessionId)
}
