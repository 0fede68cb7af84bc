import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { leagueSeasons } from '../../features/leagues/league-queries.ts'
import { refreshMs } from '../../features/season/season-queries.ts'
import { sessionIdsOf, startsOrEnds } from '../../features/season/session-ids.ts'
import { reactionsKey } from '../../features/leagues/use-reactions.ts'
import type { WatchedRows } from '../../realtime/subscription.ts'
import { createThrottle } from '../../realtime/throttle.ts'
import { useRealtimeUpdates } from '../../realtime/use-realtime-updates.ts'

/** A filter has room for this many. */
const SEASONS_MAX = 25

/** The server tells of reactions once a second at most: those of the second after are read then. */
const REACTIONS_AFTER_MS = 1500

/**
 * Fetches the seasons of a league. They follow what is changed in them, and which of their races are live; what is read of
 * reactions to the league's news follows those. Without a subscription the page polls.
 */
export function useLeagueSeasons(leagueId: string) {
  const queries = useQueryClient()
  const query = leagueSeasons(leagueId)
  const seasons = queries.getQueryData(query.queryKey)
  const ids = seasons?.flatMap(sessionIdsOf) ?? []
  const reading = useMemo(() => {
    const { queryKey } = leagueSeasons(leagueId)
    return createThrottle(() => {
      const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
      void queries.invalidateQueries({ queryKey, refetchType })
    })
  }, [queries, leagueId])
  const reactions = useMemo(() => {
    const queryKey = reactionsKey(leagueId)
    return createThrottle(() => void queries.invalidateQueries({ queryKey }))
  }, [queries, leagueId])
  useEffect(
    () => () => {
      reading.stop()
      reactions.stop()
    },
    [reading, reactions],
  )
  const isSubscribed = useRealtimeUpdates({
    rows: seasons ? rowsOf(leagueId, seasons) : null,
    onOpen() {
      reading.request(0)
      reactions.request(0)
    },
    onRow(table, rowId) {
      if (table === 'reactions') {
        reactions.request(0)
        reactions.request(REACTIONS_AFTER_MS)
      } else if (table === 'seasons' || ids.includes(rowId)) reading.request(0)
    },
    onLiveList(change) {
      if (change.isWhole || startsOrEnds(change, ids)) reading.request(0)
    },
  })
  const seasonsQuery = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      isSubscribed ? false : refreshMs(state.data?.find(({ isLive }) => isLive)),
  })
  return { seasonsQuery, isSubscribed }
}

function rowsOf(leagueId: string, seasons: readonly Season[]): WatchedRows[] {
  const ids = seasons.slice(0, SEASONS_MAX).map(({ id }) => id)
  return [
    { table: 'sessions' },
    { table: 'reactions', filter: `id=eq.${leagueId}` },
    ...(ids.length === 0
      ? []
      : [{ table: 'seasons', filter: `id=in.(${ids.join(',')})` } as const]),
  ]
}
