import { ResultStatus } from '@pitboard/contract/enumerations'
import type { SessionRole } from '@pitboard/contract/points-system'
import type { Decision, SessionInput } from './input.ts'
import type { CarResult } from '../../platform/db/season-tables.ts'

/** One car of a session after the stewards. */
export interface Placed {
  readonly car: CarResult
  /** Null where he has none: disqualified, or never placed by the game. */
  readonly position: number | null
  readonly resultStatus: number
  readonly isClassified: boolean
}

interface Judged {
  readonly car: CarResult
  /** What the stewards added to its time. */
  readonly addedMs: number
}

/** What a car that the stewards moved is compared by. */
interface Measured extends Judged {
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
  const isMoved = ({ car, addedMs }: Judged) =>
    addedMs !== 0 && isClassified(car) && timeOf(session.role, car) !== null
  const measured = measure(session.role, inGame)
  const order = measured.filter((one) => !isMoved(one))
  const moved = measured.filter(isMoved)
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

/**
 * A race is decided by distance and time, any other session by the best lap. In a race a car whose
 * time or laps are not known is taken to have come in with the one ahead of it.
 */
function measure(role: SessionRole, inGame: readonly Judged[]): Measured[] {
  if (!isRace(role)) {
    return inGame.map(({ car, addedMs }) => {
      const ms = (timeOf(role, car) ?? Number.MAX_SAFE_INTEGER / 2) + addedMs
      return { car, addedMs, laps: 0, ms }
    })
  }
  let aheadMs = 0
  let aheadLaps = 0
  return inGame.map(({ car, addedMs }) => {
    aheadMs = timeOf(role, car) ?? aheadMs
    aheadLaps = car.numberOfLaps ?? aheadLaps
    return { car, addedMs, laps: aheadLaps, ms: aheadMs + addedMs }
  })
}

/** With the game's penalties; null where it is not known. */
function timeOf(role: SessionRole, car: CarResult): number | null {
  if (!isRace(role)) return car.bestLapTimeMs
  const { totalRaceTimeMs, totalPenaltiesSeconds } = car
  return totalRaceTimeMs === null ? null : totalRaceTimeMs + totalPenaltiesSeconds * 1000
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
