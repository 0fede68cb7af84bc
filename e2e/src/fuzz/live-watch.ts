// oxlint-disable unicorn/require-post-message-target-origin -- a thread's port has no origin
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { encodeDatagram, encodeJsonFrame } from '@pitboard/contract/ingest/ingest-frames'
import { FrameType, INGEST_PROTOCOL_VERSION } from '@pitboard/contract/ingest/ingest-protocol'
import { createRace } from '@pitboard/sim/race'
import { randomUUID } from 'node:crypto'
import { measureMachineDelays, type Mark } from './machine-delays.ts'
import { memberOf } from './operations.ts'

/** The viewers of a race notice this while the server is attacked. */
export interface LiveWatch {
  /** Reads what was noticed since the watch began or was read. */
  read(): Promise<LiveReport>
  stop(): Promise<void>
}

export interface LiveReport {
  /** This many deltas came. */
  readonly ticks: number
  /** The latest delta was late by this much, beyond this thread's own lateness. */
  readonly latestMs: number
  /** The latest one came then, in seconds since the start of the watch. */
  readonly latestAtSeconds: number
}

export interface Driver {
  readonly url: string
  readonly userId: string
  readonly recorderKey: string
}

/** The thread is started with this. */
interface Watched extends Driver {
  readonly serverPid: number
}

const TICK_MS = 100
/** The cars stand on the grid for this long: nothing changes, so no tick is due. */
const GRID_MS = 20_000
/** No run of the fuzzer is longer. */
const LAPS = 99

/** Drives a race and watches it, in a thread of its own: what the attacker does here costs it nothing. */
export async function watchLiveRace(driver: Driver, serverPid: number): Promise<LiveWatch> {
  const workerData: Watched = { ...driver, serverPid }
  const worker = new Worker(new URL(import.meta.url), { workerData })
  const report = async () => {
    worker.postMessage('report')
    const [answer] = await once(worker, 'message')
    return readReport(answer)
  }
  // The first message says that the race is on the air.
  await once(worker, 'message')
  return { read: report, stop: async () => void (await worker.terminate()) }
}

function readReport(value: unknown): LiveReport {
  const read = (name: string) => Number(memberOf(value, name))
  return {
    ticks: read('ticks'),
    latestMs: read('latestMs'),
    latestAtSeconds: read('latestAtSeconds'),
  }
}

async function watch({ url, userId, recorderKey, serverPid }: Watched): Promise<void> {
  const delays = measureMachineDelays(serverPid)
  let ticks = 0
  let latestMs = 0
  let latestAtSeconds = 0
  let isOnTheAir = false
  let last: Mark | null = null
  parentPort?.on('message', () => {
    parentPort?.postMessage({ ticks, latestMs, latestAtSeconds })
    ticks = 0
    latestMs = 0
    latestAtSeconds = 0
  })
  // A server that ended is reported by the thread that started it.
  drive({ url, userId, recorderKey }, () => (last = null)).catch(() => {})
  for (;;) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/LiveSession/ws/user/${userId}`)
    last = null
    socket.addEventListener('message', ({ data }) => {
      const mark = delays.mark()
      // A tick is due only between two deltas: there is silence before a start and after an end.
      const isDelta = String(data).startsWith('{"t":"delta"')
      if (isDelta && last !== null) {
        const lateMs = mark.atMs - last.atMs - TICK_MS - delays.sinceMs(last)
        if (lateMs > latestMs) {
          latestMs = lateMs
          latestAtSeconds = Math.round(mark.atMs / 1000)
        }
      }
      if (isDelta) ticks++
      if (isDelta && !isOnTheAir) {
        isOnTheAir = true
        parentPort?.postMessage('on the air')
      }
      last = isDelta ? mark : null
    })
    await new Promise((resolve) => {
      socket.addEventListener('close', resolve)
      socket.addEventListener('error', resolve)
    })
    await pause(TICK_MS)
  }
}

/**
 * Drives a race without incidents, from its start on at the speed of the clock, sent as a recorder does. Calls
 * `onInterruption` when it must connect again: until then no tick is due.
 */
async function drive(driver: Driver, onInterruption: () => void): Promise<void> {
  const streamId = randomUUID()
  const race = createRace({ seed: 1, laps: LAPS, rateHz: 20, trackId: 7, situations: [] })
  const startMs = performance.now() - GRID_MS
  let socket = await openStream(driver, streamId)
  let number = 1
  for (const { atMs, bytes } of race.datagrams()) {
    const waitMs = startMs + atMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    if (socket.destroyed) {
      socket = await openStream(driver, streamId)
      onInterruption()
    }
    socket.write(encodeDatagram({ number: number++, atMs: Date.now(), bytes }))
  }
}

async function openStream({ url, userId, recorderKey }: Driver, streamId: string): Promise<Socket> {
  const address = `${url}/api/LiveSession/register/${userId}?key=${recorderKey}&useTcp=true`
  const lease: unknown = await (await fetch(address, { method: 'POST' })).json()
  const socket = connect(Number(memberOf(lease, 'port')), '127.0.0.1')
  socket.on('error', () => {})
  const token = String(memberOf(lease, 'token'))
  socket.write(
    encodeJsonFrame(FrameType.Hello, { version: INGEST_PROTOCOL_VERSION, token, streamId }),
  )
  // The server welcomes or refuses; what it acknowledges later is not needed.
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.resume()
  return socket
}

if (parentPort !== null) {
  // What the thread was started with is what `watchLiveRace` was called with.
  const [url = '', userId = '', recorderKey = ''] = ['url', 'userId', 'recorderKey'].map((name) =>
    String(memberOf(workerData, name)),
  )
  void watch({ url, userId, recorderKey, serverPid: Number(memberOf(workerData, 'serverPid')) })
}
