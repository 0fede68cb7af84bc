import { type LiveListChange, liveSessions, type LiveSummary } from '@pitboard/contract/live'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { applyLiveList } from './apply-live-list.ts'

/** Where nobody tells what changes. */
export const LIST_REFRESH_MS = 10_000

/** What was told while the list was being read: the answer may be older. */
const reading = new Set<LiveListChange[]>()

/** The sessions that are being driven, asked again now and then while someone looks. */
export const liveList = queryOptions({
  queryKey: ['liveSessions'],
  async queryFn({ signal }) {
    const told: LiveListChange[] = []
    reading.add(told)
    try {
      const list = await call(liveSessions.all, { signal })
      return told.reduce<LiveSummary[]>(applyLiveList, list)
    } finally {
      reading.delete(told)
    }
  },
  refetchInterval: LIST_REFRESH_MS,
})

export function takeLiveList(queries: QueryClient, change: LiveListChange): void {
  for (const told of reading) told.push(change)
  queries.setQueryData(liveList.queryKey, (list) => list && applyLiveList(list, change))
}
