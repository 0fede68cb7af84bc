import type {
  ComparedLap,
  LapComparison,
  PackedColumns,
} from '@pitboard/contract/comparison/lap-comparison'
import type { LapReference } from '@pitboard/contract/comparison/lap-reference'
import { CHANNEL_PACKING, packColumn } from '@pitboard/contract/comparison/packed-column'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { TRACE_CHANNELS } from '@pitboard/contract/traces/trace-channels'
import type { Db } from '../../platform/db/tables.ts'
import { findRecordedSession } from '../sessions/store/session-queries.ts'
import { describeLapDetails, mapColumns } from './describe-laps.ts'
import { findTrace, hasTraceJob, type StoredTrace } from './stored-traces.ts'

/** Years of the game measure the same layout differently by some metres; layouts differ by two percent and more. */
const LENGTH_SHARE_MAX = 0.01

/**
 * Returns the laps in their order, each with its trace packed for the browser or with the reason why it has
 * none.
 */
export async function compareLaps(
  db: Db,
  references: readonly LapReference[],
): Promise<LapComparison> {
  const sessions = new Map<string, RecordedSession | null>()
  const laps: ComparedLap[] = []
  let trackId: number | null = null
  let layoutM: number | null = null
  // References are read one after another, so that a request uses one connection to the database.
  for (const { sessionId, driverIdx, lap: lapNum } of references) {
    const address = { sessionId, driverIdx, lapNum }
    if (!sessions.has(sessionId)) sessions.set(sessionId, await findRecordedSession(db, sessionId))
    const session = sessions.get(sessionId)
    // The job is looked up before the trace: a job that ends in between has left it.
    const isPending = session ? await hasTraceJob(db, sessionId) : false
    const stored = session ? await findTrace(db, address) : null
    const details = session ? describeLapDetails(session, address, stored) : null
    trackId ??= details?.trackId ?? null
    const withoutTrace = { ...address, details, lengthM: null, columns: null }
    if (details === null) laps.push({ ...withoutTrace, state: 'missing' })
    else if (details.trackId !== trackId) laps.push({ ...withoutTrace, state: 'otherTrack' })
    else if (stored) {
      const { lengthM } = stored
      layoutM ??= lengthM
      if (Math.abs(lengthM / layoutM - 1) > LENGTH_SHARE_MAX) {
        laps.push({ ...withoutTrace, state: 'otherLayout' })
      } else {
        laps.push({ ...address, state: 'ready', details, lengthM, columns: packColumns(stored) })
      }
    } else laps.push({ ...withoutTrace, state: isPending ? 'pending' : 'noTrace' })
  }
  return { trackId, laps }
}

function packColumns(stored: StoredTrace): PackedColumns {
  return mapColumns(stored, (values, channel) => [
    ...packColumn(values, TRACE_CHANNELS[channel].resolution, CHANNEL_PACKING[channel]),
  ])
}
