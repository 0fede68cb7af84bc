import type { Driver } from '@pitboard/contract/sessions/driver'
import { isRaceType, ResultStatus, SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { createStopChance } from './likely-stops.ts'
import { type PitLoss, pitLossOf } from './pit-loss.ts'
import { type PositionBand, positionBandOf } from './position-band.ts'
import { type Projected, projectField, type Raced } from './project-field.ts'

/** A car that stops now comes out of the pits here. */
export interface Rejoin {
  /** This is the position if the other cars stay out. */
  readonly position: number
  /** This is the position if the other cars stop as often as is likely meanwhile. */
  readonly expectedPosition: number
  /** It is null where too little is known of the cost of a stop. */
  readonly band: PositionBand | null
  readonly ahead: Neighbour | null
  readonly behind: Neighbour | null
}

export interface Neighbour {
  readonly driverIdx: number
  readonly gapMs: number
}

export interface PitOutlook {
  readonly loss: PitLoss
  /** The index is that of `drivers`; null stands for a car without a prediction. */
  readonly rejoins: readonly (Rejoin | null)[]
}

/** A car still has this part of the loss before it at the exit of the lane, until it is up to speed. */
const AFTER_EXIT_MS = 1_500

/**
 * Returns where each car would come out of the pits. Returns null outside races, and once cars have finished,
 * because positions are final then.
 */
export function pitOutlookOf(
  session: Raced,
  loss: PitLoss = pitLossOf(session),
): PitOutlook | null {
  if (!isRaceType(session.sessionType) || hasFinisher(session)) return null
  const field = projectField(session, loss)
  // Behind a safety car nobody drives faster than it accelerates.
  const afterExitMs = session.safetyCarStatus === SafetyCarStatus.Full ? 0 : AFTER_EXIT_MS
  const stopChanceOf = createStopChance(session)
  const rejoins = session.drivers.map((driver) => {
    const own = field.find((car) => car.driver === driver)
    return own ? rejoinOf(own, field, { loss, afterExitMs, stopChanceOf }) : null
  })
  return { loss, rejoins }
}

function hasFinisher({ drivers }: Raced): boolean {
  return drivers.some(({ resultStatus }) => resultStatus === ResultStatus.Finished)
}

interface Expected {
  readonly loss: PitLoss
  readonly afterExitMs: number
  readonly stopChanceOf: (driver: Driver) => number
}

function rejoinOf(
  own: Projected,
  field: readonly Projected[],
  { loss, afterExitMs, stopChanceOf }: Expected,
): Rejoin | null {
  if (own.gapMs === null) return null
  const isStopping = own.driver.pitStatus > 0
  const lossMs = Math.max(0, (isStopping ? own.leftMs : loss.medianMs) - afterExitMs)
  const afterMs = own.gapMs + lossMs
  const rivals: { driver: Driver; afterMs: number; stayChance: number }[] = []
  for (const rival of field) {
    if (rival === own) continue
    const { driver } = rival
    // A car ahead has passed the entry of the pit lane.
    const mayStop = driver.pitStatus === 0 && isBehind(rival, own)
    const stayChance = mayStop ? 1 - stopChanceOf(driver) : 1
    if (rival.afterMs !== null) rivals.push({ driver, afterMs: rival.afterMs, stayChance })
    else if (rival.leastMs < afterMs && isBehind(rival, own)) return null
  }
  const unknownAhead = field.filter((rival) => rival.gapMs === null && !isBehind(rival, own)).length
  const aheadAt = (gapMs: number) => rivals.filter((rival) => rival.afterMs < gapMs)
  const certain = 1 + unknownAhead
  const ahead = aheadAt(afterMs)
  const sorted = rivals.toSorted((a, b) => a.afterMs - b.afterMs)
  const carAhead = sorted.findLast((rival) => rival.afterMs < afterMs)
  const carBehind = sorted.find((rival) => rival.afterMs >= afterMs)
  const neighbour = (rival: (typeof rivals)[number] | undefined) =>
    rival
      ? { driverIdx: rival.driver.driverIdx, gapMs: Math.round(Math.abs(rival.afterMs - afterMs)) }
      : null
  return {
    position: certain + ahead.length,
    expectedPosition: certain + Math.round(ahead.reduce((sum, rival) => sum + rival.stayChance, 0)),
    band: positionBandOf({ afterMs, loss, certainlyAhead: unknownAhead }, rivals),
    ahead: neighbour(carAhead),
    behind: neighbour(carBehind),
  }
}

function isBehind(rival: Projected, own: Projected): boolean {
  return rival.position > own.position
}
