import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const SHOWN = 5

/** The query's key begins with that of all recorded sessions, so that a change of them renews it. */
export const lastOwnSessions = queryOptions({
  queryKey: ['sessions', 'own', 'last'],
  queryFn: ({ signal }) =>
    call(sessions.currentUser, { query: { page: 1, pageSize: SHOWN }, signal }),
})

const OWN_SESSIONS_KEY = ['sessions', 'own'] as const
export const OWN_PER_PAGE = 20

interface OwnFilter {
  readonly page: number
  /** Track and type are null for all. */
  readonly trackId: number | null
  readonly sessionType: number | null
}

export type OwnSearch = Readonly<Record<'page' | 'track' | 'type', string>>

export function readOwnFilter(search: OwnSearch): OwnFilter {
  return {
    page: readNumber(search.page) ?? 1,
    trackId: readNumber(search.track),
    sessionType: readNumber(search.type),
  }
}

function readNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

export function ownSessionPage({ page, trackId, sessionType }: OwnFilter) {
  return queryOptions({
    queryKey: [...OWN_SESSIONS_KEY, page, trackId, sessionType],
    queryFn: ({ signal }) =>
      call(sessions.currentUser, {
        query: {
          page,
          pageSize: OWN_PER_PAGE,
          ...(trackId !== null && { TrackIds: [trackId] }),
          ...(sessionType !== null && { SessionTypes: [sessionType] }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
