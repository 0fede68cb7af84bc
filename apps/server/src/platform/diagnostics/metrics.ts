import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ConnectionUse } from '../db/open.ts'

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
  return { registry, requestSeconds }
}

/** How the connections to the database are used, by state. */
export function registerConnectionUse({ registry }: Metrics, read: () => ConnectionUse): void {
  const gauge: Gauge<'state'> = new Gauge({
    name: 'pitboard_database_connections',
    help: 'Connections to the database, and queries that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { inUse, idle, waiting } = read()
      gauge.set({ state: 'in_use' }, inUse)
      gauge.set({ state: 'idle' }, idle)
      gauge.set({ state: 'waiting' }, waiting)
    },
  })
}
