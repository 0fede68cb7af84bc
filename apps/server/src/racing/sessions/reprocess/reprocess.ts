import type { SessionDetail } from '@pitboard/contract/session'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db, SessionRow } from '../../../platform/db/tables.ts'
import type { CaptureStore } from '../../captures/capture-store.ts'
import { CaptureGone } from '../../captures/read-stored-capture.ts'
import { type Change, changesBetween } from '../changes.ts'
import { columnsOf } from '../columns.ts'
import { deriveSession } from '../derive.ts'
import { ownDocument } from '../document.ts'
import { linkSession, lockLinks } from '../matching/link-recordings.ts'
import { isFuller } from '../more-complete.ts'
import { lockSession, storeRecording } from '../store-recording.ts'

export interface ReprocessOptions {
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean
  /** Also takes a document that knows less than the stored one. */
  readonly allowLoss: boolean
}

export type Reprocessed =
  | { readonly kind: 'unchanged' | 'gone' | 'noCapture' }
  | { readonly kind: 'changed'; readonly changes: readonly Change[] }
  /** What is stored stays. */
  | { readonly kind: 'refused'; readonly reason: string; readonly changes: readonly Change[] }

/**
 * Derives a recorded session again from its capture, under the same id. Until it is done nobody
 * else stores this session.
 */
export async function reprocessSession(
  db: Db,
  captures: CaptureStore,
  id: string,
  { dryRun, allowLoss }: ReprocessOptions,
): Promise<Reprocessed> {
  return inTransaction(db, async (transaction) => {
    await lockSession(transaction, id)
    const row = await transaction
      .selectFrom('session')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'recorded')
      .executeTakeFirst()
    const stored = row && (await ownDocument(row))
    if (!stored) return { kind: 'gone' }
    if (row.capture_key === null) return { kind: 'noCapture' }
    let derived: SessionDetail | undefined
    try {
      derived = await derive(captures, row.capture_key, row, stored)
    } catch (error) {
      if (error instanceof CaptureGone) return { kind: 'noCapture' }
      throw error
    }
    if (!derived) {
      return { kind: 'refused', reason: 'its capture holds no finished session', changes: [] }
    }
    const changes = changesBetween(stored, derived)
    if (isFuller(stored, derived) && !allowLoss) {
      return { kind: 'refused', reason: 'it would know less than before', changes }
    }
    if (!dryRun && changes.length > 0) {
      await storeRecording(transaction, derived, row.capture_key)
    } else if (!dryRun) {
      await lockLinks(transaction)
      await transaction
        .updateTable('session')
        .set({ ...columnsOf(derived), derived_at: new Date() })
        .where('id', '=', id)
        .execute()
      await linkSession(transaction, id)
    }
    return changes.length > 0 ? { kind: 'changed', changes } : { kind: 'unchanged' }
  })
}

async function derive(
  captures: CaptureStore,
  captureKey: string,
  row: Pick<SessionRow, 'id' | 'internal_session_id' | 'user_id' | 'game_session_id'>,
  { userName }: SessionDetail,
): Promise<SessionDetail | undefined> {
  const detail = await deriveSession(captures.read(captureKey), row.game_session_id, {
    id: row.id,
    internalSessionId: row.internal_session_id,
    userId: row.user_id,
    userName,
  })
  // As it is stored: what JSON leaves out is no change.
  return detail && JSON.parse(JSON.stringify(detail))
}
