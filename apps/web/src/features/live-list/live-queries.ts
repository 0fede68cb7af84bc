import { type LiveListChange, liveSessions, type LiveSummary } from '@pitboard/contract/live/live'
import { compareLive } from '@pitboard/analysis/live/compare-live'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The list is read at this interval while no updates arrive. */
export const LIST_REFRESH_MS = 10_000

/** Changes may arrive while the list is fetched: the answer may be older than they are. */
const reading = new Set<LiveListChange[]>()

/** Fetches the sessions that are being driven now, and again at intervals while they are shown. */
export const liveList = queryOptions({
  queryKey: ['liveSessions'],
  async queryFn({ signal }) {
    const changes: LiveListChange[] = []
    reading.add(changes)
    try {
      const list = await call(liveSessions.all, { signal })
      return changes.reduce<LiveSummary[]>(applyLiveList, list)
    } finally {
      reading.delete(changes)
    }
  },
  refetchInterval: LIST_REFRESH_MS,
})

export function takeLiveList(queries: QueryClient, change: LiveListChange): void {
  for (const changes of reading) changes.push(change)
  queries.setQueryData(liveList.queryKey, (list) => list && applyLiveList(list, change))
}

/** Returns the list after a change of it, as the server would send it. */
export function applyLiveList(
  list: readonly LiveSummary[],
  { isWhole, opened, changed, ended }: LiveListChange,
): LiveSummary[] {
  const next = new Map(isWhole ? [] : list.map((session) => [session.id, session]))
  for (const session of opened) next.set(session.id, session)
  for (const difference of changed) {
    const known = next.get(difference.id)
    if (known) next.set(difference.id, { ...known, ...difference })
  }
  for (const id of ended) next.delete(id)
  return [...next.values()].toSorted(compareLive)
}
