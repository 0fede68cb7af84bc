import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { runInWorker, timeLimitMs } from '../../platform/jobs/worker-job.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { judgeByTraces } from '../records/store-driven-laps.ts'
import { lockSession } from '../sessions/store-recording.ts'
import type { PackedTrace } from './pack-trace.ts'
import { storeTraces } from './stored-traces.ts'
import type { TraceTask } from './trace-worker.ts'

const WORKER = new URL('trace-worker.ts', import.meta.url)
const ATTEMPTS_MAX = 5
/** Longer than a worker may take; another server then takes the job. */
const CLAIM_MINUTES = 30

declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** After the traces of a session with a new capture are made. */
    sessionTraced: { readonly id: string }
  }
}

/** Makes the traces of sessions that have a new capture, in a worker, one session at a time. */
export function createTraceJobs({
  config,
  db,
  events,
  files,
  log,
  queueCheckMs,
}: AppContext): PeriodicJob {
  const captures = createCaptureStore(files)
  const location = { dataDir: config.dataDir, s3Url: config.s3Url }
  const stopping = new AbortController()

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const claimed = await claimJob(db)
      if (claimed === null) return
      const { sessionId, captureKey, uid } = claimed
      try {
        const bytes = await captures.measure(captureKey)
        const task = { location, captureKey, uid }
        const traces = bytes === null ? [] : await runWorker(task, bytes, stopping.signal)
        await storeIfCurrent(db, sessionId, captureKey, traces)
        await events.publish(db, 'sessionTraced', { id: sessionId })
      } catch (error) {
        if (stopping.signal.aborted) return releaseJob(db, sessionId)
        log.warn({ err: error, sessionId }, 'The traces of a session could not be made')
      }
    }
  }

  const job = createPeriodicJob(work, {
    everyMs: queueCheckMs,
    log,
    failure: 'Traces could not be made',
  })
  return {
    start: job.start,
    async stop() {
      stopping.abort()
      await job.stop()
    },
  }
}

async function runWorker(
  task: Static<typeof TraceTask>,
  captureBytes: number,
  signal: AbortSignal,
): Promise<readonly PackedTrace[]> {
  const results: (readonly PackedTrace[])[] = []
  const onMessage = (message: unknown) => {
    // The worker is part of this server, and structured cloning preserves the type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    results.push(message as readonly PackedTrace[])
  }
  await runInWorker(WORKER, { task, limitMs: timeLimitMs(captureBytes), signal, onMessage })
  const [traces] = results
  if (!traces) throw new Error('The worker has sent no traces.')
  return traces
}

interface ClaimedJob {
  readonly sessionId: string
  readonly captureKey: string
  readonly uid: string
}

/** Takes the job that has been due for longest; null without one. One that has failed often is dropped. */
async function claimJob(db: Db): Promise<ClaimedJob | null> {
  const dropped = await db
    .deleteFrom('lap_trace_job')
    .where('attempts', '>=', ATTEMPTS_MAX)
    .returning('session_id')
    .execute()
  for (const { session_id } of dropped) await judgeByTraces(db, session_id)
  const next = db
    .selectFrom('lap_trace_job')
    .select('session_id')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const claimed = await db
    .updateTable('lap_trace_job')
    .from('session')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      due_at: sql<Date>`now() + make_interval(mins => ${CLAIM_MINUTES})`,
    }))
    .whereRef('session.id', '=', 'lap_trace_job.session_id')
    .where('lap_trace_job.session_id', '=', next)
    .returning(['session.id', 'session.capture_key', 'session.game_session_id'])
    .executeTakeFirst()
  if (!claimed) return null
  const { id: sessionId, capture_key: captureKey, game_session_id: uid } = claimed
  // The capture was removed before its turn.
  if (captureKey === null) {
    await db.deleteFrom('lap_trace_job').where('session_id', '=', sessionId).execute()
    await judgeByTraces(db, sessionId)
    return claimJob(db)
  }
  return { sessionId, captureKey, uid }
}

/** The session may have another capture by now, which has a job of its own. */
async function storeIfCurrent(
  db: Db,
  sessionId: string,
  captureKey: string,
  traces: readonly PackedTrace[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockSession(transaction, sessionId)
    const session = await transaction
      .selectFrom('session')
      .select('capture_key')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (session?.capture_key === captureKey) await storeTraces(transaction, sessionId, traces)
  })
}

async function releaseJob(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('lap_trace_job')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1), due_at: sql<Date>`now()` }))
    .where('session_id', '=', sessionId)
    .execute()
}
