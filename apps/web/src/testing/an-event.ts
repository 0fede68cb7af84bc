import type { SessionEvent } from '@pitboard/contract/sessions/session-events'

/** Returns an event of a session's feed, for tests; they name what matters to them. */
export function anEvent(known: Partial<SessionEvent>): SessionEvent {
  return {
    seq: 1,
    kind: 'overtake',
    timeMs: 0,
    lapNum: null,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
    ...known,
  }
}
