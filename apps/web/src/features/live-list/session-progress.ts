import type { LiveSummary } from '@pitboard/contract/live/live'
import { endsByTime } from '@pitboard/contract/wire/session-kind'
import { formatClock } from '../../timing/format-date.ts'

/** Returns the time that is left, or the leader's lap. */
export function progressOf(session: LiveSummary): string {
  if (endsByTime(session.sessionType)) return formatClock(session.sessionTimeLeft)
  const lap = session.currentLapNumber ?? 0
  return session.numberOfLaps ? `${lap} / ${session.numberOfLaps}` : String(lap)
}
