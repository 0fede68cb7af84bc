import { webhooks } from '@pitboard/contract/leagues/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The list is read at this interval while something waits to be sent. */
const FAST_MS = 2_000
const SLOW_MS = 30_000

export function leagueReceivers(leagueId: string) {
  return queryOptions({
    queryKey: ['receivers', leagueId],
    queryFn: ({ signal }) => call(webhooks.list, { params: { leagueId }, signal }),
  })
}

/** The log is read again until nothing waits for its first attempt. */
export function receiverLog(leagueId: string, webhookId: string) {
  return queryOptions({
    queryKey: ['receivers', leagueId, 'log', webhookId],
    queryFn: ({ signal }) => call(webhooks.deliveries, { params: { leagueId, webhookId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ statusCode, failure, state: now }) => {
        return now === 'waiting' && statusCode === null && failure === null
      })
        ? FAST_MS
        : SLOW_MS,
  })
}
