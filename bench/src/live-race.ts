import { setTimeout as pause } from 'node:timers/promises'
import type { LiveSession } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { createDrivenRoom, TICK_MS } from './driven-room.ts'

/** The race of 24 cars lasts longer than an hour, as the real room publishes it. */
export interface LiveRace {
  /** Skips the states between. */
  skipTo(atMs: number): LiveSession
  /** Publishes each tick in turn, that many times faster than it was driven. */
  play(
    untilMs: number,
    speed: number,
    publish: (session: LiveSession, atMs: number) => void,
  ): Promise<void>
}

export function createLiveRace(): LiveRace {
  const driven = createDrivenRoom()
  const race = createRace({ seed: 14, format: 2026, cars: 24, laps: 60, rateHz: 10, trackId: 26 })
  const datagrams = race.datagrams()[Symbol.iterator]()
  let next = datagrams.next()
  let atMs = 0

  function drive(untilMs: number): LiveSession {
    for (; !next.done && next.value.atMs <= untilMs; next = datagrams.next()) {
      driven.push(next.value.bytes, next.value.atMs)
    }
    atMs = untilMs
    const room = driven.room()
    if (!room) throw new Error('The race has not begun')
    return room.state(atMs)
  }

  return {
    skipTo: drive,
    async play(untilMs, speed, publish) {
      const [fromMs, startedAt] = [atMs, performance.now()]
      while (atMs < untilMs) {
        const dueMs = startedAt + (atMs + TICK_MS - fromMs) / speed
        const earlyMs = dueMs - performance.now()
        if (earlyMs > 1) await pause(earlyMs)
        const session = drive(atMs + TICK_MS)
        publish(session, atMs)
      }
    },
  }
}
