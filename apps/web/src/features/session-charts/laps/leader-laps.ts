import type { SessionDetail } from '@pitboard/contract/session'
import { lapEndsOf } from './lap-ends.ts'

/** The laps of a race along the session's time: each ends when the first car has ended it. */
export interface LeaderLaps {
  readonly lapAt: (timeMs: number) => number
  /** The middle of a lap; null where nobody's time for it is known. */
  readonly middleOf: (lap: number) => number | null
}

/** The session's time begins before the lights go out; without them it is taken for the race's. */
export function startOf({ events }: Pick<SessionDetail, 'events'>): number {
  return events.find(({ kind }) => kind === 'lightsOut')?.timeMs ?? 0
}

export function leaderLapsOf(
  session: Pick<SessionDetail, 'events' | 'drivers'>,
  lastLap: number,
): LeaderLaps {
  const startMs = startOf(session)
  const ends = session.drivers.map(lapEndsOf)
  const firstEnds = Array.from(
    { length: lastLap },
    (_, index) => startMs + Math.min(...ends.map((laps) => laps[index] ?? Infinity)),
  )
  return {
    lapAt: (timeMs) => {
      const done = firstEnds.filter((endMs) => endMs <= timeMs).length
      return Math.min(done + 1, Math.max(lastLap, 1))
    },
    middleOf: (lap) => {
      const begunMs = lap > 1 ? (firstEnds[lap - 2] ?? Infinity) : startMs
      const middleMs = (begunMs + (firstEnds[lap - 1] ?? Infinity)) / 2
      return Number.isFinite(middleMs) ? middleMs : null
    },
  }
}
