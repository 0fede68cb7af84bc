import { truncateTrail } from '../cars/gaps.ts'
import { voidLapsAfter } from '../cars/laps.ts'
import { refreshMiniSectors, voidMiniSectorsAfter } from '../cars/mini-sectors.ts'
import { lacksOvertakeEvents } from '../cars/overtakes.ts'
import { voidPenaltiesAfter } from '../cars/penalties.ts'
import { voidStopsAfter } from '../cars/pit-stops.ts'
import { noCondition } from '../state/create-state.ts'
import type { TrackedSession } from '../state/state.ts'
import { voidStintsAfter } from '../cars/stints.ts'

/** The reducer derives these kinds of events from changes of state. */
const derivedKinds: ReadonlySet<string> = new Set(['pitStop', 'weather'])

/**
 * R6: removes everything after this session time. R5: events at the exact moment `resumedMs` are removed
 * too, because the game sends them again; values of the state at that moment stay.
 */
export function rewind(session: TrackedSession, timeMs: number, resumedMs = Infinity): void {
  const eventsUntilMs = Math.min(timeMs, resumedMs - 1)
  const overtakenMs = lacksOvertakeEvents(session.info.format) ? timeMs : eventsUntilMs
  session.lastTyreBytes = null
  session.timingMs = null
  Object.assign(session.condition, noCondition())
  for (const car of session.cars) {
    car.comparable = false
    car.sample = null
    truncateTrail(car, timeMs)
    voidMiniSectorsAfter(car, timeMs)
    voidLapsAfter(car, timeMs)
    voidStopsAfter(car, timeMs)
    voidStintsAfter(car, timeMs)
    voidPenaltiesAfter(car, eventsUntilMs)
  }
  refreshMiniSectors(session)
  session.overtakes = session.overtakes.filter((overtake) => overtake.overtakingTime <= overtakenMs)
  session.weatherHistory = session.weatherHistory.filter((change) => change.timeMs <= timeMs)
  session.events = session.events.filter((event) => {
    if (event.kind === 'overtake') return event.timeMs <= overtakenMs
    return event.timeMs <= (derivedKinds.has(event.kind) ? timeMs : eventsUntilMs)
  })
  session.redFlags = session.redFlags.filter((atMs) => atMs <= eventsUntilMs)
  const { safetyCars } = session
  safetyCars.announced = safetyCars.announced.filter((deployed) => deployed.atMs <= eventsUntilMs)
  safetyCars.statuses = safetyCars.statuses.filter((deployed) => deployed.atMs <= timeMs)
  for (const half of session.halfSeconds) {
    if (half * 500 > timeMs) session.halfSeconds.delete(half)
  }
}
