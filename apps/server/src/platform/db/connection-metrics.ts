import { Gauge } from 'prom-client'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { ConnectionUse } from './open.ts'

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
