import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'

/** A result stays as it was counted, without the name of the voter; an open vote loses the ballot. */
export async function forgetVoter(db: Db, userId: string): Promise<void> {
  await sql`
    delete from driver_vote_ballot ballot using driver_vote vote
    where ballot.user_id = ${userId} and vote.season_id = ballot.season_id
      and vote.session_id = ballot.session_id and vote.counted_at is null`.execute(db)
  await db
    .updateTable('driver_vote_ballot')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .execute()
}
