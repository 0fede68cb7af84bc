import type { SessionDetail } from '@pitboard/contract/sessions/session'

/**
 * Returns what leads to a moment of the session's time, which a replay knows by the events before it; it is null before
 * the first.
 */
export function momentAt({ events }: Pick<SessionDetail, 'events'>, timeMs: number): string | null {
  const before = events.findLast((event) => event.timeMs <= timeMs)
  if (!before) return null
  const secondsAfter = Math.round((timeMs - before.timeMs) / 1000)
  return secondsAfter === 0 ? `e${before.seq}` : `e${before.seq}-${secondsAfter}`
}
