import { LATEST_SESSIONS } from '@pitboard/contract/sessions/latest-sessions'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const latestSessions = queryOptions({
  queryKey: ['sessions', 'latest'],
  queryFn: ({ signal }) => call(sessions.list, { query: LATEST_SESSIONS, signal }),
  staleTime: 10_000,
})

export function sessionDetail(id: string) {
  return queryOptions({
    queryKey: ['sessions', id],
    queryFn: ({ signal }) => call(sessions.get, { params: { id }, signal }),
    // A recording changes at most when it is decoded again.
    staleTime: 60_000,
  })
}

/** The sessions of a session's weekend, itself among them, in the order they were driven. */
export function weekendOf(sessionId: string) {
  return queryOptions({
    queryKey: ['sessions', sessionId, 'weekend'],
    queryFn: ({ signal }) => call(sessions.weekendOf, { params: { sessionId }, signal }),
    staleTime: 60_000,
  })
}

/** Fetches the seasons that a session counts in, with its points there. */
export function seasonsOf(sessionId: string) {
  return queryOptions({
    // Whatever changes a season changes what stands here.
    queryKey: ['seasons', 'ofSession', sessionId],
    queryFn: ({ signal }) => call(sessions.seasons, { params: { sessionId }, signal }),
    staleTime: 30_000,
  })
}
