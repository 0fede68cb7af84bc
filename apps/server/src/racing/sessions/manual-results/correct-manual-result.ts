import { checkIfMatch } from '../../../platform/http/etags.ts'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import type { SessionDocument } from '@pitboard/contract/sessions/session-document'
import { lockDeletions } from '../../../accounts/auth/users/lock-deletions.ts'
import { lockUser } from '../../../accounts/users/queries.ts'
import type { AppContext } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { toDetail } from './manual-result-detail.ts'
import { diffDocuments, type FieldChange } from '../store/session-document.ts'
import { readOwnDocument } from '../store/session-document.ts'
import { findByHash, hashOf } from './store-manual-result.ts'
import { readDocument, readSummary, storeDocument } from './store-manual-result.ts'

declare module '../../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** This event comes after the owner of a manual result has corrected it. */
    sessionCorrected: SessionCorrected
  }
}

export interface SessionCorrected {
  readonly id: string
  readonly user: { readonly userId: string }
  readonly changes: readonly FieldChange[]
}

interface Correcting {
  readonly user: { readonly userId: string }
  readonly body: SessionDocument
  /** The result must have one of these tags; null stands for any. */
  readonly wanted: readonly string[] | null
}

/**
 * Replaces the document of the caller's manual result. Its ids and seasons stay; the caller's seasons
 * record the change. Throws a 403 for another user's session, a 409 for a recorded one and for a
 * duplicate of another session, a 412 where it was changed meanwhile.
 */
export async function correctManualResult(
  context: AppContext,
  id: string,
  { user, body, wanted }: Correcting,
): Promise<SessionSummary> {
  const { userId } = user
  const document = readDocument(body, context.now())
  const hash = hashOf(document)
  return inTransaction(context.db, async (db) => {
    await lockDeletions(db, 'session')
    await lockUser(db, userId)
    const row = await getCorrectable(db, id, userId)
    checkIfMatch(row.detail_etag, wanted)
    const same = await findByHash(db, userId, hash)
    if (same === id) return readSummary(db, id)
    if (same !== undefined) throw new ApiError(409, `The session ${same} has the same content.`)
    const before = await readOwnDocument(row)
    const sessionId = row.game_session_id
    const identity = { id, userId, sessionId, userName: '', internalSessionId: 0 }
    const draft = toDetail(document, identity)
    if (before)
      await context.events.publish(db, 'sessionReplacing', { id, user, before, after: draft })
    const after = await storeDocument(db, { id, userId, sessionId, document, hash })
    await context.events.publish(db, 'sessionCorrected', {
      id,
      user,
      changes: diffDocuments(before, after),
    })
    return readSummary(db, id)
  })
}

async function getCorrectable(db: Db, id: string, userId: string) {
  const row = await db
    .selectFrom('session')
    .select(['user_id', 'origin', 'game_session_id', 'detail', 'own_detail', 'detail_etag'])
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError(404, `There is no recorded session ${id}.`)
  if (row.user_id !== userId)
    throw new ApiError(403, 'Only the user who entered a result can correct it.')
  if (row.origin !== null) return row
  throw new ApiError(
    409,
    'This session was recorded: only steward decisions can change its result.',
  )
}
