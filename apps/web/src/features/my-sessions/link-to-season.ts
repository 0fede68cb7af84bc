import { ApiException } from '@pitboard/contract/client'
import { seasons } from '@pitboard/contract/season-endpoints'
import type { SessionSummary } from '@pitboard/contract/session'
import { call } from '../../api/call.ts'

interface Linking {
  readonly seasonId: string
  /** Null: a new one at the track and the day of the first session. */
  readonly eventId: string | null
  readonly chosen: readonly SessionSummary[]
}

/** Links sessions to an event. A new event that gets none of them does not stay. */
export async function linkToSeason({ seasonId, eventId, chosen }: Linking): Promise<void> {
  const body = { sessionIds: chosen.map(({ id }) => id) }
  if (eventId !== null) {
    await call(seasons.addSessions, { params: { seasonId, eventId }, body })
    return
  }
  const [first] = chosen.toSorted((a, b) => (a.sessionStartTime < b.sessionStartTime ? -1 : 1))
  if (!first) return
  const made = await call(seasons.addEvent, {
    params: { seasonId },
    body: { track: first.trackId, startsAt: first.sessionStartTime },
  })
  const params = { seasonId, eventId: made.id }
  try {
    await call(seasons.addSessions, { params, body })
  } catch (error) {
    // A call without an answer may have gone through.
    if (error instanceof ApiException) await call(seasons.removeEvent, { params })
    throw error
  }
}
