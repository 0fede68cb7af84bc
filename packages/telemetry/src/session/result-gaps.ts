import { ResultStatus } from '@pitboard/contract/enumerations'
import { drivenMs } from './provisional.ts'
import type { CarState, TrackedSession } from './state.ts'

/** Whether a race is over and its order known: from then on gaps are those of the result. */
export function isDecided(session: TrackedSession): boolean {
  if (session.classifiedAtMs !== null) return true
  return session.cars.some((car) => car.provisionalPosition !== null)
}

/**
 * R26: how far a car finished behind the one in place `front`, penalties included; null where one
 * of them did not finish or they drove different numbers of laps.
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
  const sumMs = drivenMs(car)
  if (lap === null || sumMs === null) return null
  return { laps: lap.currentLapNum, timeMs: sumMs + lap.penaltiesSeconds * 1000 }
}
