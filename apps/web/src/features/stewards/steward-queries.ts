import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const STEWARDS_KEY = ['stewards'] as const

const REFETCH_MS = 20_000

/** The decisions are refetched when the season has changed. */
export function decisionsOf(seasonId: string, version: number) {
  return queryOptions({
    queryKey: [...STEWARDS_KEY, seasonId, 'decisions', version],
    queryFn: ({ signal }) => call(stewards.decisions, { params: { seasonId }, signal }),
  })
}

/** Reads the cases that the signed-in user may see. */
export function casesOf(seasonId: string) {
  return queryOptions({
    queryKey: [...STEWARDS_KEY, seasonId, 'cases'],
    queryFn: ({ signal }) => call(stewards.cases, { params: { seasonId }, query: {}, signal }),
    refetchInterval: REFETCH_MS,
  })
}

export function roomOf(seasonId: string, caseId: string) {
  return queryOptions({
    queryKey: [...STEWARDS_KEY, seasonId, 'room', caseId],
    queryFn: ({ signal }) => call(stewards.room, { params: { seasonId, caseId }, signal }),
    refetchInterval: REFETCH_MS,
  })
}

export const pendingCases = queryOptions({
  queryKey: [...STEWARDS_KEY, 'pending'],
  queryFn: ({ signal }) => call(stewards.pending, { signal }),
  refetchInterval: 60_000,
})

/** Fetches its cars and events; the page of the session stores it under the same key. */
export function reportedSession(id: string) {
  return queryOptions({
    queryKey: ['sessions', id],
    queryFn: ({ signal }) => call(sessions.get, { params: { id }, signal }),
    staleTime: 60_000,
  })
}
