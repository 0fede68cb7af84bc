import { leaderLap } from './clock.ts'
import type { TrackedSession } from './state.ts'

/** The first timing says in which lap happened what was told before it. */
export function placeUntimed(session: TrackedSession): void {
  const lapNum = Math.max(1, leaderLap(session))
  session.weatherHistory = session.weatherHistory.map((change) => ({ ...change, lapNum }))
  session.overtakes = session.overtakes.map((overtake) => {
    if (overtake.lapNum > 0) return overtake
    const { lap } = session.cars[overtake.overtakingDriverIdx] ?? { lap: null }
    return { ...overtake, lapNum: lap?.currentLapNum ?? 0 }
  })
}
