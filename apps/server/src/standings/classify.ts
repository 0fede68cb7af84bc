import { ResultStatus } from '@pitboard/contract/enumerations'
import type { SessionRole } from '@pitboard/contract/points-system'
import type { CarResult, Decision, SessionInput } from './input.ts'

/** One car of a session after the stewards. */
export interface Placed {
  readonly car: CarResult
  /** Null where he has none: disqualified, or never placed by the game. */
  readonly position: number | null
  readonly resultStatus: number
  readonly isClassified: boolean
}

/** What a car that the stewards moved is compared by. */
interface Measured {
  readonly car: CarResult
  readonly laps: number
  readonly ms: number
}

const CLASSIFIED: readonly number[] = [ResultStatus.Finished, ResultStatus.Active]

/**
 * The session's result with time penalties and disqualifications of the stewards. Cars they did
 * not judge keep the game's order among themselves, which times alone would not give: laps down,
 * retirements.
 */
export function classify(session: SessionInput, decisions: readonly Decision[]): Placed[] {
  const judged = session.cars.toSorted(byGame).map((car) => ({
    car,
    ...judge(session, car, decisions),
  }))
  const inGame = judged.filter(
    ({ car, isDisqualified }) => car.position !== null && !isDisqualified && !isOut(car),
  )
  const isClassified = (car: CarResult) =>
    !isRace(session.role) || CLASSIFIED.includes(car.resultStatus)
  const isMoved = ({ car, addedMs }: (typeof judged)[number]) => addedMs !== 0 && isClassified(car)
  const order = inGame.filter((one) => !isMoved(one)).map((one) => measure(session.role, one))
  const moved = inGame.filter(isMoved).map((one) => measure(session.role, one))
  for (const one of moved.toSorted(compare)) {
    const behind = order.findIndex((other) => !isClassified(other.car) || compare(one, other) < 0)
    order.splice(behind === -1 ? order.length : behind, 0, one)
  }
  const placed = new Set(order.map(({ car }) => car))
  return [
    ...order.map(({ car }, index) => ({
      car,
      position: index + 1,
      resultStatus: car.resultStatus,
      isClassified: isClassified(car),
    })),
    ...judged.flatMap(({ car, isDisqualified }) =>
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
    addedMs: times.reduce((sum, { seconds }) => sum + Math.round((seconds ?? 0) * 1000), 0),
  }
}

/** Whether it is won by who arrives first; any other session is a matter of the best lap. */
export function isRace(role: SessionRole): boolean {
  return role === 'race' || role === 'sprint'
}

/** A race is decided by distance and time, any other session by the best lap. */
function measure(
  role: SessionRole,
  { car, addedMs }: { car: CarResult; addedMs: number },
): Measured {
  if (!isRace(role)) {
    return { car, laps: 0, ms: (car.bestLapTimeMs ?? Number.MAX_SAFE_INTEGER / 2) + addedMs }
  }
  const driven = car.totalRaceTimeMs ?? Number.MAX_SAFE_INTEGER / 2
  return { car, laps: car.numberOfLaps, ms: driven + car.totalPenaltiesSeconds * 1000 + addedMs }
}

/** Negative where `a` is ahead. */
function compare(a: Measured, b: Measured): number {
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
