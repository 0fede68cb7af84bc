import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { isListed } from '../state/queries.ts'
import type { CarState, TrackedSession } from '../state/state.ts'

/**
 * R9: the cars of a race ordered by laps, times and penalties; empty if a car was still driving or a
 * time is missing, since the last positions on the track are then more reliable.
 */
export function provisionalOrder(session: TrackedSession): CarState[] {
  const cars = session.cars.filter((car) => isListed(session, car))
  if (cars.some((car) => statusOf(car) < ResultStatus.Finished)) return []
  const finished = cars.filter((car) => statusOf(car) === ResultStatus.Finished)
  if (finished.length === 0 || finished.some((car) => totalLapTimeMs(car) === null)) return []
  const out = cars.filter((car) => statusOf(car) !== ResultStatus.Finished)
  return [...finished.toSorted(byResult), ...out.toSorted(byRank)]
}

/** Cars that are not classified, then out, then disqualified; each by the last position. */
function byRank(a: CarState, b: CarState): number {
  return rankOf(a) - rankOf(b) || byPosition(a, b)
}

function rankOf(car: CarState): number {
  const status = statusOf(car)
  if (status === ResultStatus.NotClassified) return 1
  return status === ResultStatus.Disqualified ? 3 : 2
}

function statusOf(car: CarState): number {
  return car.lap?.resultStatus ?? ResultStatus.Invalid
}

function byResult(a: CarState, b: CarState): number {
  const laps = (b.lap?.currentLapNum ?? 0) - (a.lap?.currentLapNum ?? 0)
  return laps || withPenalties(a) - withPenalties(b) || byPosition(a, b)
}

function byPosition(a: CarState, b: CarState): number {
  return (a.lap?.carPosition ?? 0) - (b.lap?.carPosition ?? 0)
}

function withPenalties(car: CarState): number {
  return (totalLapTimeMs(car) ?? 0) + (car.lap?.penaltiesSeconds ?? 0) * 1000
}

/** Sum of all lap times in ms; null if one is missing. */
function totalLapTimeMs(car: CarState): number | null {
  const count = car.lap?.currentLapNum ?? 0
  if (car.lapTimes.length < count) return null
  let totalMs = 0
  for (let i = 0; i < count; i++) {
    const ms = car.lapTimes[i]?.lapTime ?? null
    if (ms === null) return null
    totalMs += ms
  }
  return totalMs
}

/** Whether the result is known: from then on gaps are those of the result. */
export function isResultKnown(session: TrackedSession): boolean {
  if (session.classifiedAtMs !== null) return true
  return session.cars.some((car) => car.provisionalPosition !== null)
}

/**
 * R26: the gap in ms to the car at position `front` in the result, penalties included; null if one of
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
