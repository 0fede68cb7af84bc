import { secondsFromNow } from '../../platform/db/database-clock.ts'
import type { AppContext } from '../../context.ts'
import { lockDeletions } from '../../accounts/auth/users/lock-deletions.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db, Row } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { checkIfMatch } from '../../platform/http/etags.ts'
import { lockLinks } from './matching/link-recordings.ts'
import { deleteSession, lockSession } from './store-recording.ts'
import { findCaptureKey } from './store/session-queries.ts'
import { addQueue, JobPostponed, type QueueContext } from '../../platform/queues/job-queue.ts'
import type { CaptureStore } from '../captures/capture-store.ts'

/** Captures that another server may be about to name are looked at again after this time. */
const NAMED_SECONDS = 3600

/** Removes the captures of sessions that are gone or have lost theirs. */
export function addCaptureQueue(
  context: QueueContext,
  captures: CaptureStore,
  /** The session has no capture any more. */
  onRemoved: (sessionId: string) => Promise<void>,
) {
  const { db } = context
  return addQueue<Row<'removed_capture'>>(context, 'removed_captures', {
    places: 2,
    async work({ row: { session_id: id, capture_key: removed }, finish }) {
      const current = await inTransaction(db, async (transaction) => {
        await lockSession(transaction, id)
        const key = await findCaptureKey(transaction, id)
        if (!(await captures.prune(id, { removed, current: key }))) {
          throw new JobPostponed(NAMED_SECONDS)
        }
        await finish(transaction)
        return key
      })
      if (current === null) await onRemoved(id)
    },
  })
}

/**
 * Removes the files of a capture that the session has no more. Those that another server may be about to name
 * are looked at again in an hour.
 */
export async function pruneCapture(
  db: Db,
  captures: CaptureStore,
  capture: { readonly id: string; readonly removed: string | null },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockSession(transaction, capture.id)
    const { id, removed } = capture
    const current = await findCaptureKey(transaction, id)
    if (await captures.prune(id, { removed, current })) {
      await transaction.deleteFrom('removed_capture').where('session_id', '=', id).execute()
      return
    }
    const later = {
      next_attempt_at: secondsFromNow(NAMED_SECONDS),
    }
    await transaction
      .insertInto('removed_capture')
      .values({ session_id: id, capture_key: removed ?? current ?? '', ...later })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(later))
      .execute()
  })
}

declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** This event comes before a recorded session is deleted. A handler that throws an ApiError prevents it. */
    sessionDeleting: SessionDeleting
  }
}

export interface SessionDeleting {
  readonly id: string
  readonly user: { readonly userId: string }
  /** The user wants to delete it although their own seasons use it. */
  readonly force: boolean
}

interface Deleting {
  readonly user: { readonly userId: string }
  readonly force: boolean
  /** The session must have one of these tags; null stands for any. */
  readonly wanted: readonly string[] | null
}

/**
 * Deletes the caller's recorded session; its capture follows. Seasons of others keep its result.
 * Throws a 409 where it counts in the caller's own seasons, unless they force it: then it leaves
 * them. Throws a 412 where it was changed meanwhile.
 */
export async function deleteOwnSession(
  context: AppContext,
  id: string,
  deleting: Deleting,
): Promise<void> {
  // Only the owner may make others wait for the locks.
  await getOwnSession(context.db, id, deleting)
  await inTransaction(context.db, async (db) => {
    await lockDeletions(db, 'session')
    // The session is locked before any row, because `linkSession` waits for rows while it holds the lock of all links.
    await lockSession(db, id)
    await lockLinks(db)
    await getOwnSession(db, id, deleting)
    const { user, force } = deleting
    await context.events.publish(db, 'sessionDeleting', { id, user, force })
    await deleteSession(db, id)
  })
}

async function getOwnSession(db: Db, id: string, { user, wanted }: Deleting) {
  const query = db
    .selectFrom('session')
    .select(['user_id', 'detail_etag'])
    .where('id', '=', id)
    .where('status', '=', 'recorded')
  // Locked, nobody adds it to a season meanwhile.
  const session = await (db.isTransaction ? query.forUpdate() : query).executeTakeFirst()
  if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
  if (session.user_id !== user.userId) {
    throw new ApiError(403, 'Only the user who recorded a session can delete it.')
  }
  checkIfMatch(session.detail_etag, wanted)
}
