import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { completedLapsOf } from './completed-laps.ts'

/** Returns the largest number of laps that any driver completed. */
export function lastLapOf({ drivers }: Pick<SessionDetail, 'drivers'>): number {
  return Math.max(0, ...drivers.map(completedLapsOf))
}

type DrivenLaps = Pick<Driver, 'lapTimes' | 'numberOfLaps' | 'resultStatus' | 'totalRaceTime'>

/**
 * Returns when each completed lap ended, in milliseconds since the start. What follows a lap without a time
 * is calculated back from the finish; what cannot be known from either end is null.
 */
export function lapEndsOf(driver: DrivenLaps): (number | null)[] {
  const laps = driver.lapTimes.slice(0, completedLapsOf(driver))
  const ends: (number | null)[] = []
  let endMs: number | null = 0
  for (const { lapTime } of laps) {
    endMs = endMs === null || lapTime === null ? null : endMs + lapTime
    ends.push(endMs)
  }
  if (endMs !== null || driver.resultStatus !== ResultStatus.Finished) return ends
  let fromFinishMs = driver.totalRaceTime
  for (let index = laps.length - 1; index >= 0 && fromFinishMs !== null; index--) {
    ends[index] ??= fromFinishMs
    const lapTime: number | null = laps[index]?.lapTime ?? null
    fromFinishMs = lapTime === null ? null : fromFinishMs - lapTime
  }
  return ends
}

/** The laps of a race follow the leader: each ends when the first car has ended it. */
interface LeaderLaps {
  readonly lapAt: (timeMs: number) => number
  /** Returns the session time in the middle of a lap; null where nobody's time for it is known. */
  readonly middleOf: (lap: number) => number | null
}

/**
 * Returns the session time in ms at which the lights went out. Without that event it is 0: session time
 * counts as race time.
 */
export function startOf({ events }: Pick<SessionDetail, 'events'>): number {
  return events.find(({ kind }) => kind === 'lightsOut')?.timeMs ?? 0
}

/** Returns the laps of the leader up to `lastLap`, along the session time in ms. */
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
