import { deriveSession } from '@pitboard/server/racing/sessions/store/derive-session'
import { packTrace } from '@pitboard/server/racing/traces/pack-trace'
import { createRace } from '@pitboard/sim/race'
import { type Datagram, createThinner } from '@pitboard/telemetry/thinning/thinner'
import { createDrivenRoom, TICK_MS } from './driven-room.ts'
import { cpuMsOf, median } from './reference.ts'
import { printTable } from './report.ts'

const RACE = { seed: 5, laps: 2, cars: 20 } as const
const REPEATS = 3
const CAPACITY_LEAST = 0.8
const SESSION_BYTES_MAX = 5_000_000
const LONG_RACE_LAPS = 1_000
const KB_PER_SECOND_MAX = 60

/**
 * A race of 20 cars at 60 Hz: what making its traces costs beside driving it live with one viewer, and what
 * the traces and the stream take.
 */
export default async function measureTraces(): Promise<void> {
  const race = createRace(RACE)
  const sent = [...race.datagrams()]
  const thinned = thin(sent)
  const shares: number[] = []
  let [liveMs, tracesMs, bytes, laps] = [0, 0, 0, 0]
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    liveMs = await cpuMsOf(async () => drive(sent))
    tracesMs = await cpuMsOf(async () => {
      const derived = await deriveSession(inTurn(thinned), race.uid, IDENTITY)
      const packed = (derived?.traces ?? []).map(packTrace)
      laps = packed.length
      bytes = packed.reduce((sum, { trace }) => sum + trace.length, 0)
    })
    shares.push(liveMs / (liveMs + tracesMs))
  }
  const seconds = (sent.at(-1)?.atMs ?? 0) / 1000
  const streamBytes = thinned.reduce((sum, datagram) => sum + datagram.bytes.length, 0)
  printTable('traces of a race of 20 cars', [
    {
      what: 'sessions a core with traces',
      value: median(shares),
      unit: 'of those without',
      limit: { atLeast: CAPACITY_LEAST },
      details: `live ${(liveMs / seconds).toFixed(2)} ms, traces ${(tracesMs / seconds).toFixed(2)} ms a second of the race`,
    },
    {
      what: 'traces of 20 cars and 50 laps',
      value: (bytes / laps) * LONG_RACE_LAPS,
      unit: 'bytes',
      limit: { atMost: SESSION_BYTES_MAX },
      details: `${Math.round(bytes / laps)} bytes a lap`,
    },
    {
      what: 'stream of the recorder',
      value: streamBytes / seconds / 1000,
      unit: 'kB/s',
      limit: { atMost: KB_PER_SECOND_MAX },
      details: `${(thinned.length / seconds).toFixed(0)} datagrams a second`,
    },
  ])
}

const IDENTITY = { id: '', internalSessionId: 1, userId: '', userName: '' }

function thin(sent: readonly Datagram[]): Datagram[] {
  const thinner = createThinner()
  return [...sent.flatMap(({ bytes, atMs }) => thinner.push(bytes, atMs)), ...thinner.flush()]
}

async function* inTurn(datagrams: readonly Datagram[]): AsyncGenerator<Datagram> {
  yield* datagrams
}

function drive(sent: readonly Datagram[]): void {
  const driven = createDrivenRoom()
  let hasJoined = false
  let nowMs = 0
  for (const { bytes, atMs } of sent) {
    for (; nowMs + TICK_MS <= atMs; nowMs += TICK_MS) {
      const room = driven.room()
      if (room && !hasJoined) {
        hasJoined = true
        room.join(
          { send: (frame) => void frame.deflated(), backlogBytes: () => 0, close: () => {} },
          nowMs,
        )
      }
      driven.tick(nowMs)
    }
    driven.push(bytes, atMs)
  }
}
