import type { SessionDetail } from '@pitboard/contract/session'
import type { Db } from '../../platform/db/tables.ts'
import { columnsOf } from '../sessions/columns.ts'
import { openSession } from '../sessions/queries.ts'

/**
 * The row of a session of this user, made where there is none: a session of the game has one row,
 * however often it is sent.
 */
export async function ensureSessionRow(
  db: Db,
  id: string,
  detail: SessionDetail,
): Promise<{ id: string; internalSessionId: number }> {
  const known = await db
    .selectFrom('session')
    .select(['id', 'internal_session_id'])
    .where('user_id', '=', detail.userId)
    .where('game_session_id', '=', detail.sessionId)
    .where('origin', 'is', null)
    .executeTakeFirst()
  if (known) return { id: known.id, internalSessionId: known.internal_session_id }
  return { id, internalSessionId: await openSession(db, id, columnsOf(detail)) }
}
