import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import { lockDeletions } from '../../accounts/auth/users/lock-deletions.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { EventBus } from '../../platform/events/domain-events.ts'
import { storePitLosses } from '../pit-losses/pit-losses.ts'
import { removeDrivenLaps, storeDrivenLaps } from '../records/store-driven-laps.ts'
import { toSessionColumns } from './store/session-columns.ts'
import { packDocument } from './store/session-document.ts'
import { findEditedLaps } from './matching/find-edited-laps.ts'
import { linkSession, lockLinks } from './matching/link-recordings.ts'
import { continuesOther } from '../captures/capture-store.ts'
import { findCaptureKey, recordSession } from './store/session-queries.ts'
import { publishReplacement } from './replace-result.ts'
import { createHash } from 'node:crypto'

const SESSION_LOCK = 7_265_332

/** The capture that a new one continues was replaced or removed meanwhile. */
export class CaptureReplaced extends Error {
  constructor(key: string) {
    super(`The capture ${key} continues one that the session has no more.`)
    this.name = 'CaptureReplaced'
  }
}

interface StoreOptions {
  /** Runs in the same transaction, before anything is stored. */
  readonly first?: (transaction: Db) => Promise<void>
  /** It is left out where the session is derived again from the same capture. */
  readonly isUploaded?: boolean
  /** It is left out where it is not the user who replaces a stored result. */
  readonly events?: EventBus
  /** The replaced recording is needed as far as it proves which laps of this one were edited. */
  readonly earlier?: SessionDetail | undefined
}

/**
 * Stores what a recording says of its session and of the track, and links it to the other recordings
 * of it. Throws a `CaptureReplaced`.
 */
export async function storeRecording(
  db: Db,
  detail: SessionDetail,
  captureKey: string | null,
  { first, isUploaded, events, earlier }: StoreOptions = {},
): Promise<void> {
  const packed = await packDocument(detail)
  await inTransaction(db, async (transaction) => {
    // Results of seasons may be copied: their owners stay until then.
    if (events) await lockDeletions(transaction, 'session')
    await first?.(transaction)
    await lockSession(transaction, detail.id)
    const before = await findCaptureKey(transaction, detail.id)
    if (captureKey !== null && continuesOther(captureKey, before)) {
      throw new CaptureReplaced(captureKey)
    }
    await lockLinks(transaction)
    const { id, userId } = detail
    if (events) await publishReplacement(events, transaction, { id, userId, after: detail })
    await recordSession(transaction, detail.id, {
      ...packed,
      columns: toSessionColumns(detail),
      captureKey,
      isUploaded,
    })
    await storePitLosses(transaction, detail)
    await storeDrivenLaps(transaction, detail, earlier ? findEditedLaps(detail, earlier) : [])
    await linkSession(transaction, detail.id)
  })
}

/** Locks a session: until the transaction ends nobody else stores it. */
export async function lockSession(db: Db, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SESSION_LOCK}, hashtext(${id}))`.execute(db)
}

/** Removes a recorded session; what siblings were lent by it goes from their documents at once. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockSession(transaction, id)
    await lockLinks(transaction)
    await removeDrivenLaps(transaction, id)
    const gone = await transaction
      .deleteFrom('session')
      .where('id', '=', id)
      .returning('group_id')
      .executeTakeFirst()
    if (!gone) return false
    const [sibling] = gone.group_id
      ? await transaction
          .selectFrom('session')
          .select('id')
          .where('group_id', '=', gone.group_id)
          .limit(1)
          .execute()
      : []
    if (sibling) await linkSession(transaction, sibling.id)
    return true
  })
}

/**
 * Returns the id of a recorded session: a UUID of version 7 by its start with a hash of user and UID as its
 * random part. So the live and the recorded page have one address, and a replayed journal stores the same
 * row.
 */
export function sessionIdOf(userId: string, uid: string, startedAtMs: number): string {
  const start = Math.max(0, Math.floor(startedAtMs))
  const time = start.toString(16).padStart(12, '0').slice(-12)
  const hash = createHash('sha256').update(`${userId} ${uid} ${start}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  const parts = [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(0, 3)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ]
  return parts.join('-')
}
