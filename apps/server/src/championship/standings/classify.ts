import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { CarResult } from './session-result.ts'
import { adjustmentEffect, type AdjustmentEffect } from './adjustment-rules.ts'
import type { AppliedAdjustment, SessionInput } from './input.ts'

/** The car has this place in the result of a session after adjustments. */
export interface ClassifiedCar {
  readonly car: CarResult
  /** It is null for a disqualified car and for one that the game never placed. */
  readonly position: number | null
  readonly resultStatus: number
  readonly isClassified: boolean
}

interface AdjustedCar {
  readonly car: CarResult
  /** The stewards have added these time penalties. */
  readonly addedMs: number
  /** The stewards take this many places. */
  readonly places: number
}

/** These values order the adjusted cars. */
interface ComparableCar extends AdjustedCar {
  readonly laps: number
  readonly ms: number
}

const CLASSIFIED: readonly number[] = [ResultStatus.Finished, ResultStatus.Active]

/**
 * Returns the session's result with the adjustments. Cars without an adjustment keep the game's order among themselves,
 * because times alone do not determine it: laps down, retirements.
 */
export function classify(
  session: SessionInput,
  adjustments: readonly AppliedAdjustment[],
): ClassifiedCar[] {
  const effects = adjustments
    .filter(({ sessionId }) => sessionId === session.sessionId)
    .map(adjustmentEffect)
  const adjusted = session.cars
    .toSorted(byGame)
    .map((car) => ({ car, ...adjustmentOf(effects, car) }))
  const inGame = adjusted.filter(
    ({ car, isDisqualified }) => car.position !== null && !isDisqualified && !isOut(car),
  )
  const isClassified = (car: CarResult) =>
    !isRace(session.role) || CLASSIFIED.includes(car.resultStatus)
  const isMoved = ({ car, addedMs }: AdjustedCar) =>
    addedMs !== 0 && isClassified(car) && timeOf(session.role, car) !== null
  const comparable = toComparable(session.role, inGame)
  const order = comparable.filter((one) => !isMoved(one))
  const moved = comparable.filter(isMoved)
  for (const one of moved.toSorted(compare)) {
    const behind = order.findIndex((other) => !isClassified(other.car) || compare(one, other) < 0)
    order.splice(behind === -1 ? order.length : behind, 0, one)
  }
  losePlaces(order, isClassified)
  const placed = new Set(order.map(({ car }) => car))
  return [
    ...order.map(({ car }, index) => ({
      car,
      position: index + 1,
      resultStatus: car.resultStatus,
      isClassified: isClassified(car),
    })),
    ...adjusted.flatMap(({ car, isDisqualified }) =>
      placed.has(car)
        ? []
        : {
            car,
            position: null,
            resultStatus: isDisqualified ? ResultStatus.Disqualified : car.resultStatus,
            isClassified: false,
          },
    ),
  ]
}

/** Returns what the adjustments of a session change for one of its cars. */
function adjustmentOf(effects: readonly AdjustmentEffect[], { driverIdx }: CarResult) {
  const own = effects.flatMap((effect) =>
    effect.target === 'car' && effect.driverIdx === driverIdx ? [effect] : [],
  )
  return {
    isDisqualified: own.some(({ isDisqualified }) => isDisqualified),
    addedMs: own.reduce((sum, { addedMs }) => sum + addedMs, 0),
    places: own.reduce((sum, { places }) => sum + places, 0),
  }
}

/**
 * Moves cars back by their lost places, after time penalties. A car is never moved behind one that is not classified;
 * if two cars would have the same position, the one that was ahead stays ahead.
 */
function losePlaces(order: ComparableCar[], isClassified: (car: CarResult) => boolean): void {
  const moved = order
    .map((one, index) => ({ one, index, target: index + one.places }))
    .filter(({ one }) => one.places !== 0 && isClassified(one.car))
    .toSorted((a, b) => a.target - b.target || b.index - a.index)
  for (const { one } of moved) order.splice(order.indexOf(one), 1)
  for (const { one, target } of moved) {
    const last = order.findIndex((other) => !isClassified(other.car))
    order.splice(Math.min(target, last === -1 ? order.length : last), 0, one)
  }
}

/** Returns whether the first car to finish wins; in any other session the best lap wins. */
export function isRace(role: SessionRole): boolean {
  return role === 'race' || role === 'sprint'
}

/**
 * Distance and time order a race, the best lap orders any other session. In a race, a car with unknown
 * time or laps counts as finished together with the car ahead of it.
 */
function toComparable(role: SessionRole, inGame: readonly AdjustedCar[]): ComparableCar[] {
  if (!isRace(role)) {
    return inGame.map(({ car, addedMs, places }) => {
      const ms = (timeOf(role, car) ?? Number.MAX_SAFE_INTEGER / 2) + addedMs
      return { car, addedMs, places, laps: 0, ms }
    })
  }
  let aheadMs = 0
  let aheadLaps = 0
  return inGame.map(({ car, addedMs, places }) => {
    aheadMs = timeOf(role, car) ?? aheadMs
    aheadLaps = car.numberOfLaps ?? aheadLaps
    return { car, addedMs, places, laps: aheadLaps, ms: aheadMs + addedMs }
  })
}

/** Returns the time with the game's penalties; null if unknown. */
function timeOf(role: SessionRole, car: CarResult): number | null {
  if (!isRace(role)) return car.bestLapTimeMs
  const { totalRaceTimeMs, totalPenaltiesSeconds } = car
  return totalRaceTimeMs === null ? null : totalRaceTimeMs + totalPenaltiesSeconds * 1000
}

/** Returns a negative number where `a` is ahead. */
function compare(a: ComparableCar, b: ComparableCar): number {
  return b.laps - a.laps || a.ms - b.ms
}

function isOut({ resultStatus }: CarResult): boolean {
  return resultStatus === ResultStatus.Disqualified || resultStatus <= ResultStatus.Inactive
}

function byGame(a: CarResult, b: CarResult): number {
  return (
    (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER) ||
    a.driverIdx - b.driverIdx
  )
}
