import { truncateTrail } from '../cars/gaps.ts'
import { voidLapsAfter } from '../cars/laps.ts'
import { lacksOvertakeEvents } from '../cars/overtakes.ts'
import { voidPenaltiesAfter } from '../cars/penalties.ts'
import { voidStopsAfter } from '../cars/pit-stops.ts'
import type { TrackedSession } from '../state/state.ts'
import { voidStintsAfter } from '../cars/stints.ts'

/** What the feed tells by a change of state, and not by an event. */
const seen: ReadonlySet<string> = new Set(['pitStop', 'weather'])

/**
 * R6: forgets everything that lies after this session time. What is live is sent anew. R5: of the
 * moment `resumedMs` at which the game goes on, events are told again and so are void as well;
 * what its state shows is not.
 */
export function rewind(session: TrackedSession, timeMs: number, resumedMs = Infinity): void {
  const toldMs = Math.min(timeMs, resumedMs - 1)
  const overtakenMs = lacksOvertakeEvents(session.info.format) ? timeMs : toldMs
  session.lastTyreBytes = null
  session.timingMs = null
  for (const car of session.cars) {
    car.comparable = false
    car.sample = null
    truncateTrail(car, timeMs)
    voidLapsAfter(car, timeMs)
    voidStopsAfter(car, timeMs)
    voidStintsAfter(car, timeMs)
    voidPenaltiesAfter(car, toldMs)
  }
  session.overtakes = session.overtakes.filter((overtake) => overtake.overtakingTime <= overtakenMs)
  session.weatherHistory = session.weatherHistory.filter((change) => change.timeMs <= timeMs)
  session.events = session.events.filter((event) => {
    if (event.kind === 'overtake') return event.timeMs <= overtakenMs
    return event.timeMs <= (seen.has(event.kind) ? timeMs : toldMs)
  })
  session.redFlags = session.redFlags.filter((atMs) => atMs <= toldMs)
  const { safetyCars } = session
  safetyCars.announced = safetyCars.announced.filter((deployed) => deployed.atMs <= toldMs)
  safetyCars.statuses = safetyCars.statuses.filter((deployed) => deployed.atMs <= timeMs)
  for (const half of session.halfSeconds) {
    if (half * 500 > timeMs) session.halfSeconds.delete(half)
  }
}
