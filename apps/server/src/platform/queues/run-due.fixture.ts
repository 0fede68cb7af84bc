import { until } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import { createLog } from '../diagnostics/log.ts'
import { createMetrics } from '../diagnostics/metrics.ts'
import type { Db } from '../db/tables.ts'
import type { QueueContext } from './job-queue.ts'
import { createJobScheduler } from './job-scheduler.ts'
import { openJobs, type QueueName, QUEUES, type QueueTable } from './queues.ts'

const DEAF = { subscribe: () => {}, isListening: () => false }

/** Does everything that is due in a queue, as a server of this database would. */
export async function runDue(
  db: Db,
  add: (context: QueueContext) => { runDue(): Promise<void> },
): Promise<void> {
  const log = createLog('silent')
  const jobs = createJobScheduler({ db, log, listener: DEAF })
  await add({ db, jobs, log, metrics: createMetrics() }).runDue()
}

/** Waits for the servers of this database to do what is due in the queues, or will be within a minute. */
export async function untilDone(db: Db, ...queues: QueueName[]): Promise<void> {
  await until(async () => {
    for (const name of queues) {
      const queue: QueueTable = QUEUES[name]
      const { rows } = await sql`select from ${sql.table(queue.table)}
        where ${sql.raw(openJobs(queue))}
          and ${sql.ref(queue.dueAt)} < now() + interval '1 minute'`.execute(db)
      if (rows.length > 0) return false
    }
    return true
  })
}
