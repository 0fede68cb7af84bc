import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keepNewest } from '../../api/newest-version.ts'

/** All queries of seasons begin with this key, to invalidate them after a change. */
export const SEASONS_KEY = ['seasons'] as const

/** A page without realtime updates polls at this interval. */
const LIVE_MS = 10_000
const QUIET_MS = 60_000

export function seasonDetail(id: string) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'one', id],
    queryFn: ({ signal }) => call(seasons.get, { params: { id }, signal }),
    structuralSharing: keepNewest,
    refetchInterval: ({ state }) => refreshMs(state.data),
  })
}

/** Returns how often a page without realtime updates refetches: often while a session is driven. */
export function refreshMs(season: Season | undefined): number {
  return season?.isLive === true ? LIVE_MS : QUIET_MS
}

/** Fetches what a review needs beyond the season itself; a later version of the season is another review. */
export function seasonRaces({ id, version, isLive }: Pick<Season, 'id' | 'version' | 'isLive'>) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'races', id, version, isLive],
    queryFn: ({ signal }) => call(seasons.races, { params: { seasonId: id }, signal }),
  })
}

/** Reads the explanation of a driver's points in a tier, or over all of them. */
export function explanation(id: string, driver: string, version: number, tier: string | null) {
  const query = tier === null ? {} : { tier }
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'explain', id, driver, version, tier],
    queryFn: ({ signal }) =>
      call(seasons.explain, { params: { seasonId: id, driver }, query, signal }),
  })
}
