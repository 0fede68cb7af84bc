import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { isListed } from '../state/queries.ts'
import type { CarState, LapCar, TrackedSession } from '../state/state.ts'

/**
 * R9: orders the cars of a race by laps, times and penalties. The list is empty if a car was still driving or
 * a time is missing, because the last positions on the track are more reliable then.
 */
export function provisionalOrder(session: TrackedSession): CarState[] {
  const finished: FinishedCar[] = []
  const out: StoppedCar[] = []
  for (const car of session.cars) {
    if (!isListed(session, car)) continue
    const { lap } = car
    if (lap === null || lap.resultStatus < ResultStatus.Finished) return []
    if (lap.resultStatus !== ResultStatus.Finished) {
      out.push({ car, lap })
      continue
    }
    const sumMs = totalLapTimeMs(car)
    if (sumMs === null) return []
    finished.push({ car, lap, timeMs: sumMs + lap.penaltiesSeconds * 1000 })
  }
  if (finished.length === 0) return []
  return [...finished.toSorted(byResult), ...out.toSorted(byRank)].map(({ car }) => car)
}

/** The car does not drive any more; `lap` is its last timing. */
interface StoppedCar {
  readonly car: CarState
  readonly lap: LapCar
}

interface FinishedCar extends StoppedCar {
  /** The time includes penalties, in ms. */
  readonly timeMs: number
}

/**
 * Orders cars that are not classified, then cars that are out, then disqualified ones, each by the last
 * position.
 */
function byRank(a: StoppedCar, b: StoppedCar): number {
  return rankOf(a) - rankOf(b) || byPosition(a, b)
}

function rankOf({ lap }: StoppedCar): number {
  if (lap.resultStatus === ResultStatus.NotClassified) return 1
  return lap.resultStatus === ResultStatus.Disqualified ? 3 : 2
}

function byResult(a: FinishedCar, b: FinishedCar): number {
  return b.lap.currentLapNum - a.lap.currentLapNum || a.timeMs - b.timeMs || byPosition(a, b)
}

function byPosition(a: StoppedCar, b: StoppedCar): number {
  return a.lap.carPosition - b.lap.carPosition
}

/** Returns the sum of all lap times in ms; null if one is missing. */
function totalLapTimeMs({ lap, lapTimes }: CarState): number | null {
  if (lap === null || lapTimes.length < lap.currentLapNum) return null
  let totalMs = 0
  for (const { lapTime } of lapTimes.slice(0, lap.currentLapNum)) {
    if (lapTime === null) return null
    totalMs += lapTime
  }
  return totalMs
}

/** Returns whether the result is known: from then on gaps are those of the result. */
export function isResultKnown(session: TrackedSession): boolean {
  if (session.classifiedAtMs !== null) return true
  return session.cars.some((car) => car.provisionalPosition !== null)
}

/**
 * R26: returns the gap in ms to the car at position `front` in the result, penalties included; null if one of
 * them did not finish or they drove different numbers of laps.
 */
export function resultGap(session: TrackedSession, car: CarState, front: number): number | null {
  const ahead = session.cars.find((other) => placeOf(session, other) === front)
  if (ahead === undefined || ahead === car) return null
  const [own, other] = [finishOf(session, car), finishOf(session, ahead)]
  if (own === null || other === null || own.laps !== other.laps) return null
  const gapMs = own.timeMs - other.timeMs
  return gapMs >= 0 ? gapMs : null
}

function placeOf(session: TrackedSession, car: CarState): number | null {
  if (session.classifiedAtMs !== null) return car.result?.position ?? null
  return car.provisionalPosition
}

function finishOf(
  session: TrackedSession,
  car: CarState,
): { readonly laps: number; readonly timeMs: number } | null {
  const { result, lap } = car
  const status = session.classifiedAtMs === null ? lap?.resultStatus : result?.resultStatus
  if (status !== ResultStatus.Finished) return null
  if (result !== null) {
    const seconds = result.totalRaceTimeSeconds
    const timeMs = Math.round((seconds + result.penaltiesTimeSeconds) * 1000)
    return seconds > 0 && Number.isSafeInteger(timeMs) ? { laps: result.numLaps, timeMs } : null
  }
  const sumMs = totalLapTimeMs(car)
  if (lap === null || sumMs === null) return null
  return { laps: lap.currentLapNum, timeMs: sumMs + lap.penaltiesSeconds * 1000 }
}
