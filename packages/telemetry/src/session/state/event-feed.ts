import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import type { TrackedSession } from './state.ts'
import { leaderLap } from './queries.ts'

type NewEvent = Pick<SessionEvent, 'kind' | 'timeMs'> & Partial<SessionEvent>

/** No race has nearly as many events; only a faulty stream has more. */
const mostEvents = 10_000

/** Appends an event to the session's feed with the next sequence number. */
export function appendEvent(session: TrackedSession, event: NewEvent): void {
  if (session.events.length >= mostEvents) return
  session.lastSeq += 1
  const blank = { lapNum: null, driverIdx: null, otherDriverIdx: null, value: null, seconds: null }
  session.events = [...session.events, { ...blank, ...event, seq: session.lastSeq }]
}

/** Assigns a lap to everything that was sent before the first timing. */
export function assignFirstLaps(session: TrackedSession): void {
  const lapNum = Math.max(1, leaderLap(session))
  session.weatherHistory = session.weatherHistory.map((change) => ({ ...change, lapNum }))
  session.overtakes = session.overtakes.map((overtake) => {
    if (overtake.lapNum > 0) return overtake
    return { ...overtake, lapNum: lapOf(session, overtake.overtakingDriverIdx) ?? 0 }
  })
}

/**
 * R27: assigns the laps of this timing to everything that arrived before it in the same frame.
 */
export function assignLapsOfFrame(session: TrackedSession, timeMs: number): void {
  if (session.events.at(-1)?.timeMs === timeMs) {
    session.events = session.events.map((event) =>
      event.timeMs === timeMs ? { ...event, lapNum: lapOfEvent(session, event) } : event,
    )
  }
  if (session.overtakes.at(-1)?.overtakingTime === timeMs) {
    session.overtakes = session.overtakes.map((overtake) => {
      if (overtake.overtakingTime !== timeMs) return overtake
      const lapNum = lapOf(session, overtake.overtakingDriverIdx) ?? overtake.lapNum
      return { ...overtake, lapNum }
    })
  }
  if (session.weatherHistory.at(-1)?.timeMs === timeMs) {
    session.weatherHistory = session.weatherHistory.map((change) =>
      change.timeMs === timeMs ? { ...change, lapNum: Math.max(1, leaderLap(session)) } : change,
    )
  }
}

function lapOfEvent(session: TrackedSession, event: SessionEvent): number | null {
  const { kind, driverIdx, value } = event
  if (kind === 'weather') return Math.max(1, leaderLap(session))
  if (driverIdx === null) return event.lapNum
  if (kind === 'fastestLap' && value !== null) {
    return lapOfTime(session, driverIdx, value) ?? event.lapNum
  }
  const goesByTiming =
    kind === 'overtake' || kind === 'retirement' || kind === 'raceWinner' || kind === 'collision'
  return goesByTiming ? (lapOf(session, driverIdx) ?? event.lapNum) : event.lapNum
}

/** Returns the current lap of a car; null before its first timing. */
export function lapOf(session: TrackedSession, driverIdx: number): number | null {
  return session.cars[driverIdx]?.lap?.currentLapNum ?? null
}

/** Returns the lap with this lap time; null if no lap of the car has it. */
export function lapOfTime(
  session: TrackedSession,
  driverIdx: number,
  lapTimeMs: number,
): number | null {
  const { lapTimes = [] } = session.cars[driverIdx] ?? {}
  const place = lapTimes.findIndex((lap) => lap.lapTime === lapTimeMs)
  return place < 0 ? null : place + 1
}
