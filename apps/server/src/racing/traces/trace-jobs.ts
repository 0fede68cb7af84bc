import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db, Row } from '../../platform/db/tables.ts'
import { addQueue, type HeldJob, JobPostponed } from '../../platform/queues/job-queue.ts'
import { runInWorker, timeLimitMs } from '../../platform/jobs/worker-job.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { judgeByTraces } from '../records/store-driven-laps.ts'
import { lockSession } from '../sessions/store-recording.ts'
import type { PackedTrace } from './pack-trace.ts'
import { storeTraces } from './stored-traces.ts'
import type { TraceTask } from './trace-worker.ts'

const WORKER = new URL('trace-worker.ts', import.meta.url)
declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** This event comes after the traces of a session with a new capture are made. */
    sessionTraced: { readonly id: string }
  }
}

/** Makes the traces of sessions that have a new capture, in a worker, one session at a time. */
export function addTraceQueue(context: AppContext): void {
  const { config, db, events, files } = context
  const captures = createCaptureStore(files)
  const location = { dataDir: config.dataDir, s3Url: config.s3Url }

  async function work(job: HeldJob<Row<'lap_trace_job'>>): Promise<void> {
    const { session_id: sessionId } = job.row
    const session = await db
      .selectFrom('session')
      .select(['capture_key', 'game_session_id'])
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (!session) return
    const { capture_key: captureKey, game_session_id: uid } = session
    // The capture was removed before its turn.
    if (captureKey === null) return endWithoutTraces(db, job)
    const bytes = await captures.measure(captureKey)
    const task = { location, captureKey, uid }
    const traces = bytes === null ? [] : await runWorker(task, bytes, job.signal)
    await storeIfCurrent(db, job, captureKey, traces)
    await events.publish(db, 'sessionTraced', { id: sessionId })
  }

  addQueue<Row<'lap_trace_job'>>(context, 'traces', {
    places: 1,
    work,
    onDead: ({ session_id }) => judgeByTraces(db, session_id),
  })
}

async function runWorker(
  task: TraceTask,
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

async function endWithoutTraces(db: Db, job: HeldJob<Row<'lap_trace_job'>>): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await job.finish(transaction)
    await judgeByTraces(transaction, job.row.session_id)
  })
}

/**
 * Stores the traces if the capture is still the current one; a session that has another capture by now is
 * read again.
 */
async function storeIfCurrent(
  db: Db,
  job: HeldJob<Row<'lap_trace_job'>>,
  captureKey: string,
  traces: readonly PackedTrace[],
): Promise<void> {
  const { session_id: sessionId } = job.row
  await inTransaction(db, async (transaction) => {
    await lockSession(transaction, sessionId)
    // A request that deletes the session holds its row before it deletes the job; the other order would be a
    // deadlock.
    const session = await transaction
      .selectFrom('session')
      .select('capture_key')
      .where('id', '=', sessionId)
      .forKeyShare()
      .executeTakeFirst()
    if (session?.capture_key !== captureKey) throw new JobPostponed(0)
    await job.finish(transaction)
    await storeTraces(transaction, sessionId, traces)
  })
}
