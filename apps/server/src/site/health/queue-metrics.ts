import { Gauge } from 'prom-client'
import type { AppContext } from '../../context.ts'
import { countAllJobs } from '../../platform/queues/dead-jobs.ts'

/** Counts the jobs of every server together when metrics are read. */
export function registerQueueMetrics({ db, log, metrics }: AppContext): void {
  // Every worker counts the same rows.
  const shared = { labelNames: ['queue'], aggregator: 'max' } as const
  const dead = new Gauge({
    name: 'pitboard_queue_dead',
    help: 'Jobs that have failed too often and wait for an operator',
    registers: [metrics.registry],
    ...shared,
  })
  const waiting: Gauge<'queue'> = new Gauge({
    name: 'pitboard_queue_waiting',
    help: 'Jobs in the database that wait or are worked on',
    registers: [metrics.registry],
    ...shared,
    async collect() {
      try {
        const rows = await countAllJobs(db)
        for (const row of rows) {
          waiting.set({ queue: row.queue }, row.waiting)
          dead.set({ queue: row.queue }, row.dead)
        }
      } catch (error) {
        // The other metrics show that the database is away.
        waiting.reset()
        dead.reset()
        log.debug({ err: error }, 'the queues could not be counted')
      }
    },
  })
}
