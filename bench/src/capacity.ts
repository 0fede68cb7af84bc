import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { createRace } from '@pitboard/sim/race'
import { createDrivenRoom, type DrivenRoom } from './driven-room.ts'
import { TICK_MS } from '@pitboard/server/racing/live/room'
import { printTable } from './report.ts'

const SESSIONS = 200
const WARM_UP_MS = 20_000
const MEASURED_MS = 20_000
const LIMIT = 200
const PAUSE_LIMIT_MS = 20

interface Tick {
  readonly atMs: number
  readonly datagrams: { readonly bytes: Uint8Array; readonly atMs: number }[]
}

/**
 * 200 sessions of 20 cars at 60 Hz in one thread, from datagram to the message of each tick
 * with a viewer in each room; how many of them one core would carry, and how long it stands still
 * to collect garbage while it is driven as fast as it can.
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
  const pauses = watchPauses()
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await drive(
    rooms,
    ticks.filter((tick) => !isWarmUp(tick)),
  )
  const { user, system } = process.cpuUsage(before)
  pauses.stop()
  const wallSeconds = (performance.now() - startedAt) / 1000
  // Garbage is collected on other threads too: they are counted, the core carries them as well.
  const cpuSeconds = Math.max(wallSeconds, (user + system) / 1e6)
  const carried = Math.floor((SESSIONS * MEASURED_MS) / 1000 / cpuSeconds)
  const datagrams = ticks.reduce((sum, tick) => sum + tick.datagrams.length, 0)
  printTable('capacity of one core, 60 Hz, decode to tick', [
    {
      what: `${SESSIONS} sessions of 20 cars, ${Math.round((datagrams * 1000) / (WARM_UP_MS + MEASURED_MS))} datagrams/s each`,
      value: `${carried} sessions`,
      compared: `${cpuSeconds.toFixed(1)} s of CPU for ${MEASURED_MS / 1000} s of racing, ${(bytes / SESSIONS / (MEASURED_MS / 1000) / 1000).toFixed(1)} kB/s a viewer`,
      limit: `≥ ${LIMIT} sessions`,
      holds: carried >= LIMIT,
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
