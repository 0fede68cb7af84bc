import type { SessionEvent } from '@pitboard/contract/session'
import type { TrackedSession } from './state.ts'

type Told = Pick<SessionEvent, 'kind' | 'timeMs'> & Partial<SessionEvent>

/** Adds an event to the session's feed under the next number. */
export function tell(session: TrackedSession, event: Told): void {
  session.lastSeq += 1
  const blank = { lapNum: null, driverIdx: null, otherDriverIdx: null, value: null, seconds: null }
  session.events = [...session.events, { ...blank, ...event, seq: session.lastSeq }]
}
