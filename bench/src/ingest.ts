import { itemAt } from '@pitboard/contract/wire/item-at'
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@pitboard/contract/wire/client'
import { liveSessions } from '@pitboard/contract/live/live'
import { seenBy } from '@pitboard/server/racing/sessions/lobby.fixture'
import { openStreamSocket } from '@pitboard/recorder/stream/stream-socket'
import {
  connectRecorder,
  createTestRecorder,
} from '@pitboard/server/racing/ingest/transports/recorder.fixture'
import { createRace } from '@pitboard/sim/race'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { median } from './reference.ts'
import { printTable, spread } from './report.ts'

const ROUNDS = 7
const RATIO_MAX = 1.1
/** It is a multiple of the pace of a race, at which still few datagrams come at once, as they do from a recorder. */
const SPEED = 50
const TICK_MS = 2

const User = Type.Object({ url: Type.String(), userId: Type.String(), key: Type.String() })
const ProcessorTime = Type.Object({ cpuMicros: Type.Number() })

type Carrier = 'tcp' | 'webSocket'

/**
 * Measures the processor time of a server that records a race which comes over WebSocket, beside the same race over
 * TCP.
 */
export default async function measureIngest(): Promise<void> {
  const race = createRace({ seed: 8, laps: 2, cars: 20, trackId: 26 })
  const datagrams = seenBy(race, { playerCar: 0 })
  const child = fork(new URL('./ingest-server.ts', import.meta.url))
  try {
    await once(child, 'message')
    const rounds: Record<Carrier, number>[] = []
    while (rounds.length <= ROUNDS) {
      const measured = { tcp: 0, webSocket: 0 }
      // What comes second finds warmer caches and more garbage, so the order changes.
      const order: readonly Carrier[] =
        rounds.length % 2 === 0 ? ['tcp', 'webSocket'] : ['webSocket', 'tcp']
      for (const carrier of order) measured[carrier] = await record(child, carrier, datagrams)
      rounds.push(measured)
    }
    // The first round only warms up.
    rounds.shift()
    const timeOf = (carrier: Carrier) =>
      `${(median(rounds.map((round) => round[carrier])) / 1000).toFixed(0)} ms`
    const ratios = rounds.map(({ tcp, webSocket }) => webSocket / tcp)
    printTable(`a race of 20 cars, ${datagrams.length} datagrams, that is recorded`, [
      {
        what: 'over WebSocket',
        value: median(ratios),
        unit: 'times the processor time over TCP',
        limit: { atMost: RATIO_MAX },
        details: `${spread(ratios, 2)} in ${ROUNDS} rounds; ${timeOf('webSocket')}, over TCP ${timeOf('tcp')}`,
      },
    ])
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
}

/** Returns the microseconds that the server took from the first datagram to the stored session. */
async function record(
  child: ChildProcess,
  carrier: Carrier,
  datagrams: ReturnType<typeof seenBy>,
): Promise<number> {
  const { url, userId, key } = await ask(child, 'user', User)
  const lease = await createClient({ baseUrl: url })(liveSessions.register, {
    params: { id: userId },
    query: { key, useTcp: true },
  })
  if (lease.protocol !== 'tcp') throw new Error('The lease is not for a stream')
  const recorder =
    carrier === 'tcp'
      ? await connectRecorder(lease.port)
      : createTestRecorder((await openStreamSocket(url, lease)).socket)
  await recorder.hello(lease.token, randomUUID())
  const before = await ask(child, 'cpu', ProcessorTime)
  const startMs = performance.now() - itemAt(datagrams, 0).atMs / SPEED
  for (const [at, datagram] of datagrams.entries()) {
    while (startMs + datagram.atMs / SPEED > performance.now()) await pause(TICK_MS)
    await recorder.send({ number: at + 1, ...datagram })
  }
  await recorder.finish(datagrams.length, true)
  const after = await ask(child, 'cpu', ProcessorTime)
  recorder.socket.destroy()
  return after.cpuMicros - before.cpuMicros
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
