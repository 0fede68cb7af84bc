import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { advancingCount } from '@pitboard/analysis/outcome/advancing-count'
import { isOut, standingOf, statusOf } from '../race/standing.ts'
import { bestLap } from './lap-analysis.ts'

export interface LapProjection {
  readonly lapMs: number
  /** It is the position if the lap holds: that of now where the driver's own best lap stays faster. */
  readonly position: number
  readonly isImprovement: boolean
  /** The difference is to the best lap of the session. */
  readonly toBestMs: number | null
  /**
   * The difference is to the last lap that advances; negative if the lap is good enough. It is null if nobody is
   * eliminated.
   */
  readonly toCutMs: number | null
}

/** Returns places of the cars on a flying lap that counts, first the one that completes it next. */
export function flyingPlaces(session: LiveSession): readonly number[] {
  const flying = session.drivers.flatMap((driver, place) =>
    isFlying(driver, session) ? [{ place, driven: drivenShare(driver, session) }] : [],
  )
  return flying
    .toSorted((a, b) => b.driven - a.driven || a.place - b.place)
    .map(({ place }) => place)
}

export function isFlying(driver: Driver, session: LiveSession): boolean {
  if (driver.currentLapInvalid || isOut(driver)) return false
  return statusOf(driver, session) === 'flying'
}

/** Returns how much of the lap is driven, 0 to 1. */
function drivenShare({ lapDistance, sector }: Driver, { trackLength }: LiveSession): number {
  if (lapDistance === null || trackLength === null || trackLength <= 0) return sector / 3
  return Math.min(1, Math.max(0, lapDistance / trackLength))
}

/** The sectors that are left are taken from the driver's best lap, else from that of the first. */
export function projectionOf(driver: Driver, session: LiveSession): LapProjection | null {
  const { currentSector1TimeMs: first, currentSector2TimeMs: second } = driver
  const leader = session.drivers[standingOf(session).order[0] ?? -1]
  const reference = bestLap(driver) ?? (leader ? bestLap(leader) : null)
  const sector2Ms = second ?? reference?.sector2Time ?? null
  const sector3Ms = reference?.sector3Time ?? null
  if (first === null || sector2Ms === null || sector3Ms === null) return null
  const lapMs = first + sector2Ms + sector3Ms
  const others = session.drivers.flatMap((other) =>
    other === driver ? [] : (other.bestLapTimeMs ?? []),
  )
  const isImprovement = driver.bestLapTimeMs === null || lapMs < driver.bestLapTimeMs
  const countedMs = isImprovement ? lapMs : (driver.bestLapTimeMs ?? lapMs)
  const sorted = others.toSorted((a, b) => a - b)
  const advancing = advancingCount(session)
  const cutMs = advancing === null ? null : (sorted[advancing - 1] ?? null)
  const bestMs = Math.min(...others, driver.bestLapTimeMs ?? Number.POSITIVE_INFINITY)
  return {
    lapMs,
    position: 1 + others.filter((otherMs) => otherMs < countedMs).length,
    isImprovement,
    toBestMs: Number.isFinite(bestMs) ? lapMs - bestMs : null,
    toCutMs: cutMs === null ? null : lapMs - cutMs,
  }
}
