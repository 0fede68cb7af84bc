import { type SessionSummary, sessions } from '@pitboard/contract/session'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

const READ_MAX = 100

export interface RecordingFilter {
  /** Else everybody's. */
  readonly isOwn: boolean
  readonly trackId: number | null
  readonly sessionType: number | null
}

/** The newest recordings that the filter lets through. */
export function recordings({ isOwn, trackId, sessionType }: RecordingFilter) {
  return queryOptions({
    queryKey: ['sessions', 'recordings', isOwn, trackId, sessionType],
    queryFn: async ({ signal }): Promise<readonly SessionSummary[]> => {
      if (!isOwn) {
        const wanted = [
          trackId !== null && `trackId==${trackId}`,
          sessionType !== null && `sessionType==${sessionType}`,
        ].filter((term) => term !== false)
        const filters = wanted.length > 0 ? { filters: wanted.join() } : {}
        return call(sessions.filters, { query: { pageSize: READ_MAX, ...filters }, signal })
      }
      const own = await call(sessions.currentUser, {
        query: {
          pageSize: READ_MAX,
          ...(trackId !== null && { TrackIds: [trackId] }),
          ...(sessionType !== null && { SessionTypes: [sessionType] }),
        },
        signal,
      })
      return own.sessions
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Sessions that were driven together. */
export interface Weekend {
  readonly key: string
  readonly trackId: number
  readonly trackName: string
  readonly startedAt: string
  /** In the order they were driven. */
  readonly sessions: readonly SessionSummary[]
}

const DAYS_3_MS = 3 * 24 * 60 * 60 * 1000

/**
 * The game numbers its weekends; without a number, sessions at one track within three days are
 * taken for one. The newest first.
 */
export function weekendsOf(all: readonly SessionSummary[]): Weekend[] {
  const sorted = all.toSorted((a, b) => (a.sessionStartTime < b.sessionStartTime ? -1 : 1))
  const weekends: { sessions: SessionSummary[] }[] = []
  for (const session of sorted) {
    const known = weekends.findLast(({ sessions: [first] }) => first && isTogether(first, session))
    if (known) known.sessions.push(session)
    else weekends.push({ sessions: [session] })
  }
  return weekends
    .flatMap(({ sessions }): Weekend[] => {
      const [first] = sessions
      if (!first) return []
      const { id, trackId, trackName, sessionStartTime } = first
      return [{ key: id, trackId, trackName, startedAt: sessionStartTime, sessions }]
    })
    .toReversed()
}

function isTogether(first: SessionSummary, session: SessionSummary): boolean {
  if (first.trackId !== session.trackId || first.userId !== session.userId) return false
  const apartMs = Date.parse(session.sessionStartTime) - Date.parse(first.sessionStartTime)
  if (apartMs > DAYS_3_MS) return false
  const [one, other] = [first.weekendLinkIdentifier, session.weekendLinkIdentifier]
  return one === 0 || other === 0 || one === other
}
