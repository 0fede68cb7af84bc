import type { Header } from '../formats/model.ts'
import type { TrackedSession } from './state.ts'

/** Session time in integer milliseconds. */
export function sessionTimeMs(header: Header): number {
  const ms = Math.round(header.sessionTime * 1000)
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0
}

/** The lap the leader is on; 0 before anyone has been seen. */
export function leaderLap(session: TrackedSession): number {
  return session.cars.reduce((lap, car) => Math.max(lap, car.lap?.currentLapNum ?? 0), 0)
}
