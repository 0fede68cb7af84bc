import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRealtimeUpdates } from '../../realtime/use-realtime-updates.ts'
import { LIST_REFRESH_MS, liveList, takeLiveList } from './live-queries.ts'

/** The live list; the server sends its changes. */
export function useLiveList() {
  const queries = useQueryClient()
  const isUpdated = useRealtimeUpdates({
    rows: [],
    onOpen: () => void queries.invalidateQueries({ queryKey: liveList.queryKey }),
    onLiveList: (change) => takeLiveList(queries, change),
  })
  return useQuery({ ...liveList, refetchInterval: isUpdated ? false : LIST_REFRESH_MS })
}
