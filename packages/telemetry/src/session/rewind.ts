import { forgetTrailAfter } from './gaps.ts'
import { voidLapsAfter } from './laps.ts'
import { voidPenaltiesAfter } from './penalties.ts'
import { voidStopsAfter } from './pit-stops.ts'
import type { TrackedSession } from './state.ts'
import { voidStintsAfter } from './stints.ts'

/** R6: forgets everything that lies after this session time. What is live is sent anew. */
export function rewind(session: TrackedSession, timeMs: number): void {
  for (const car of session.cars) {
    car.comparable = false
    car.sample = null
    forgetTrailAfter(car, timeMs)
    voidLapsAfter(car, timeMs)
    voidStopsAfter(car, timeMs)
    voidStintsAfter(car, timeMs)
    voidPenaltiesAfter(car, timeMs)
  }
  session.overtakes = session.overtakes.filter((overtake) => overtake.overtakingTime <= timeMs)
  session.weatherHistory = session.weatherHistory.filter((change) => change.timeMs <= timeMs)
  session.events = session.events.filter((event) => event.timeMs <= timeMs)
  session.redFlags = session.redFlags.filter((atMs) => atMs <= timeMs)
  const { safetyCars } = session
  safetyCars.told = safetyCars.told.filter((deployed) => deployed.atMs <= timeMs)
  safetyCars.seen = safetyCars.seen.filter((deployed) => deployed.atMs <= timeMs)
  for (const half of session.halfSeconds) {
    if (half * 500 > timeMs) session.halfSeconds.delete(half)
  }
}
