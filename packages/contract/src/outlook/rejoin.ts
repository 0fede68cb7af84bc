import type { Driver } from '../sessions/driver.ts'
import { isRaceType, ResultStatus, SafetyCarStatus } from '../wire/enumerations.ts'
import { type PitLoss, pitLossOf } from './pit-loss.ts'
import { type Projected, projectField, type Raced } from './project-field.ts'

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
  /** By place in `drivers`; null where it cannot be predicted. */
  readonly rejoins: readonly (Rejoin | null)[]
}

/** Part of the loss that a car still has before it at the exit of the lane, until it is up to speed. */
const AFTER_EXIT_MS = 1_500

/** Null outside races, and once cars have finished: positions are final then. */
export function pitOutlookOf(
  session: Raced,
  loss: PitLoss = pitLossOf(session),
): PitOutlook | null {
  if (!isRaceType(session.sessionType) || hasFinisher(session)) return null
  const field = projectField(session, loss)
  // Behind a safety car nobody drives faster than it accelerates.
  const afterExitMs = session.safetyCarStatus === SafetyCarStatus.Full ? 0 : AFTER_EXIT_MS
  const rejoins = session.drivers.map((driver) => {
    const own = field.find((car) => car.driver === driver)
    return own ? rejoinOf(own, field, loss, afterExitMs) : null
  })
  return { loss, rejoins }
}

function hasFinisher({ drivers }: Raced): boolean {
  return drivers.some(({ resultStatus }) => resultStatus === ResultStatus.Finished)
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
