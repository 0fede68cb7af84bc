import { leagueDetail, leagueList, leagueSeasons } from '../features/leagues/league-queries.ts'
import { searchResults } from '../features/search/search-queries.ts'
import { seasonDetail } from '../features/season/season-queries.ts'
import { userProfile } from '../features/users/user-query.ts'
import { seasonsOf, sessionDetail, weekendOf } from '../features/session/session-queries.ts'
import { LazySessionView } from '../pages/session/lazy-session-view.tsx'
import { prefetch } from './load-page.ts'
import { loadSubject } from './load-subject.ts'

// Pages of one subject request this first. The landing page and the live list never load it.

export function prefetchLeagues(page: number, search: string): void {
  prefetch(leagueList({ page, search }))
}

export function loadLeague(leagueId: string): Promise<void> {
  prefetch(leagueSeasons(leagueId))
  return loadSubject(leagueDetail(leagueId))
}

export function loadSeason(seasonId: string): Promise<void> {
  return loadSubject(seasonDetail(seasonId))
}

export function loadUser(userId: string): Promise<void> {
  return loadSubject(userProfile(userId))
}

export function prefetchSearch(words: string): void {
  prefetch(searchResults(words))
}

export function loadSession(sessionId: string, isReplay: boolean): Promise<void> {
  if (!isReplay) void LazySessionView.preload()
  prefetch(seasonsOf(sessionId))
  prefetch(weekendOf(sessionId))
  return loadSubject(sessionDetail(sessionId))
}
