import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'

const VOTES_AT_ONCE = 200

/**
 * Counts the votes whose time is over: from then on the standings have them. A vote that the organiser no longer wants
 * ends without a result.
 */
export async function countVotes({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const due = await db
    .selectFrom('driver_vote')
    .select(['season_id as seasonId', 'session_id as sessionId'])
    .where('counted_at', 'is', null)
    .where('closes_at', '<=', now())
    .orderBy('closes_at')
    .limit(VOTES_AT_ONCE)
    .execute()
  for (const { seasonId, sessionId } of due) {
    await inTransaction(db, async (transaction) => {
      const season = await transaction
        .selectFrom('season')
        .select('driver_vote')
        .where('id', '=', seasonId)
        .forUpdate()
        .executeTakeFirst()
      if (!season?.driver_vote) {
        await transaction
          .deleteFrom('driver_vote')
          .where('season_id', '=', seasonId)
          .where('session_id', '=', sessionId)
          .execute()
        return
      }
      const counted = await transaction
        .updateTable('driver_vote')
        .set({ counted_at: now() })
        .where('season_id', '=', seasonId)
        .where('session_id', '=', sessionId)
        .where('counted_at', 'is', null)
        .returning('session_id')
        .executeTakeFirst()
      if (!counted) return
      // Pages and caches of the season notice it by this.
      await transaction
        .updateTable('season')
        .set({ updated_at: sql<Date>`now()` })
        .where('id', '=', seasonId)
        .execute()
      await sql`
        select announce(${seasonId}::uuid, 'driverOfTheDay', ${`vote ${seasonId} ${sessionId}`},
          ${JSON.stringify({ sessionId })}::jsonb)
        where exists (select from driver_vote_ballot
          where season_id = ${seasonId} and session_id = ${sessionId})`.execute(transaction)
    })
  }
}
