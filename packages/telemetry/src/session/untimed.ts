import { leaderLap } from './clock.ts'
import type { TrackedSession } from './state.ts'

/** The first timing says in which lap happened what was told before it. */
export function placeUntimed(session: TrackedSession): void {
  const lapNum = Math.max(1, leaderLap(session))
  session.weatherHistory = session.weatherHistory.map((change) => ({ ...change, lapNum }))
  if (session.overtakes.length === 0) return
  const lapOf = (driverIdx: number | null): number =>
    session.cars[driverIdx ?? -1]?.lap?.currentLapNum ?? 0
  session.overtakes = session.overtakes.map((overtake) => ({
    ...overtake,
    lapNum: lapOf(overtake.overtakingDriverIdx),
  }))
  session.events = session.events.map((event) =>
    event.kind === 'overtake' ? { ...event, lapNum: lapOf(event.driverIdx) } : event,
  )
}
