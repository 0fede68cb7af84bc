import { sessions } from '@pitboard/contract/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

export const SEARCHED_SESSIONS = 100

/** The newest recordings, among which the page searches. */
export const searchedSessions = queryOptions({
  queryKey: ['sessions', 'searched'],
  queryFn: ({ signal }) =>
    call(sessions.list, { query: { page: 1, pageSize: SEARCHED_SESSIONS }, signal }),
  staleTime: 10_000,
})
