import { lapEndsOf, startOf } from '../laps/lap-ends.ts'
import { completedLapsOf } from '../laps/completed-laps.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'

/** A driver who is this close behind another car is in its wake, or waits for a chance to pass. */
export const TRAFFIC_MS = 1_500

/** The company of a lap is who was near the driver, by the times at which cars crossed the line. */
export interface LapCompany {
  readonly lap: number
  /** The lap began and ended at these session times; null if unknown. */
  readonly fromMs: number | null
  readonly toMs: number | null
  /**
   * This car was directly ahead on the track at the end of the lap, within `TRAFFIC_MS`; null if there was
   * none.
   */
  readonly behind: Driver | null
  /** Another car was within `TRAFFIC_MS` ahead at both ends of the lap. */
  readonly isInTraffic: boolean
  /**
   * Lists cars that were within `TRAFFIC_MS` ahead at one end of the lap, passed the driver, or were passed.
   */
  readonly met: readonly MetCar[]
}

interface MetCar {
  readonly driver: Driver
  /**
   * It is the longest lap that the other car drove at that time, without laps to or from the pits; null if
   * unknown.
   */
  readonly lapMs: number | null
}

/** A lap lasts from line to line, in session time. */
interface TimedLap {
  readonly fromMs: number
  readonly toMs: number
  /** It ends in the pit lane. */
  readonly isInLap: boolean
  readonly isOutLap: boolean
}

interface OtherCar {
  readonly driver: Driver
  readonly laps: readonly TimedLap[]
}

/** Describes each completed lap of a driver. Cars in the pit lane are in nobody's way. */
export function lapCompany(session: SessionDetail, driver: Driver): LapCompany[] {
  const startMs = startOf(session)
  const ends = lapEndsOf(driver)
  const isInPits = (lap: number) => driver.pitStops.some(({ lapNum }) => lapNum === lap)
  const others = session.drivers.flatMap((other): OtherCar[] =>
    other === driver ? [] : [{ driver: other, laps: timedLaps(other, startMs) }],
  )
  return Array.from({ length: completedLapsOf(driver) }, (_, index) => {
    const begin = index === 0 ? 0 : (ends[index - 1] ?? null)
    const end = ends[index] ?? null
    const fromMs = begin === null ? null : startMs + begin
    const toMs = end === null ? null : startMs + end
    // On the grid every car is close, and a car that crosses the line in the pit lane follows nobody.
    const before = index === 0 || isInPits(index) ? null : aheadAt(others, fromMs)
    const after = isInPits(index + 1) ? null : aheadAt(others, toMs)
    return {
      lap: index + 1,
      fromMs,
      toMs,
      behind: after?.driver ?? null,
      isInTraffic: before !== null && after !== null,
      met: others.flatMap((other) => {
        const hasMet = other === before || other === after || isPassed(other, fromMs, toMs)
        return hasMet ? [{ driver: other.driver, lapMs: longestLap(other, fromMs, toMs) }] : []
      }),
    }
  })
}

function timedLaps(driver: Driver, startMs: number): TimedLap[] {
  const ends = lapEndsOf(driver)
  const isStop = (lap: number) => driver.pitStops.some(({ lapNum }) => lapNum === lap)
  return ends.flatMap((endMs, index) => {
    const beginMs = index === 0 ? 0 : (ends[index - 1] ?? null)
    if (endMs === null || beginMs === null) return []
    const times = { fromMs: startMs + beginMs, toMs: startMs + endMs }
    return [{ ...times, isInLap: isStop(index + 1), isOutLap: isStop(index) }]
  })
}

/** Finds the car that crossed the line last before a moment, if that was within `TRAFFIC_MS`. */
function aheadAt(others: readonly OtherCar[], atMs: number | null): OtherCar | null {
  if (atMs === null) return null
  let [nearest, nearestMs]: [OtherCar | null, number] = [null, TRAFFIC_MS]
  for (const other of others) {
    for (const { toMs, isInLap } of other.laps) {
      const aheadMs = atMs - toMs
      if (isInLap || aheadMs < 0 || aheadMs > nearestMs) continue
      ;[nearest, nearestMs] = [other, aheadMs]
    }
  }
  return nearest
}

/** A car that crossed the line twice or never within the lap, instead of once, has passed or was passed. */
function isPassed({ laps }: OtherCar, fromMs: number | null, toMs: number | null): boolean {
  if (fromMs === null || toMs === null) return false
  const within = laps.filter((lap) => lap.toMs > fromMs && lap.toMs <= toMs)
  const isRunning = laps.some((lap) => lap.toMs <= fromMs) && laps.some((lap) => lap.toMs > toMs)
  return isRunning && within.length !== 1 && !within.some(({ isInLap }) => isInLap)
}

function longestLap({ laps }: OtherCar, fromMs: number | null, toMs: number | null): number | null {
  if (fromMs === null || toMs === null) return null
  const times = laps
    .filter((lap) => lap.fromMs < toMs && lap.toMs > fromMs && !lap.isInLap && !lap.isOutLap)
    .map((lap) => lap.toMs - lap.fromMs)
  return times.length === 0 ? null : Math.max(...times)
}
