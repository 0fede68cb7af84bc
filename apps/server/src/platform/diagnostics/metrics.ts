import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { countLostLines } from './log-destination.ts'

export interface Metrics {
  /** Every part registers its own counters here; `GET /metrics` shows them all. */
  readonly registry: Registry
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requestSeconds = new Histogram({
    name: 'pitboard_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const lostLines: Counter = new Counter({
    name: 'pitboard_log_lost_lines_total',
    help: 'Lines of the log that could not be written',
    registers: [registry],
    collect() {
      lostLines.reset()
      lostLines.inc(countLostLines())
    },
  })
  return { registry, requestSeconds }
}
