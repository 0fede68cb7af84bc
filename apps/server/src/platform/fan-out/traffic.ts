import { Counter, Gauge } from 'prom-client'
import type { Metrics } from '../diagnostics/metrics.ts'

/** An implementation counts these: requests and answers are messages too. */
export interface Traffic {
  readonly sent: { messages: number; bytes: number }
  readonly received: { messages: number; bytes: number }
  /** Counts messages that were not sent, by reason. */
  readonly dropped: { disconnected: number; full: number; tooLarge: number }
}

export function createTraffic(): Traffic {
  return {
    sent: { messages: 0, bytes: 0 },
    received: { messages: 0, bytes: 0 },
    dropped: { disconnected: 0, full: 0, tooLarge: 0 },
  }
}

export function countMessage(direction: Traffic['sent'], payload: Uint8Array): void {
  direction.messages++
  direction.bytes += payload.length
}

export function registerFanOutMetrics(
  { registry }: Metrics,
  { traffic, isConnected }: { readonly traffic: Traffic; isConnected(this: void): boolean },
): void {
  const registers = [registry]
  const connected: Gauge = new Gauge({
    name: 'pitboard_fan_out_connected',
    help: 'Whether messages reach other servers: 1 also for a server without others',
    // Several workers report it: together they are connected if each of them is.
    aggregator: 'min',
    registers,
    collect: () => connected.set(isConnected() ? 1 : 0),
  })
  const count = (name: string, help: string, counted: keyof Traffic['sent']) => {
    const counter: Counter<'direction'> = new Counter({
      name,
      help,
      labelNames: ['direction'],
      registers,
      collect() {
        counter.reset()
        counter.inc({ direction: 'sent' }, traffic.sent[counted])
        counter.inc({ direction: 'received' }, traffic.received[counted])
      },
    })
  }
  count('pitboard_fan_out_messages_total', 'Messages to and from other servers', 'messages')
  count(
    'pitboard_fan_out_bytes_total',
    'Payload of the messages to and from other servers, in bytes',
    'bytes',
  )
  const dropped: Counter<'reason'> = new Counter({
    name: 'pitboard_fan_out_dropped_total',
    help: 'Messages to other servers that were not sent',
    labelNames: ['reason'],
    registers,
    collect() {
      dropped.reset()
      dropped.inc({ reason: 'disconnected' }, traffic.dropped.disconnected)
      dropped.inc({ reason: 'full' }, traffic.dropped.full)
      dropped.inc({ reason: 'too_large' }, traffic.dropped.tooLarge)
    },
  })
}
