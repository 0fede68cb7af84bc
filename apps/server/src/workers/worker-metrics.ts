import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { HubStats } from '../platform/fan-out/socket-hub.ts'
import type { MetricsSource } from '../site/health/metrics-server.ts'
import { registerHubMetrics } from './hub-metrics.ts'
import type { WorkerSlot } from './worker-slot.ts'

/** Joins the metrics of all workers, and adds those about the workers and their hub. */
export function createWorkerMetrics(
  slots: readonly WorkerSlot[],
  hub: HubStats | null,
): MetricsSource {
  const registry = new Registry()
  const registers = [registry]
  const running: Gauge = new Gauge({
    name: 'pitboard_workers',
    help: 'Worker processes that run',
    registers,
    collect: () => running.set(slots.filter((slot) => slot.running() !== null).length),
  })
  const restarts: Counter = new Counter({
    name: 'pitboard_worker_restarts_total',
    help: 'Worker processes that ended and were replaced',
    registers,
    collect() {
      restarts.reset()
      restarts.inc(slots.reduce((sum, slot) => sum + slot.restarts(), 0))
    },
  })
  if (hub !== null) registerHubMetrics(registry, hub)
  return {
    contentType: registry.contentType,
    async metrics() {
      const read = await Promise.all(
        slots.map(async (slot) => (await slot.running()?.readMetrics()) ?? null),
      )
      const answered = read.filter((metrics) => metrics !== null)
      const own = await registry.getMetricsAsJSON()
      return AggregatorRegistry.aggregate([own, ...answered]).metrics()
    },
  }
}
