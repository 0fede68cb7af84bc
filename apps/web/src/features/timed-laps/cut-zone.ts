import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { advancingCount } from '@pitboard/analysis/outcome/advancing-count'
import { raceFlag } from '@pitboard/analysis/live/race-flag'
import { cutDeltaMs } from '../live/cut-line.ts'
import { isFlying } from '../live/lap-projection.ts'
import { isOut, standingOf } from '../race/standing.ts'

export interface CutCar {
  /** The car is `drivers[place]`. */
  readonly place: number
  readonly driverIdx: number
  readonly position: number
  /** The driver lacks this much to advance; null without a lap of their own. */
  readonly lackMs: number | null
  readonly isFlying: boolean
}

/** The zone lists the drivers who do not advance as it stands, and says whether that can still change. */
export interface CutZone {
  readonly advancing: number
  readonly cars: readonly CutCar[]
  /** No lap that counts is under way after the flag. */
  readonly isFinal: boolean
  /** It is the lead of the last who advances over the first who does not; null where it is unknown. */
  readonly marginMs: number | null
}

/** Returns null in sessions that eliminate nobody. */
export function cutZoneOf(session: LiveSession): CutZone | null {
  const advancing = advancingCount(session)
  if (advancing === null) return null
  const { order } = standingOf(session)
  const cars = order.slice(advancing).flatMap((place, index): CutCar[] => {
    const driver = session.drivers[place]
    if (!driver) return []
    return [
      {
        place,
        driverIdx: driver.driverIdx,
        position: advancing + 1 + index,
        lackMs: cutDeltaMs(driver, session),
        isFlying: isFlying(driver, session),
      },
    ]
  })
  const bestAt = (rank: number) => session.drivers[order[rank] ?? -1]?.bestLapTimeMs ?? null
  const [safeMs, outMs] = [bestAt(advancing - 1), bestAt(advancing)]
  return {
    advancing,
    cars,
    isFinal: isPartOver(session),
    marginMs: safeMs === null || outMs === null ? null : outMs - safeMs,
  }
}

/** After the flag cars complete the lap that they have begun. A part that is ended sooner has no flag: all have finished. */
export function isPartOver(session: LiveSession): boolean {
  const { drivers, sessionTimeLeft } = session
  if (drivers.length === 0) return false
  if (drivers.every(isHome)) return true
  const isFlagged = raceFlag(session) === 'chequered' || sessionTimeLeft === 0
  return isFlagged && drivers.every((driver) => isHome(driver) || !isFlying(driver, session))
}

function isHome(driver: Driver): boolean {
  return driver.resultStatus === ResultStatus.Finished || isOut(driver)
}
