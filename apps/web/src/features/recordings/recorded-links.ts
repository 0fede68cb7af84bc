import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { SessionType } from '@pitboard/contract/wire/enumerations'

export interface ProposedEvent {
  readonly event: SeasonEvent
  /** The sessions stand in the order in which they were driven. */
  readonly sessions: readonly SessionSummary[]
}

const HOUR_MS = 3_600_000
/**
 * A session belongs to an event from this long before its start to this long after it, as the count of open work says.
 */
const BEFORE_MS = 6 * HOUR_MS
const AFTER_MS = 12 * HOUR_MS
const NO_RESULT: readonly number[] = [SessionType.Unknown, SessionType.TimeTrial]

/** Proposes recordings that fit an event by track and time, where it has no session of their type. */
export function proposeRecordings(
  recordings: readonly SessionSummary[],
  { events }: Pick<Season, 'events'>,
): ProposedEvent[] {
  const linked = events.flatMap(({ sessions }) => sessions.map(({ session }) => session))
  const taken = new Set(linked.flatMap(({ id, sessionId }) => [id, `game ${sessionId}`]))
  const fitting = recordings
    .toSorted((a, b) => a.sessionStartTime.localeCompare(b.sessionStartTime))
    .flatMap((session) => {
      const game = `game ${session.sessionId}`
      if (taken.has(session.id) || taken.has(game)) return []
      const event = findEvent(events, session)
      if (!event) return []
      taken.add(game)
      return [{ event, session }]
    })
  return events.flatMap((event) => {
    const sessions = fitting.filter((fit) => fit.event === event).map(({ session }) => session)
    return sessions.length === 0 ? [] : [{ event, sessions }]
  })
}

/** Finds the nearest in time. */
function findEvent(events: readonly SeasonEvent[], session: SessionSummary) {
  const { trackId, sessionType, sessionStartTime } = session
  if (NO_RESULT.includes(sessionType)) return undefined
  const fits = events.flatMap((event) => {
    if (event.track !== trackId || event.startsAt === null) return []
    const afterMs = Date.parse(sessionStartTime) - Date.parse(event.startsAt)
    const isDone = event.sessions.some((linked) => linked.session.sessionType === sessionType)
    if (isDone || afterMs < -BEFORE_MS || afterMs > AFTER_MS) return []
    return [{ event, apartMs: Math.abs(afterMs) }]
  })
  return fits.toSorted((a, b) => a.apartMs - b.apartMs)[0]?.event
}
