import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { AppContext } from '../../context.ts'

/** Work that waits in the database for every server together, counted when metrics are read. */
export function registerQueueMetrics({ db, log, metrics }: AppContext): void {
  const gauge: Gauge<'queue'> = new Gauge({
    name: 'pitboard_queue_waiting',
    help: 'Work that waits in the database: mails and texts, sessions to link, files to remove',
    labelNames: ['queue'],
    // Every worker counts the same rows.
    aggregator: 'max',
    registers: [metrics.registry],
    async collect() {
      try {
        const { rows } = await sql<{ queue: string; waiting: number }>`
          select 'outbox' as queue, count(*) as waiting from auth.outbox
          union all select 'links', count(*) from session_to_link
          union all select 'removed_captures', count(*) from removed_capture
          union all select 'storage_leftovers', count(*) from storage_leftover
            where due_at <= now()`.execute(db)
        for (const { queue, waiting } of rows) gauge.set({ queue }, waiting)
      } catch (error) {
        // The other metrics show that the database is away.
        gauge.reset()
        log.debug({ err: error }, 'the queues could not be counted')
      }
    },
  })
}
