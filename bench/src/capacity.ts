import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { SharedFrame } from '@pitboard/server/racing/live/rooms/frame'
import { createRace } from '@pitboard/sim/race'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { LATE_MS_MAX, latenessOf } from './delivered-work.ts'
import { createDrivenRoom, TICK_MS, type DrivenRoom } from './driven-room.ts'
import { cpuMsOf, median, percentile } from './reference.ts'
import { printTable, type Row } from './report.ts'

const SESSIONS = 200
const WARM_UP_MS = 20_000
const MEASURED_MS = 20_000
/** The work may cost at most this many times the decoding of the same datagrams alone. */
const COST_MAX = 4
/** Sessions in time leave some of the core idle: pauses and the slowest ticks need it. */
const IN_TIME_COST_MAX = 7
/** A pause may last at most this share of the time that the thread needs for one tick of all sessions. */
const PAUSE_MAX = 0.5
/** Driving and decoding take turns. */
const PART_MS = 2_000
const DECODING_PASSES = 20
const KB_PER_SECOND_MAX = 1.2
/** Sessions are added until the ticks are late. */
const FIRST_SESSIONS = 60
const ADDED_SESSIONS = 10
const STAGE_TICKS = 30
/** The simulated race lasts this long: there are too many sessions before it ends. */
const DRIVEN_MS = 180_000
/** The race has opened its session by then. */
const JOINED_AT_TICK = 10

interface Tick {
  readonly atMs: number
  readonly datagrams: { readonly bytes: Uint8Array; readonly atMs: number }[]
}

/**
 * Measures sessions of 20 cars at 60 Hz in one thread, from datagram to the message of each tick with a viewer in each
 * room: how many have their messages in time, and what 200 of them cost, against decoding their datagrams alone; how
 * long collecting garbage holds up the ticks. Then it measures what one viewer receives.
 */
export default async function measureCapacity(): Promise<void> {
  const inTime = await findDelivered(ticksOf(DRIVEN_MS))
  const ticks = ticksOf(WARM_UP_MS + MEASURED_MS)
  const rooms = Array.from({ length: SESSIONS }, createDrivenRoom)
  await drive(
    rooms,
    ticks.filter(({ atMs }) => atMs <= WARM_UP_MS),
  )
  for (const driven of rooms) join(driven, WARM_UP_MS)
  const pauses = watchPauses()
  const ticksMs: number[] = []
  const parts: { readonly cpuMs: number; readonly decodingMs: number }[] = []
  for (let atMs = WARM_UP_MS; atMs < WARM_UP_MS + MEASURED_MS; atMs += PART_MS) {
    const part = ticks.filter((tick) => tick.atMs > atMs && tick.atMs <= atMs + PART_MS)
    parts.push({
      cpuMs: await cpuMsOf(async () => ticksMs.push(...(await drive(rooms, part)))),
      decodingMs: (await cpuMsOf(() => decode(part))) / DECODING_PASSES,
    })
  }
  pauses.stop()
  const cpuMs = parts.reduce((sum, part) => sum + part.cpuMs, 0)
  // The very longest is mostly one that another program interrupted.
  const pauseMs = percentile(pauses.lengthsMs, 0.95)
  printTable('capacity of one core, 60 Hz, from datagram to tick', [
    {
      what: `sessions in time: 99 of 100 messages less than ${LATE_MS_MAX} ms late`,
      value: TICK_MS / (inTime.sessions * inTime.decodingMs),
      unit: 'times decoding',
      limit: { atMost: IN_TIME_COST_MAX },
      details:
        `${inTime.sessions} sessions, ${inTime.sessions * (1000 / TICK_MS)} messages a second; ` +
        `${inTime.lateMs.toFixed(0)} ms late, with ${inTime.sessions + ADDED_SESSIONS} sessions ${inTime.nextLateMs.toFixed(0)} ms`,
    },
    {
      what: `${SESSIONS} sessions of 20 cars`,
      value: median(parts.map((part) => part.cpuMs / SESSIONS / part.decodingMs)),
      unit: 'times decoding',
      limit: { atMost: COST_MAX },
      details: `${Math.floor((SESSIONS * MEASURED_MS) / cpuMs)} sessions a core`,
    },
    {
      what: 'pause to collect garbage, 95 of 100',
      value: pauseMs / median(ticksMs),
      unit: 'of the time of a tick',
      limit: { atMost: PAUSE_MAX },
      details: `${pauseMs.toFixed(1)} ms, longest ${Math.max(...pauses.lengthsMs).toFixed(1)} ms, a tick of all sessions ${median(ticksMs).toFixed(1)} ms`,
    },
    viewerRow(2024),
    viewerRow(2025),
  ])
}

