import { Counter, Gauge, type Registry } from 'prom-client'
import type { HubStats } from '../platform/fan-out/socket-hub.ts'

/** Describes what passes through the hub of the workers; they count what they send and receive themselves. */
export function registerHubMetrics(registry: Registry, stats: HubStats): void {
  const registers = [registry]
  const members: Gauge = new Gauge({
    name: 'pitboard_hub_members',
    help: 'Workers that are connected to the hub of their supervisor',
    registers,
    collect: () => members.set(stats.members),
  })
  const messages: Counter = new Counter({
    name: 'pitboard_hub_messages_total',
    help: 'Messages, requests and answers that the hub has passed on, once for each receiver',
    registers,
    collect() {
      messages.reset()
      messages.inc(stats.messages)
    },
  })
  const bytes: Counter = new Counter({
    name: 'pitboard_hub_bytes_total',
    help: 'What the hub has passed on, in bytes',
    registers,
    collect() {
      bytes.reset()
      bytes.inc(stats.bytes)
    },
  })
  const dropped: Counter<'reason'> = new Counter({
    name: 'pitboard_hub_dropped_total',
    help: 'Connections that the hub has closed: the worker did not read (slow), or sent what is not a frame (broken)',
    labelNames: ['reason'],
    registers,
    collect() {
      dropped.reset()
      dropped.inc({ reason: 'slow' }, stats.slow)
      dropped.inc({ reason: 'broken' }, stats.broken)
    },
  })
}
