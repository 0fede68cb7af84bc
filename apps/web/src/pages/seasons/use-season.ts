import type { Season } from '@pitboard/contract/seasons/season'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { leagueDetail } from '../../features/leagues/league-queries.ts'
import { refreshMs, seasonDetail } from '../../features/season/season-queries.ts'
import { sessionIdsOf, startsOrEnds } from '../../features/season/session-ids.ts'
import type { WatchedRows } from '../../realtime/subscription.ts'
import { createThrottle } from '../../realtime/throttle.ts'
import { useRealtimeUpdates } from '../../realtime/use-realtime-updates.ts'

/** The server makes standings as they stand every two seconds: asked sooner they are the old ones. */
const STANDS_AFTER_MS = 2000
/** A filter has room for this many. */
const LEAGUES_MAX = 25

/** Fetches a season that follows what is changed in it, and what is driven for it. */
export function useSeason(id: string) {
  const queries = useQueryClient()
  const season = queries.getQueryData(seasonDetail(id).queryKey)
  const reading = useMemo(() => createThrottle(() => refetchSeason(queries, id)), [queries, id])
  useEffect(() => reading.stop, [reading])
  const isSubscribed = useRealtimeUpdates({
    rows: season ? rowsOf(season) : null,
    onOpen: () => reading.request(0),
    onRow(table, rowId) {
      if (table === 'leagues') {
        void queries.invalidateQueries({ queryKey: leagueDetail(rowId).queryKey })
      } else if (table === 'seasons' || (season && sessionIdsOf(season).includes(rowId))) {
        reading.request(0)
      }
    },
    onLiveList(change) {
      const ids = season ? sessionIdsOf(season) : []
      if (startsOrEnds(change, ids)) reading.request(0)
      else if (change.isWhole || change.moved.some((moved) => ids.includes(moved))) {
        reading.request(STANDS_AFTER_MS)
      }
    },
  })
  return useQuery({
    ...seasonDetail(id),
    refetchInterval: ({ state }) => (isSubscribed ? false : refreshMs(state.data)),
  })
}

/** A hidden page is refetched when the reader is back. */
function refetchSeason(queries: QueryClient, id: string): void {
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
  void queries.invalidateQueries({ queryKey: seasonDetail(id).queryKey, refetchType })
}

function rowsOf({ id, leagueIds }: Season): WatchedRows[] {
  return [
    { table: 'seasons', filter: `id=eq.${id}` },
    { table: 'sessions' },
    ...(leagueIds.length === 0 ? [] : [leaguesOf(leagueIds)]),
  ]
}

function leaguesOf(ids: readonly string[]): WatchedRows {
  return { table: 'leagues', filter: `id=in.(${ids.slice(0, LEAGUES_MAX).join(',')})` }
}
