import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { CaptureNotFound, type CaptureStore } from '../../captures/capture-store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { SessionRow } from '../store/session-tables.ts'
import { fillOutline } from '../../outlines/compare-outlines.ts'
import { findTrack, learnTrack } from '../../outlines/track-outlines.ts'
import { packTrace } from '../../traces/pack-trace.ts'
import { storeTraces } from '../../traces/stored-traces.ts'
import { isMoreComplete } from '../store/session-queries.ts'
import { diffDocuments, type FieldChange, readOwnDocument } from '../store/session-document.ts'
import { toSessionColumns } from '../store/session-columns.ts'
import { type DerivedSession, deriveSession } from '../store/derive-session.ts'
import { linkSession, lockLinks } from '../matching/link-recordings.ts'
import { lockSession, storeRecording } from '../store-recording.ts'

export interface ReprocessOptions {
  /** A dry run reports what would change, and changes nothing. */
  readonly dryRun: boolean
  /** Accepts a document that knows less than the stored one, too. */
  readonly allowLoss: boolean
}

type Reprocessed =
  | { readonly kind: 'unchanged' | 'gone' | 'noCapture' }
  | { readonly kind: 'changed'; readonly changes: readonly FieldChange[] }
  /** What is stored stays. */
  | { readonly kind: 'refused'; readonly reason: string; readonly changes: readonly FieldChange[] }

/** Derives a recorded session again from its capture, under the same id and a lock on the session. */
export async function reprocessSession(
  db: Db,
  captures: CaptureStore,
  id: string,
  { dryRun, allowLoss }: ReprocessOptions,
): Promise<Reprocessed> {
  let learned: DerivedSession | undefined
  const result = await inTransaction<Reprocessed>(db, async (transaction) => {
    await lockSession(transaction, id)
    const row = await transaction
      .selectFrom('session')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'recorded')
      .executeTakeFirst()
    const stored = row && (await readOwnDocument(row))
    if (!stored) return { kind: 'gone' }
    if (row.capture_key === null) return { kind: 'noCapture' }
    let again: DerivedSession | undefined
    try {
      again = await derive(captures, row.capture_key, row, stored)
    } catch (error) {
      if (error instanceof CaptureNotFound) return { kind: 'noCapture' }
      throw error
    }
    if (!again) {
      return { kind: 'refused', reason: 'its capture holds no finished session', changes: [] }
    }
    const derived = await fillDocument(transaction, again.detail, stored)
    const changes = diffDocuments(stored, derived)
    if (isMoreComplete(stored, derived) && !allowLoss) {
      return { kind: 'refused', reason: 'it would know less than before', changes }
    }
    if (!dryRun && changes.length > 0) {
      await storeRecording(transaction, derived, row.capture_key)
    } else if (!dryRun) {
      await lockLinks(transaction)
      await transaction
        .updateTable('session')
        .set({ ...toSessionColumns(derived), derived_at: new Date() })
        .where('id', '=', id)
        .execute()
      await linkSession(transaction, id)
    }
    if (!dryRun) await storeTraces(transaction, id, again.traces.map(packTrace))
    learned = again
    return changes.length > 0 ? { kind: 'changed', changes } : { kind: 'unchanged' }
  })
  // Today's rules may draw what those of the recording did not, such as the pit lane.
  if (!dryRun && learned) await learnTrack(db, learned.detail, learned.pitLane)
  return result
}

async function derive(
  captures: CaptureStore,
  captureKey: string,
  row: Pick<SessionRow, 'id' | 'internal_session_id' | 'user_id' | 'game_session_id'>,
  { userName }: SessionDetail,
): Promise<DerivedSession | undefined> {
  return deriveSession(captures.read(captureKey), row.game_session_id, {
    id: row.id,
    internalSessionId: row.internal_session_id,
    userId: row.user_id,
    userName,
  })
}

/** Adds what other sessions know of the track, because that is not in the capture. */
async function fillDocument(
  db: Db,
  detail: SessionDetail,
  stored: SessionDetail,
): Promise<SessionDetail> {
  const asStored = fillOutline(detail.trackOutline, stored.trackOutline)
  const track = await findTrack(db, detail)
  const trackOutline = fillOutline(asStored, track?.trackOutline ?? null)
  // The stored document lacks the fields that JSON omits.
  return JSON.parse(JSON.stringify({ ...detail, trackOutline }))
}

const AT_ONCE = 100

export interface Selection {
  /** Null stands for all of them. */
  readonly ids: readonly string[] | null
  /** Limits them to sessions that were driven since then. */
  readonly since: Date | null
  /** Leaves out what was derived since then, so that a stopped run can continue. */
  readonly notDerivedSince: Date | null
}

export type Outcome = Reprocessed | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Derives the selected sessions again, one after the other, in the order of their ids; each is
 * stored before the next one begins. A failure is reported, and the next one goes on. Stops
 * between two sessions when `signal` is aborted.
 */
export async function reprocessSessions(
  db: Db,
  captures: CaptureStore,
  selection: Selection,
  options: ReprocessOptions,
  report: (id: string, outcome: Outcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const id of selection.ids ?? []) {
    if (signal?.aborted) return
    report(id, await attempt(db, captures, id, options))
  }
  if (selection.ids !== null) return
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = await nextIds(db, selection, after)
    const last = ids.at(-1)
    if (last === undefined) return
    for (const id of ids) {
      if (signal?.aborted) return
      const outcome = await attempt(db, captures, id, options)
      // A session that was deleted meanwhile is not reported.
      if (outcome.kind !== 'gone') report(id, outcome)
    }
    after = last
  }
}

async function attempt(
  db: Db,
  captures: CaptureStore,
  id: string,
  options: ReprocessOptions,
): Promise<Outcome> {
  try {
    return await reprocessSession(db, captures, id, options)
  } catch (error) {
    return { kind: 'failed', error }
  }
}

async function nextIds(db: Db, selection: Selection, after: string): Promise<string[]> {
  const { since, notDerivedSince } = selection
  let query = db
    .selectFrom('session')
    .select('id')
    .where('status', '=', 'recorded')
    .where('id', '>', after)
  if (since) query = query.where('started_at', '>=', since)
  if (notDerivedSince) {
    query = query.where(({ or, eb }) =>
      or([eb('derived_at', 'is', null), eb('derived_at', '<', notDerivedSince)]),
    )
  }
  const rows = await query.orderBy('id').limit(AT_ONCE).execute()
  return rows.map(({ id }) => id)
}
