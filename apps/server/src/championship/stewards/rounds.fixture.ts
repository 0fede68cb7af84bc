import type { DrivenSession } from '../seasons/store/driven-sessions.ts'

export const DECIDED_AT = new Date('2026-03-10T12:00:00Z')
/** A session of this time was driven before the decision, one of the next after it. */
export const BEFORE = new Date('2026-03-09T19:00:00Z')
const AFTER = new Date('2026-03-16T19:00:00Z')

/** Returns a race after the decision that Bob drove. */
export function aSession(sessionId: string, more: Partial<DrivenSession> = {}): DrivenSession {
  return {
    sessionId,
    eventId: '',
    role: 'race',
    tier: '',
    startedAt: AFTER,
    isLive: false,
    drivers: new Map([['Bob', true]]),
    names: new Map(),
    places: new Map(),
    gridSize: 0,
    ...more,
  }
}