/** Returns what a viewer receives of a race of 20 cars at 10 Hz with positions on the map. */
function viewerRow(format: 2024 | 2025): Row {
  const driven = createDrivenRoom()
  let [bytes, plainBytes, nowMs] = [0, 0, 0]
  const viewer = {
    send(frame: SharedFrame, knowsEarlier: boolean) {
      bytes += frame.deflated(knowsEarlier).length
      plainBytes += frame.plain().length
    },
    backlogBytes: () => 0,
    close: () => {},
  }
  let hasJoined = false
  for (const { atMs, bytes: datagram } of createRace({ seed: 4, format, laps: 5 }).datagrams()) {
    for (; nowMs + TICK_MS <= atMs; nowMs += TICK_MS) {
      const room = driven.room()
      if (room && !hasJoined) {
        hasJoined = true
        room.join(viewer, nowMs)
      }
      driven.tick(nowMs)
    }
    driven.push(datagram, atMs)
  }
  const state = JSON.stringify(driven.room()?.state(nowMs)).length
  return {
    what: `a viewer's bandwidth, format ${format}`,
    value: bytes / nowMs,
    unit: 'kB/s',
    limit: { atMost: KB_PER_SECOND_MAX },
    details: `${(plainBytes / nowMs).toFixed(1)} kB/s before deflate, ${((state / 1000) * (1000 / TICK_MS)).toFixed(0)} kB/s as whole states`,
  }
}

interface InTime {
  readonly sessions: number
  /**
   * The messages of this many sessions were late by this, and those of the next stage, which was too much, by
   * `nextLateMs`.
   */
  readonly lateMs: number
  readonly nextLateMs: number
  /** Decoding the datagrams of one session and tick takes this long. */
  readonly decodingMs: number
}

/**
 * Drives more and more sessions as the clock goes. A session that is added begins at the start of the race, so
 * the sessions are at different moments of it.
 */
async function findDelivered(ticks: readonly Tick[]): Promise<InTime> {
  const decodingMs = (await cpuMsOf(() => decode(ticks))) / DECODING_PASSES / ticks.length
  const sessions: { readonly driven: DrivenRoom; next: number }[] = []
  const drive = async (count: number) => {
    while (sessions.length < count) sessions.push({ driven: createDrivenRoom(), next: 0 })
    const lateMs: number[] = []
    const startedAt = performance.now()
    for (let place = 0; place < STAGE_TICKS; place++) {
      const dueAt = startedAt + place * TICK_MS
      await pause(Math.max(0, dueAt - performance.now()))
      for (const session of sessions) {
        driveTick(session, ticks)
        lateMs.push(performance.now() - dueAt)
      }
    }
    return latenessOf(lateMs)
  }
  // The compiler has not seen the work before.
  let lateMs = await drive(FIRST_SESSIONS)
  for (let count = FIRST_SESSIONS; ; count += ADDED_SESSIONS) {
    // Another program may have interrupted a stage: one that was late is repeated.
    const firstMs = await drive(count)
    const nextLateMs = firstMs < LATE_MS_MAX ? firstMs : await drive(count)
    if (nextLateMs >= LATE_MS_MAX) {
      return { sessions: count - ADDED_SESSIONS, lateMs, nextLateMs, decodingMs }
    }
    lateMs = nextLateMs
  }
}

function driveTick(session: { driven: DrivenRoom; next: number }, ticks: readonly Tick[]): void {
  const tick = ticks[session.next]
  if (tick === undefined) throw new Error('The race is too short for so many sessions.')
  session.next++
  for (const { bytes, atMs } of tick.datagrams) session.driven.push(bytes, atMs)
  if (session.next === JOINED_AT_TICK) join(session.driven, tick.atMs)
  session.driven.tick(tick.atMs)
}

function join(driven: DrivenRoom, atMs: number): void {
  driven.room()?.join(
    {
      send: (frame, knowsEarlier) => void frame.deflated(knowsEarlier),
      backlogBytes: () => 0,
      close: () => {},
    },
    atMs,
  )
}

/** The latest results are used, because the compiler would leave work out otherwise. */
const decoded = Array.from<unknown>({ length: 256 })

function decode(ticks: readonly Tick[]): void {
  let place = 0
  for (let pass = 0; pass < DECODING_PASSES; pass++) {
    for (const { datagrams } of ticks) {
      for (const { bytes } of datagrams) decoded[place++ % decoded.length] = decodeDatagram(bytes)
    }
  }
}

function watchPauses(): { lengthsMs: number[]; stop: () => void } {
  const lengthsMs: number[] = []
  const observer = new PerformanceObserver((list) => {
    lengthsMs.push(...list.getEntries().map(({ duration }) => duration))
  })
  observer.observe({ type: 'gc' })
  return { lengthsMs, stop: () => observer.disconnect() }
}

/** Returns how long each tick took. */
async function drive(rooms: readonly DrivenRoom[], ticks: readonly Tick[]): Promise<number[]> {
  const ticksMs: number[] = []
  for (const { atMs, datagrams } of ticks) {
    await turn()
    const startedAt = performance.now()
    for (const room of rooms) {
      for (const { bytes, atMs: receivedMs } of datagrams) room.push(bytes, receivedMs)
      room.tick(atMs)
    }
    ticksMs.push(performance.now() - startedAt)
  }
  return ticksMs
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
