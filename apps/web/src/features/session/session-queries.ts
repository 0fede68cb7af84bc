import { sessions } from '@pitboard/contract/session-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

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
