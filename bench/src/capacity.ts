import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { createRace } from '@pitboard/sim/race'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { createDrivenRoom, TICK_MS, type DrivenRoom } from './driven-room.ts'
import { median, printTable } from './report.ts'

const SESSIONS = 200
const WARM_UP_MS = 20_000
const MEASURED_MS = 20_000
/** Of decoding the same datagrams and nothing else. */
const COST_MAX = 4
const PAUSE_LIMIT_MS = 20
const DECODING_ROUNDS = 5

interface Tick {
  readonly atMs: number
  readonly datagrams: { readonly bytes: Uint8Array; readonly atMs: number }[]
}

/**
 * 200 sessions of 20 cars at 60 Hz in one thread, from datagram to the message of each tick
 * with a viewer in each room: what that costs against decoding the datagrams alone, how many sessions
 * one core would carry, and how long it stands still to collect garbage while driven at full speed.
 */
export default async function capacity(): Promise<void> {
  const ticks = ticksOf(WARM_UP_MS + MEASURED_MS)
  const rooms = Array.from({ length: SESSIONS }, createDrivenRoom)
  await drive(rooms, ticks.filter(isWarmUp))
  let bytes = 0
  for (const driven of rooms) {
    driven.room()?.join(
      {
        send: (frame) => {
          bytes += frame.deflated().length
        },
        backlogBytes: () => 0,
        close: () => {},
      },
      WARM_UP_MS,
    )
  }
  const measured = ticks.filter((tick) => !isWarmUp(tick))
  const decodingBefore = decodingSeconds(measured)
  const pauses = watchPauses()
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await drive(rooms, measured)
  const { user, system } = process.cpuUsage(before)
  pauses.stop()
  const wallSeconds = (performance.now() - startedAt) / 1000
  // With the threads that collect garbage: the core carries them as well.
  const cpuSeconds = (user + system) / 1e6
  const carried = Math.floor((SESSIONS * MEASURED_MS) / 1000 / cpuSeconds)
  // Before and after: a processor that changes its speed meanwhile changes both.
  const decoding = (decodingBefore + decodingSeconds(measured)) / 2
  const cost = cpuSeconds / SESSIONS / decoding
  const datagrams = ticks.reduce((sum, tick) => sum + tick.datagrams.length, 0)
  printTable('capacity of one core, 60 Hz, decode to tick', [
    {
      what: `${SESSIONS} sessions of 20 cars, ${Math.round((datagrams * 1000) / (WARM_UP_MS + MEASURED_MS))} datagrams/s each`,
      value: `${cost.toFixed(1)} times decoding`,
      compared: `${carried} sessions a core, ${cpuSeconds.toFixed(1)} s of CPU for ${MEASURED_MS / 1000} s of racing, ${(bytes / SESSIONS / (MEASURED_MS / 1000) / 1000).toFixed(1)} kB/s a viewer`,
      limit: `≤ ${COST_MAX} times`,
      holds: cost <= COST_MAX,
    },
    {
      what: `longest garbage collection pause of ${pauses.lengthsMs.length}`,
      value: `${Math.max(0, ...pauses.lengthsMs).toFixed(1)} ms`,
      compared: `${((pauses.lengthsMs.reduce((sum, ms) => sum + ms, 0) / wallSeconds / 1000) * 100).toFixed(1)} % of the time`,
      limit: `≤ ${PAUSE_LIMIT_MS} ms`,
      holds: Math.max(0, ...pauses.lengthsMs) <= PAUSE_LIMIT_MS,
    },
  ])
}

/** Processor seconds of decoding each datagram once. */
function decodingSeconds(ticks: readonly Tick[]): number {
  const decoded = Array.from<unknown>({ length: 256 })
  const rounds = Array.from({ length: DECODING_ROUNDS }, () => {
    const before = process.threadCpuUsage()
    let place = 0
    for (const { datagrams } of ticks) {
      for (const { bytes } of datagrams) decoded[place++ % decoded.length] = decodeDatagram(bytes)
    }
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1e6
  })
  return median(rounds)
}

function isWarmUp({ atMs }: Tick): boolean {
  return atMs < WARM_UP_MS
}

function watchPauses(): { lengthsMs: number[]; stop: () => void } {
  const lengthsMs: number[] = []
  const observer = new PerformanceObserver((list) => {
    lengthsMs.push(...list.getEntries().map(({ duration }) => duration))
  })
  observer.observe({ type: 'gc' })
  return { lengthsMs, stop: () => observer.disconnect() }
}

async function drive(rooms: readonly DrivenRoom[], ticks: readonly Tick[]): Promise<void> {
  for (const { atMs, datagrams } of ticks) {
    await turn()
    for (const room of rooms) {
      for (const { bytes, atMs: receivedMs } of datagrams) room.push(bytes, receivedMs)
      room.tick(atMs)
    }
  }
}

function ticksOf(lengthMs: number): Tick[] {
  const ticks: Tick[] = Array.from({ length: lengthMs / TICK_MS }, (_, place) => ({
    atMs: (place + 1) * TICK_MS,
    datagrams: [],
  }))
  for (const datagram of createRace({ seed: 2, laps: 3 }).datagrams()) {
    const tick = ticks[Math.floor(datagram.atMs / TICK_MS)]
    if (!tick) break
    tick.datagrams.push(datagram)
  }
  return ticks
}
