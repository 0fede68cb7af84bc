import { sessions } from '@pitboard/contract/session-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const SHOWN = 5

/** Under the key of all recorded sessions, so that what changes them renews it. */
export const lastOwnSessions = queryOptions({
  queryKey: ['sessions', 'own', 'last'],
  queryFn: ({ signal }) =>
    call(sessions.currentUser, { query: { page: 1, pageSize: SHOWN }, signal }),
})
