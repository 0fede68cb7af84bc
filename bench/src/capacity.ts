import { createRace } from '@pitboard/sim/race'
import { createDrivenRoom, TICK_MS, type DrivenRoom } from './driven-room.ts'
import { printTable } from './report.ts'

const SESSIONS = 200
const WARM_UP_MS = 20_000
const MEASURED_MS = 20_000
const LIMIT = 200

interface Tick {
  readonly atMs: number
  readonly datagrams: { readonly bytes: Uint8Array; readonly atMs: number }[]
}

/**
 * 200 sessions of 20 cars at 60 Hz in one thread, from datagram to the message of each tick
 * with a viewer in each room; how many of them one core would carry.
 */
export default async function capacity(): Promise<void> {
  const ticks = ticksOf(WARM_UP_MS + MEASURED_MS)
  const rooms = Array.from({ length: SESSIONS }, createDrivenRoom)
  drive(rooms, ticks.filter(isWarmUp))
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
  const before = process.cpuUsage()
  const startedAt = performance.now()
  drive(
    rooms,
    ticks.filter((tick) => !isWarmUp(tick)),
  )
  const { user, system } = process.cpuUsage(before)
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
  ])
}

function isWarmUp({ atMs }: Tick): boolean {
  return atMs < WARM_UP_MS
}

function drive(rooms: readonly DrivenRoom[], ticks: readonly Tick[]): void {
  for (const { atMs, datagrams } of ticks) {
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
