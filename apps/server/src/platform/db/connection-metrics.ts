import { Counter, Gauge } from 'prom-client'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { ConnectionUse } from './open.ts'
import { countUnprepared } from './prepared-statements.ts'

/** Shows how the connections to the database are used, by state, and queries that lack a stored plan. */
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
  const counter: Counter = new Counter({
    name: 'pitboard_unprepared_queries_total',
    help: 'Queries that are planned each time, since other texts have taken the places of stored plans',
    registers: [registry],
    collect() {
      counter.reset()
      counter.inc(countUnprepared())
    },
  })
}
