import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'

const MOMENTS: readonly SessionEvent['kind'][] = ['lightsOut', 'fastestLap', 'chequeredFlag']

/** Finds the last event of a session that is a moment to celebrate. */
export function latestMoment({ events }: Pick<LiveSession, 'events'>): SessionEvent | null {
  return events.findLast(({ kind }) => MOMENTS.includes(kind)) ?? null
}
