import type { TestContext } from 'node:test'
import { readHeader } from '@pitboard/telemetry/decode'
import { driveRace } from '@pitboard/sim/drive'
import type { Race } from '@pitboard/sim/race'

/** The race is driven in real time, and notes when it was where. */
export interface TimedGame {
  /** Returns how long ago, at an instant, the game left a second of the session; it is 0 while the game is in it. */
  ageMs(sessionSecond: number, epochMs: number): number
}

export function startTimedGame(t: TestContext, race: Race, port: number): TimedGame {
  const begunAtMs = new Map<number, number>()
  function* datagrams() {
    for (const sent of race.datagrams()) {
      yield sent
      const read = readHeader(sent.bytes)
      const second = 'header' in read ? Math.floor(read.header.sessionTime) : 0
      if (!begunAtMs.has(second)) begunAtMs.set(second, Date.now())
    }
  }
  const stop = new AbortController()
  const driving = driveRace({ datagrams }, { port, speed: 1, signal: stop.signal })
  t.after(async () => {
    stop.abort()
    await driving
  })
  return {
    ageMs: (second, epochMs) => Math.max(0, epochMs - (begunAtMs.get(second + 1) ?? epochMs)),
  }
}
