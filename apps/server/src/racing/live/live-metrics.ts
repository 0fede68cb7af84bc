import { Histogram, type Registry } from 'prom-client'

/** Measures how late the ticks of live sessions are, which is the first sign of an overloaded server. */
export function createTickLateness(registry: Registry): (lateMs: number) => void {
  const late = new Histogram({
    name: 'pitboard_live_tick_late_seconds',
    help: 'How long after its time a tick of the live sessions began',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  return (lateMs) => late.observe(lateMs / 1000)
}
