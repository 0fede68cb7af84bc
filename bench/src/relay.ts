import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openTestNats } from '@pitboard/server/platform/nats/nats.fixture'
import { WebSocket } from 'ws'
import { median } from './reference.ts'
import { printTable } from './report.ts'

const WATCH_PATH = '/api/LiveSession/ws/01900000-0000-7000-8000-000000000000'
/** Each run sends 100 messages. */
const RUNS = 5
const LATER_MS_MAX = 10

/** Each message has arrived this long after the moment that it shows. */
type Delays = number[]

/** Measures how much later a viewer has a message if another server records the session. */
export default async function measureRelay(): Promise<void> {
  const nats = await openTestNats()
  const [owner, edge] = [start('pitboard', nats.url), start('edge', nats.url)]
  try {
    const [port = 0, edgePort = 0] = await Promise.all(
      [owner, edge].map((server) => receive(server, 'port')),
    )
    const here = await watch(port)
    const there = await watch(edgePort)
    const later: number[] = []
    while (later.length < RUNS) {
      here.length = 0
      there.length = 0
      const done = receive(owner, 'cpuMicros')
      owner.send('broadcast')
      await done
      later.push(p99(there) - p99(here))
    }
    printTable('a viewer of another server, through NATS', [
      {
        what: 'delay of a message, 99th percentile',
        value: median(later),
        unit: 'ms more than for a viewer of the server that records',
        limit: { atMost: LATER_MS_MAX },
        details: `${RUNS} runs: ${later.map((ms) => ms.toFixed(1)).join(', ')}; median delay ${(median(there) - median(here)).toFixed(2)} ms more`,
      },
    ])
  } finally {
    for (const child of [owner, edge]) {
      child.kill()
      await once(child, 'exit')
    }
    await nats.close()
  }
}

function p99(delays: Delays): number {
  const sorted = delays.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

function start(kind: string, natsUrl: string): ChildProcess {
  return fork(new URL('./broadcast-server.ts', import.meta.url), [kind, natsUrl])
}

async function receive(child: ChildProcess, field: string): Promise<number> {
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  const value: unknown = typeof answer === 'object' && answer ? Reflect.get(answer, field) : null
  if (typeof value !== 'number') throw new Error(`The child process sent ${JSON.stringify(answer)}`)
  return value
}

async function watch(port: number): Promise<Delays> {
  const delays: Delays = []
  const ws = new WebSocket(`ws://127.0.0.1:${port}${WATCH_PATH}`)
  ws.on('message', (data: Buffer) => {
    const message: { readonly t: string; readonly at: number } = JSON.parse(data.toString())
    if (message.t === 'delta') delays.push(performance.now() - message.at)
  })
  await once(ws, 'message')
  return delays
}
