import type { SessionEvent } from '@pitboard/contract/session-events'
import type { TrackedSession } from './state.ts'

type Told = Pick<SessionEvent, 'kind' | 'timeMs'> & Partial<SessionEvent>

/** Far more than any race has; what sends more is no game. */
const mostEvents = 10_000

/** Adds an event to the session's feed under the next number. */
export function tell(session: TrackedSession, event: Told): void {
  if (session.events.length >= mostEvents) return
  session.lastSeq += 1
  const blank = { lapNum: null, driverIdx: null, otherDriverIdx: null, value: null, seconds: null }
  session.events = [...session.events, { ...blank, ...event, seq: session.lastSeq }]
}
