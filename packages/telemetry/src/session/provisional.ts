import { ResultStatus } from '@pitboard/contract/enumerations'
import { isListed } from './listed.ts'
import type { CarState, TrackedSession } from './state.ts'

/**
 * R9: the cars of a race in the order that laps, times and penalties give; empty where a car was
 * still driving or a time is missing, since the last positions on the track then say more.
 */
export function provisionalOrder(session: TrackedSession): CarState[] {
  const cars = session.cars.filter((car) => isListed(session, car))
  if (cars.some((car) => statusOf(car) < ResultStatus.Finished)) return []
  const finished = cars.filter((car) => statusOf(car) === ResultStatus.Finished)
  if (finished.length === 0 || finished.some((car) => drivenMs(car) === null)) return []
  const out = cars.filter((car) => statusOf(car) !== ResultStatus.Finished)
  return [...finished.toSorted(byResult), ...out.toSorted(byRank)]
}

/** Who is not classified, who is out, who is disqualified; each by the last position. */
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
  return (drivenMs(car) ?? 0) + (car.lap?.penaltiesSeconds ?? 0) * 1000
}

/** The sum of all laps; null where one is missing. */
export function drivenMs(car: CarState): number | null {
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
