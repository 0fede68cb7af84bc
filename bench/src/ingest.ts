import { itemAt } from '@pitboard/contract/wire/item-at'
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeDatagram } from '@pitboard/contract/ingest/ingest-frames'
import { createClient } from '@pitboard/contract/wire/client'
import { liveSessions } from '@pitboard/contract/live/live'
import { seenBy } from '@pitboard/server/racing/sessions/lobby.fixture'
import { openStreamSocket } from '@pitboard/recorder/stream/stream-socket'
import { createTestRecorder } from '@pitboard/server/racing/ingest/transports/recorder.fixture'
import { createRace } from '@pitboard/sim/race'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { median } from './reference.ts'
import { printTable, spread } from './report.ts'

/** A round lasts a quarter of a second, so that what else the machine does meets both carriers of it. */
const SLICES = 160
const WARM_UP_SLICES = 8
const RATIO_MAX = 1.1
/** It is a multiple of the pace of a race, at which still few datagrams come at once, as they do from a recorder. */
const SPEED = 50
const TICK_MS = 2
/** The recorder sends as much at once. */
const WRITE_BYTES_MAX = 64 * 1024

const User = Type.Object({ url: Type.String(), userId: Type.String(), key: Type.String() })
const ProcessorTime = Type.Object({ cpuMicros: Type.Number() })

type Carrier = 'tcp' | 'webSocket'
type Datagrams = ReturnType<typeof seenBy>

/**
 * Measures the processor time of a server that records a race which comes over WebSocket, beside the same race over
 * TCP. Both are sent as a recorder sends them, a few seconds of the race over the one and then over the other.
 */
export default async function measureIngest(): Promise<void> {
  const race = createRace({ seed: 8, laps: 8, cars: 20, trackId: 26 })
  const datagrams = seenBy(race, { playerCar: 0 })
  const child = fork(new URL('./ingest-server.ts', import.meta.url))
  try {
    await once(child, 'message')
    const senders = {
      tcp: await connect(child, 'tcp', datagrams),
      webSocket: await connect(child, 'webSocket', datagrams),
    }
    const spent: Record<Carrier, number[]> = { tcp: [], webSocket: [] }
    for (let slice = 0; slice < SLICES; slice++) {
      // What comes second finds warmer caches and more garbage, so the order changes.
      const order: readonly Carrier[] =
        slice % 2 === 0 ? ['tcp', 'webSocket'] : ['webSocket', 'tcp']
      const end = Math.floor((datagrams.length * (slice + 1)) / SLICES)
      for (const carrier of order) {
        const before = await ask(child, 'cpu', ProcessorTime)
        await senders[carrier].sendUpTo(end)
        const after = await ask(child, 'cpu', ProcessorTime)
        if (slice >= WARM_UP_SLICES) spent[carrier].push(after.cpuMicros - before.cpuMicros)
      }
    }
    for (const { close } of Object.values(senders)) close()
    // A pair of rounds has both orders.
    const tcp = sumPairs(spent.tcp)
    const webSocket = sumPairs(spent.webSocket)
    const ratios = webSocket.map((micros, at) => micros / itemAt(tcp, at))
    const timeOf = (pairs: readonly number[]) => `${(sum(pairs) / 1000).toFixed(0)} ms`
    printTable(`a race of 20 cars, ${datagrams.length} datagrams, that is recorded`, [
      {
        what: 'over WebSocket',
        value: median(ratios),
        unit: 'times the processor time over TCP',
        limit: { atMost: RATIO_MAX },
        details: `${spread(ratios, 2)} in ${ratios.length} rounds; ${timeOf(webSocket)}, over TCP ${timeOf(tcp)}`,
      },
    ])
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
}

interface Sender {
  /** Sends the datagrams before this one at their pace, and resolves once the server has made them durable. */
  readonly sendUpTo: (end: number) => Promise<void>
  readonly close: () => void
}

async function connect(
  child: ChildProcess,
  carrier: Carrier,
  datagrams: Datagrams,
): Promise<Sender> {
  const { url, userId, key } = await ask(child, 'user', User)
  const lease = await createClient({ baseUrl: url })(liveSessions.register, {
    params: { id: userId },
    query: { key, useTcp: true },
  })
  if (lease.protocol !== 'tcp') throw new Error('The lease is not for a stream')
  const { webSocketPath: _, ...tcpLease } = lease
  const { socket } = await openStreamSocket(url, carrier === 'tcp' ? tcpLease : lease)
  const recorder = createTestRecorder(socket)
  await recorder.hello(lease.token, randomUUID())
  let at = 0

  /** Takes what has happened in the race up to a moment, as far as it is sent at once. */
  function takeFrames(end: number, untilMs: number): Buffer {
    const frames: Uint8Array[] = []
    let bytes = 0
    while (at < end && bytes < WRITE_BYTES_MAX) {
      const datagram = itemAt(datagrams, at)
      if (datagram.atMs > untilMs) break
      const frame = encodeDatagram({ number: ++at, ...datagram })
      frames.push(frame)
      bytes += frame.length
    }
    return Buffer.concat(frames)
  }

  return {
    async sendUpTo(end) {
      const startMs = performance.now() - itemAt(datagrams, at).atMs / SPEED
      while (at < end) {
        const frames = takeFrames(end, (performance.now() - startMs) * SPEED)
        if (frames.length === 0) await pause(TICK_MS)
        else if (!socket.write(frames)) await once(socket, 'drain')
      }
      await recorder.until(() => recorder.acknowledged() === end)
    },
    close: () => socket.destroy(),
  }
}

function sumPairs(values: readonly number[]): number[] {
  return values.flatMap((value, at) => (at % 2 === 0 ? [] : [value + itemAt(values, at - 1)]))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

async function ask<T extends TSchema>(
  child: ChildProcess,
  request: 'user' | 'cpu',
  schema: T,
): Promise<Static<T>> {
  const over = new AbortController()
  const { signal } = over
  try {
    const answered = Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }),
    ])
    child.send(request)
    const [answer] = await answered
    return Value.Parse(schema, answer)
  } finally {
    over.abort()
  }
}
