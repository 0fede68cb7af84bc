import { sessions } from '@pitboard/contract/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../call.ts'

/** The sessions of a session's weekend, itself among them, in the order they were driven. */
export function weekendOf(sessionId: string) {
  return queryOptions({
    queryKey: ['sessions', sessionId, 'weekend'],
    queryFn: ({ signal }) => call(sessions.weekendOf, { params: { sessionId }, signal }),
    staleTime: 60_000,
  })
}
