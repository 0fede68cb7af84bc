import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import type { PitLoss } from './pit-loss.ts'
import { median } from '../statistics/quantile.ts'

export type Raced = Pick<
  LiveSession,
  'drivers' | 'safetyCarStatus' | 'sessionType' | 'packetFormat' | 'numberOfLaps'
>

/** The game of 2023 sends a gap in 16 bits. */
const LONGEST_GAP_2023_MS = 65_535
/** Behind a safety car the field closes up by this share of the time, down to this interval. */
const CLOSING_SHARE = 0.25
const QUEUE_INTERVAL_MS = 1_200
/** Gaps of cars that pass each other disagree for a moment. */
const GAP_NOISE_MS = 1_500

/** The car is on the track or in the pit lane; its gap is the one to the leader once it has left the lane. */
export interface Projected {
  readonly driver: Driver
  readonly position: number
  /** It is the gap to the leader, and null if unknown. */
  readonly gapMs: number | null
  /** It is what a stop that has begun will still cost. */
  readonly leftMs: number
  /** It is the gap to the leader once a car that stops now is back on the track; null if unknown. */
  readonly afterMs: number | null
  /** The gap is not smaller than this. */
  readonly leastMs: number
}

/** Returns the cars that still race, the leader first. */
export function projectField(session: Raced, loss: PitLoss): Projected[] {
  const cars = session.drivers
    .flatMap((driver) => {
      const { resultStatus, position } = driver
      return resultStatus === ResultStatus.Active && position !== null ? [{ driver, position }] : []
    })
    .toSorted((a, b) => a.position - b.position)
  let leastMs = 0
  const known = cars.map(({ driver, position }) => {
    const gapMs = position === 1 ? 0 : knownGap(driver, session)
    const isKnown = gapMs !== null && gapMs >= leastMs - GAP_NOISE_MS
    leastMs = Math.max(leastMs, isKnown ? gapMs : 0)
    return { driver, position, gapMs: isKnown ? gapMs : null, leastMs }
  })
  const isBunching = session.safetyCarStatus === SafetyCarStatus.Full
  let tailMs = 0
  return known.map((car) => {
    const leftMs = leftToLose(car.driver, car.gapMs, known, loss)
    if (car.gapMs === null) return { ...car, leftMs, afterMs: null }
    const closedMs = isBunching
      ? Math.max(tailMs, car.gapMs - loss.medianMs * CLOSING_SHARE)
      : car.gapMs
    tailMs = Math.min(closedMs, car.gapMs) + QUEUE_INTERVAL_MS
    return { ...car, leftMs, afterMs: Math.min(closedMs, car.gapMs) + leftMs }
  })
}

function knownGap({ deltaToLeader }: Driver, { packetFormat }: Raced): number | null {
  return packetFormat === 2023 && deltaToLeader === LONGEST_GAP_2023_MS ? null : deltaToLeader
}

type Known = readonly { readonly driver: Driver; readonly gapMs: number | null }[]

/** A stop that has begun has cost what the gap has grown since the line before it. */
function leftToLose(driver: Driver, gapMs: number | null, field: Known, loss: PitLoss): number {
  if (driver.pitStatus === 0 || gapMs === null) return 0
  const lap = driver.currentLapNumber - 1
  const growths = field.flatMap((other) => {
    if (other.driver === driver || other.gapMs === null || isNearStop(other.driver, lap)) return []
    const before = gapAtLine(driver, other.driver, lap)
    return before === null ? [] : [gapMs - other.gapMs - before]
  })
  if (growths.length === 0) return loss.medianMs / 2
  return Math.min(Math.max(loss.medianMs - median(growths), 0), loss.medianMs)
}

function isNearStop({ pitStatus, pitStops }: Driver, lap: number): boolean {
  return pitStatus > 0 || pitStops.some(({ lapNum }) => lapNum >= lap - 2)
}

/** Returns how far a car was behind another at the line, before the lap on which it came in. */
function gapAtLine(driver: Driver, other: Driver, lap: number): number | null {
  const gaps = [lap, lap - 1].flatMap((completed) => {
    const own = timeAtLine(driver, completed)
    const theirs = timeAtLine(other, completed)
    return own === null || theirs === null ? [] : [own - theirs]
  })
  return gaps.length > 0 ? Math.min(...gaps) : null
}

function timeAtLine({ lapTimes }: Driver, laps: number): number | null {
  if (lapTimes.length < laps) return null
  let sumMs = 0
  for (const { lapTime } of lapTimes.slice(0, laps)) {
    if (lapTime === null) return null
    sumMs += lapTime
  }
  return sumMs
}
