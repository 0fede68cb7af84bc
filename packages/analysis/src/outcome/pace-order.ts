import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { lastLapOf } from '../laps/lap-ends.ts'
import { isNeutralised, neutralisedIn } from '../laps/neutralised-laps.ts'
import { racingLaps } from '../outlook/racing-laps.ts'
import { median } from '../statistics/quantile.ts'
import { resultOrder } from './result-order.ts'

export interface Pace {
  readonly driver: Driver
  /** Counts the racing laps that the pace is taken from. */
  readonly laps: number
  /** The typical lap was slower than the field's on the same lap by this much; it is negative if it was quicker. */
  readonly overFieldMs: number
}

/** A pace over fewer laps than this share of the most is about another part of the race. */
const LAPS_SHARE = 0.5
const LAPS_MIN = 2

/**
 * Returns the pace of each driver, the quickest first. Each lap is compared with the median of what the field drove on
 * the same lap: rain, fuel and a retirement before the rain then give nobody an advantage.
 */
export function paceOrder(session: Pick<SessionDetail, 'drivers' | 'events'>): Pace[] {
  const neutralised = neutralisedIn(session, lastLapOf(session))
  const driven = resultOrder(session).map((driver) => ({
    driver,
    laps: racingLaps(driver).filter(({ lapNum }) => !isNeutralised(lapNum, neutralised)),
  }))
  const most = Math.max(0, ...driven.map(({ laps }) => laps.length))
  const field = Map.groupBy(
    driven.flatMap(({ laps }) => laps),
    ({ lapNum }) => lapNum,
  )
  const fieldMs = new Map(
    Array.from(field, ([lap, laps]) => [lap, median(laps.map(({ lapTime }) => lapTime))] as const),
  )
  return driven
    .filter(({ laps }) => laps.length >= Math.max(most * LAPS_SHARE, LAPS_MIN))
    .map(({ driver, laps }) => ({
      driver,
      laps: laps.length,
      overFieldMs: median(
        laps.map(({ lapNum, lapTime }) => lapTime - (fieldMs.get(lapNum) ?? lapTime)),
      ),
    }))
    .toSorted((a, b) => a.overFieldMs - b.overFieldMs)
}
