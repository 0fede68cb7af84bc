import { LIVE_EVENTS_MAX } from './live.ts'
import type { SessionEvent } from './session-events.ts'

/** The feed with new events at its end, cut to what a live session holds. */
export function appendEvents(
  events: readonly SessionEvent[],
  appended: readonly SessionEvent[],
): SessionEvent[] {
  return [...events, ...appended].slice(-LIVE_EVENTS_MAX)
}
