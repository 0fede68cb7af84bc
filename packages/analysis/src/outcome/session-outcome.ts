import { compoundOnLap } from '../laps/stints.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType, SessionType } from '@pitboard/contract/wire/enumerations'
import { advancingCount } from './advancing-count.ts'
import { resultOrder } from './result-order.ts'
import { type OpenOutcome, raceOutcome, type RaceOutcome } from './race-outcome.ts'
import { completedLapsOf } from '../laps/completed-laps.ts'

/** The outcome is that of a session which lap times decide. */
export interface TimedOutcome {
  readonly kind: 'qualifying' | 'practice' | 'timeTrial'
  readonly fastest: Driver
  readonly best: BestLap
  /** It is null where no second driver set a time. */
  readonly second: Driver | null
  readonly marginMs: number | null
  /** They are in the order of the result. */
  readonly eliminated: readonly Driver[]
  /**
   * Adds the best sectors of the fastest driver up to one lap; it is null where they are not quicker than the
   * best lap.
   */
  readonly idealMs: number | null
}

export interface BestLap {
  readonly timeMs: number
  /** It is null where the laps are unknown. */
  readonly lap: number | null
  readonly tyreCompound: number | null
}

export type SessionOutcome = RaceOutcome | OpenOutcome | TimedOutcome

/** Returns how a session was decided, from its document alone; null if nobody drove. */
export function sessionOutcome(session: SessionDetail): SessionOutcome | null {
  const order = resultOrder(session)
  return isRaceType(session.sessionType)
    ? raceOutcome(session, order)
    : timedOutcome(session, order)
}

function timedOutcome(session: SessionDetail, order: readonly Driver[]): TimedOutcome | null {
  const [fastest, next] = order
  const timeMs = fastest?.bestLapTimeMs ?? null
  if (!fastest || timeMs === null) return null
  const second = next?.bestLapTimeMs ? next : null
  const secondMs = second?.bestLapTimeMs ?? null
  const advancing = session.classification === 'final' ? advancingCount(session) : null
  return {
    kind: kindOf(session.sessionType),
    fastest,
    best: bestLapOf(fastest, timeMs),
    second,
    marginMs: secondMs === null || secondMs < timeMs ? null : secondMs - timeMs,
    // Drivers who were out in an earlier part may be listed, without a lap.
    eliminated:
      advancing === null
        ? []
        : order.slice(advancing).filter((driver) => completedLapsOf(driver) > 0),
    idealMs: idealOf(fastest, timeMs),
  }
}

const PRACTICE: readonly number[] = [
  SessionType.P1,
  SessionType.P2,
  SessionType.P3,
  SessionType.ShortPractice,
]

function kindOf(sessionType: number): TimedOutcome['kind'] {
  if (sessionType === SessionType.TimeTrial) return 'timeTrial'
  return PRACTICE.includes(sessionType) || sessionType === SessionType.Unknown
    ? 'practice'
    : 'qualifying'
}

/** Returns the lap of a driver with this time, and its tyre. */
export function bestLapOf(driver: Driver, timeMs: number): BestLap {
  const index = driver.lapTimes.findIndex(
    ({ lapTime, invalidLap }) => lapTime === timeMs && !invalidLap,
  )
  if (index < 0) return { timeMs, lap: null, tyreCompound: null }
  return { timeMs, lap: index + 1, tyreCompound: compoundOnLap(driver, index + 1) }
}

function idealOf(driver: Driver, bestMs: number): number | null {
  const { bestSector1TimeMs, bestSector2TimeMs, bestSector3TimeMs } = driver
  if (bestSector1TimeMs === null || bestSector2TimeMs === null || bestSector3TimeMs === null) {
    return null
  }
  const idealMs = bestSector1TimeMs + bestSector2TimeMs + bestSector3TimeMs
  return idealMs < bestMs ? idealMs : null
}
