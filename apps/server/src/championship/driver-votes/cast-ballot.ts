import type { DriverVote } from '@pitboard/contract/seasons/driver-vote'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import type { Caller } from '../history/versioned-update.ts'

interface Target {
  readonly seasonId: string
  /** The caller sees the vote like this. */
  readonly vote: DriverVote
}

/**
 * Stores the caller's vote in place of an earlier one; null takes it back. Throws a 409 once the vote is closed, a 403
 * to who may not vote, a 400 for a driver whom the caller cannot choose.
 */
export async function castBallot(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { seasonId, vote }: Target,
  { userId }: Caller,
  driverIdx: number | null,
): Promise<void> {
  const closed = new ApiError(409, 'The vote is closed.')
  if (!vote.isOpen) throw closed
  if (!vote.mayVote) throw new ApiError(403, 'Only drivers of this season vote in it.')
  const chosen = vote.drivers.find((driver) => driver.driverIdx === driverIdx)
  if (driverIdx !== null && !chosen) {
    throw invalidField('/driverIdx', 'is not a driver who took part and was not disqualified')
  }
  if (chosen?.mayBeChosen === false) throw invalidField('/driverIdx', 'is your own car')
  const ids = { season_id: seasonId, session_id: vote.sessionId }
  await inTransaction(db, async (transaction) => {
    // The count waits for this ballot, or this one sees the count.
    const open = await transaction
      .selectFrom('driver_vote')
      .select('closes_at')
      .where('season_id', '=', ids.season_id)
      .where('session_id', '=', ids.session_id)
      .where('counted_at', 'is', null)
      .where('closes_at', '>', now())
      .forShare()
      .executeTakeFirst()
    if (!open) throw closed
    if (driverIdx === null) {
      await transaction
        .deleteFrom('driver_vote_ballot')
        .where('season_id', '=', ids.season_id)
        .where('session_id', '=', ids.session_id)
        .where('user_id', '=', userId)
        .execute()
      return
    }
    const values = { driver_idx: driverIdx, cast_at: now() }
    await transaction
      .insertInto('driver_vote_ballot')
      .values({ ...ids, user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict.columns(['season_id', 'session_id', 'user_id']).doUpdateSet(values),
      )
      .execute()
  })
}
