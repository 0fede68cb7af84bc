import type { LiveSession } from '../live/live.ts'
import type { Driver } from '../sessions/driver.ts'
import { isRaceType, ResultStatus, SafetyCarStatus } from '../wire/enumerations.ts'
import { type PitLoss, pitLossOf } from './pit-loss.ts'
import { median } from './quantile.ts'

/** Where a car comes out of the pits if it stops now and the others stay out. */
export interface Rejoin {
  readonly position: number
  /** With the least and the most that a stop usually costs. */
  readonly bestPosition: number
  readonly worstPosition: number
  readonly ahead: Neighbour | null
  readonly behind: Neighbour | null
}

export interface Neighbour {
  readonly driverIdx: number
  readonly gapMs: number
}

export interface PitOutlook {
  readonly loss: PitLoss
  /** By place in `drivers`; null for a car whose position cannot be predicted. */
  readonly rejoins: readonly (Rejoin | null)[]
}

type Raced = Pick<
  LiveSession,
  'drivers' | 'safetyCarStatus' | 'sessionType' | 'packetFormat'
>

/** In 2023 a gap has 16 bits. */
const LONGEST_GAP_2023_MS = 65_535
/** Behind a safety car the field closes up: by this share of the time, up to this interval. */
const CLOSING_SHARE = 0.45
const QUEUE_INTERVAL_MS = 1_200
/** Part of the loss that a car still has before it at the exit of the lane, until it is up to speed. */
const AFTER_EXIT_MS = 1_500
/** Gaps of cars that pass each other disagree for a moment. */
const GAP_NOISE_MS = 1_500

/** Null outside races and before the cars are in order. */
export function pitOutlookOf(session: Raced): PitOutlook | null {
  if (!isRaceType(session.sessionType)) return null
  const loss = pitLossOf(session)
  const field = projectField(session, loss)
  // Behind a safety car nobody drives faster than it accelerates.
  const afterExitMs = session.safetyCarStatus === SafetyCarStatus.Full ? 0 : AFTER_EXIT_MS
  const rejoins = session.drivers.map((driver) => {
    const own = field.find((car) => car.driver === driver)
    return own ? rejoinOf(own, field, loss, afterExitMs) : null
  })
  return { loss, rejoins }
}

/** A car on the track or in the pit lane, with its gap to the leader once it has left the lane. */
interface Projected {
  readonly driver: Driver
  /** Gap to the leader; null if unknown. */
  readonly gapMs: number | null
  /** What is left to lose of a stop that has begun. */
  readonly leftMs: number
  /** Where it is once a car that stops now is back on the track; null if unknown. */
  readonly afterMs: number | null
  /** The gap is not smaller than this. */
  readonly leastMs: number
}

function rejoinOf(
  own: Projected,
  field: readonly Projected[],
  loss: PitLoss,
  afterExitMs: number,
): Rejoin | null {
  if (own.gapMs === null) return null
  const isStopping = own.driver.pitStatus > 0
  const lossMs = Math.max(0, (isStopping ? own.leftMs : loss.medianMs) - afterExitMs)
  const afterMs = own.gapMs + lossMs
  const rivals: { driver: Driver; afterMs: number }[] = []
  for (const rival of field) {
    if (rival === own) continue
    if (rival.afterMs !== null) rivals.push({ driver: rival.driver, afterMs: rival.afterMs })
    else if (rival.leastMs < afterMs && isBehind(rival, own)) return null
  }
  const unknownAhead = field.filter((rival) => rival.gapMs === null && !isBehind(rival, own)).length
  const positionAt = (gapMs: number) =>
    1 + unknownAhead + rivals.filter((rival) => rival.afterMs < gapMs).length
  const sorted = rivals.toSorted((a, b) => a.afterMs - b.afterMs)
  const ahead = sorted.findLast((rival) => rival.afterMs < afterMs)
  const behind = sorted.find((rival) => rival.afterMs >= afterMs)
  const neighbour = (rival: (typeof rivals)[number] | undefined) =>
    rival
      ? { driverIdx: rival.driver.driverIdx, gapMs: Math.round(Math.abs(rival.afterMs - afterMs)) }
      : null
  return {
    position: positionAt(afterMs),
    bestPosition: positionAt(afterMs - (loss.medianMs - loss.lowMs)),
    worstPosition: positionAt(afterMs + (loss.highMs - loss.medianMs)),
    ahead: neighbour(ahead),
    behind: neighbour(behind),
  }
}

function isBehind(rival: Projected, own: Projected): boolean {
  return (rival.driver.position ?? 0) > (own.driver.position ?? 0)
}

/** The cars that still race, the leader first. */
function projectField(session: Raced, loss: PitLoss): Projected[] {
  const cars = session.drivers
    .filter(({ resultStatus, position }) => resultStatus === ResultStatus.Active && position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    let leastMs = 0
  const known = cars.map((driver) => {
    const gapMs = driver.position === 1 ? 0 : knownGap(driver, session)
    const isKnown = gapMs !== null && gapMs >= leastMs - GAP_NOISE_MS
    leastMs = Math.max(leastMs, isKnown ? gapMs : 0)
    return { driver, gapMs: isKnown ? gapMs : null, leastMs }
  })
  const isBunching = session.safetyCarStatus === SafetyCarStatus.Full
  let tailMs = 0
  return known.map((car) => {
    const leftMs = leftToLose(car.driver, car.gapMs, known, loss)
    if (car.gapMs === null) return { ...car, leftMs, afterMs: null }
    const closedMs = isBunching ? Math.max(tailMs, car.gapMs - loss.medianMs * CLOSING_SHARE) : car.gapMs
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

/** How far a car was behind another at the line, before the lap on which it came in. */
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
