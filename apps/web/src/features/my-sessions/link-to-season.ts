import { ApiException } from '@pitboard/contract/wire/client'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { call } from '../../api/call.ts'
import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { queryOptions } from '@tanstack/react-query'

const READ_MAX = 100

/** Fetches the reader's seasons with their calendars, the newest first. */
export const linkableSeasons = queryOptions({
  // The key lies below that of the reader's seasons, so that every change invalidates it.
  queryKey: ['seasons', 'own', 'linkable'],
  queryFn: async ({ signal }) => {
    const { seasons: own } = await call(seasons.mine, { query: { pageSize: READ_MAX }, signal })
    return own
  },
})

interface Linking {
  readonly seasonId: string
  /** Null stands for a new one at the track and the day of the first session. */
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

/** Finds the event that the sessions were most likely driven for: at their track, the nearest in time. */
export function likelyEvent(
  events: readonly SeasonEvent[],
  chosen: readonly SessionSummary[],
): string | null {
  const [first] = chosen
  if (!first) return null
  const drivenMs = Date.parse(first.sessionStartTime)
  const apartMs = ({ startsAt }: SeasonEvent) =>
    startsAt === null ? Number.MAX_SAFE_INTEGER : Math.abs(Date.parse(startsAt) - drivenMs)
  const [likely] = events
    .filter(({ track }) => track === first.trackId)
    .toSorted((a, b) => apartMs(a) - apartMs(b))
  return likely?.id ?? null
}
