import { ResultStatus } from '@pitboard/contract/enumerations'
import type { CarResult, Decision, SessionInput } from './input.ts'

/** One car of a session after the stewards. */
export interface Placed {
  readonly car: CarResult
  /** Null where he has none: disqualified, or never placed by the game. */
  readonly position: number | null
  readonly resultStatus: number
  readonly isClassified: boolean
}

const CLASSIFIED: readonly number[] = [ResultStatus.Finished, ResultStatus.Active]

/**
 * The session's result with time penalties and disqualifications of the stewards. Cars they did
 * not judge keep the game's order among themselves, which times alone would not give: laps down,
 * retirements.
 */
export function classify(session: SessionInput, decisions: readonly Decision[]): Placed[] {
  const judged = new Map(session.cars.map((car) => [car, judge(session, car, decisions)] as const))
  const of = (car: CarResult) => judged.get(car) ?? { isDisqualified: false, addedMs: 0 }
  const inGame = session.cars
    .filter((car) => car.position !== null && !of(car).isDisqualified && !isOut(car))
    .toSorted(byGame)
  const moved = inGame.filter((car) => of(car).addedMs !== 0 && isClassified(car))
  const order = inGame.filter((car) => !moved.includes(car))
  const timeMs = (car: CarResult) => raceTimeMs(car) + of(car).addedMs
  for (const car of moved.toSorted(
    (a, b) => b.numberOfLaps - a.numberOfLaps || timeMs(a) - timeMs(b) || byGame(a, b),
  )) {
    const behind = order.findIndex((other) => isBehind(other, car, timeMs))
    order.splice(behind === -1 ? order.length : behind, 0, car)
  }
  const rest = session.cars.filter((car) => !order.includes(car)).toSorted(byGame)
  return [
    ...order.map((car, index) => ({
      car,
      position: index + 1,
      resultStatus: car.resultStatus,
      isClassified: isClassified(car),
    })),
    ...rest.map((car) => ({
      car,
      position: null,
      resultStatus: of(car).isDisqualified ? ResultStatus.Disqualified : car.resultStatus,
      isClassified: false,
    })),
  ]
}

function judge(
  { sessionId }: SessionInput,
  { driverIdx }: CarResult,
  decisions: readonly Decision[],
) {
  const own = decisions.filter(
    (decision) => decision.sessionId === sessionId && decision.driverIdx === driverIdx,
  )
  const times = own.filter(({ kind }) => kind === 'timePenalty')
  return {
    isDisqualified: own.some(({ kind }) => kind === 'disqualification'),
    addedMs: times.reduce((sum, { seconds }) => sum + (seconds ?? 0) * 1000, 0),
  }
}

/** Whether `other`, whom the stewards left alone or who is already placed, comes after `car`. */
function isBehind(other: CarResult, car: CarResult, timeMs: (car: CarResult) => number): boolean {
  if (!isClassified(other)) return true
  if (other.numberOfLaps !== car.numberOfLaps) return other.numberOfLaps < car.numberOfLaps
  return timeMs(other) > timeMs(car)
}

function raceTimeMs({ totalRaceTimeMs, totalPenaltiesSeconds }: CarResult): number {
  return (totalRaceTimeMs ?? Number.MAX_SAFE_INTEGER / 2) + totalPenaltiesSeconds * 1000
}

function isClassified({ resultStatus }: CarResult): boolean {
  return CLASSIFIED.includes(resultStatus)
}

function isOut({ resultStatus }: CarResult): boolean {
  return resultStatus === ResultStatus.Disqualified || resultStatus <= ResultStatus.Inactive
}

function byGame(a: CarResult, b: CarResult): number {
  return (a.position ?? Infinity) - (b.position ?? Infinity) || a.driverIdx - b.driverIdx
}
