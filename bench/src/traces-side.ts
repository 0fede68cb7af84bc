import { itemAt } from '@pitboard/contract/wire/item-at'
import { deriveSession } from '@pitboard/server/racing/sessions/store/derive-session'
import { packTrace } from '@pitboard/server/racing/traces/pack-trace'
import { createRace } from '@pitboard/sim/race'
import { type Datagram, createThinner } from '@pitboard/telemetry/thinning/thinner'
import { createDrivenRoom, TICK_MS } from './driven-room.ts'
import { packStream } from './packed-stream.ts'
import { cpuMsOf } from './reference.ts'

/**
 * Each side of the comparison is a process of its own, as the server makes traces in a worker of their own: `live`
 * drives the race with a viewer, `traces` makes its traces. Each message of the parent is one round.
 */
export interface TracesRound {
  readonly cpuMs: number
  readonly raceSeconds: number
  /** It is 0 for the side that drives. */
  readonly laps: number
  readonly traceBytes: number
  readonly streamBytes: number
  readonly datagrams: number
}

const RACE = { seed: 5, laps: 2, cars: 20 } as const
const IDENTITY = { id: '', internalSessionId: 1, userId: '', userName: '' }

const race = createRace(RACE)
const sent = packStream([...race.datagrams()])
const thinned = packStream([...thin(sent())])
const stream = [...thinned()]
const recorded = {
  raceSeconds: itemAt(stream, stream.length - 1).atMs / 1000,
  streamBytes: stream.reduce((sum, { bytes }) => sum + bytes.length, 0),
  datagrams: stream.length,
}
stream.length = 0

process.on('message', (side: 'live' | 'traces') => {
  void (side === 'live' ? drive() : makeTraces()).then((round) => process.send?.(round))
})
process.send?.({ ready: true })

async function drive(): Promise<TracesRound> {
  const cpuMs = await cpuMsOf(() => driveLive(sent()))
  return { ...recorded, cpuMs, laps: 0, traceBytes: 0 }
}

async function makeTraces(): Promise<TracesRound> {
  let [laps, traceBytes] = [0, 0]
  const cpuMs = await cpuMsOf(async () => {
    const derived = await deriveSession(inTurn(thinned()), race.uid, IDENTITY)
    const packed = (derived?.traces ?? []).map(packTrace)
    laps = packed.length
    traceBytes = packed.reduce((sum, { trace }) => sum + trace.length, 0)
  })
  return { ...recorded, cpuMs, laps, traceBytes }
}

function* thin(datagrams: Iterable<Datagram>): Generator<Datagram> {
  const thinner = createThinner()
  for (const { bytes, atMs } of datagrams) yield* thinner.push(bytes, atMs)
  yield* thinner.flush()
}

async function* inTurn(datagrams: Iterable<Datagram>): AsyncGenerator<Datagram> {
  yield* datagrams
}

function driveLive(datagrams: Iterable<Datagram>): void {
  const driven = createDrivenRoom()
  let hasJoined = false
  let nowMs = 0
  for (const { bytes, atMs } of datagrams) {
    for (; nowMs + TICK_MS <= atMs; nowMs += TICK_MS) {
      const room = driven.room()
      if (room && !hasJoined) {
        hasJoined = true
        room.join(
          {
            send: (frame, knowsEarlier) => void frame.deflated(knowsEarlier),
            backlogBytes: () => 0,
            close: () => {},
          },
          nowMs,
        )
      }
      driven.tick(nowMs)
    }
    driven.push(bytes, atMs)
  }
}
