import { sessions } from '@pitboard/contract/session-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

export const latestSessions = queryOptions({
  queryKey: ['sessions', 'latest'],
  queryFn: ({ signal }) => call(sessions.list, { query: { page: 1, pageSize: 6 }, signal }),
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

const SEARCHED = 100
const SHOWN = 5

/** The last recordings of one user, among the newest of all. */
export function ownSessions(userId: string) {
  return queryOptions({
    queryKey: ['sessions', 'of', userId],
    queryFn: async ({ signal }) => {
      const { sessions: newest } = await call(sessions.list, {
        query: { page: 1, pageSize: SEARCHED },
        signal,
      })
      return newest.filter((session) => session.userId === userId).slice(0, SHOWN)
    },
  })
}
