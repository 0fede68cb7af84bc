import {
  deletedLeagues,
  leagueHistory,
  leaguesToChoose,
  ownLeagues,
} from '../features/leagues/own-league-queries.ts'
import {
  lastOwnSessions,
  type OwnSearch,
  ownSessionPage,
  readOwnFilter,
} from '../features/my-sessions/my-session-queries.ts'
import {
  allOwnSeasons,
  deletedSeasons,
  newestOwnSeasons,
  ownSeasons,
} from '../features/season/own-season-queries.ts'
import { operatedUsers, siteOperation } from '../features/operation/operation-queries.ts'
import { drivenSeasons } from '../features/driver-home/driver-home-query.ts'
import { ownRecorderStatus } from '../features/first-run/recorder-status-query.ts'
import { leagueDetail } from '../features/leagues/league-queries.ts'
import { seasonDetail } from '../features/season/season-queries.ts'
import { pageNumber } from '../pages/page-number.ts'
import { prefetch } from './load-page.ts'
import { loadSubject } from './load-subject.ts'

// The pages of the dashboard request this first. Visitors who do not sign in never load it.

export function prefetchOverview(): void {
  prefetch(lastOwnSessions)
  prefetch(newestOwnSeasons)
  prefetch(ownRecorderStatus)
  prefetch(drivenSeasons)
}

export function prefetchOwnSessions(search: OwnSearch): void {
  prefetch(ownSessionPage(readOwnFilter(search)))
}

export function prefetchOperation({ search, page }: { search: string; page: string }): void {
  prefetch(siteOperation)
  prefetch(operatedUsers({ search, page: pageNumber(page) }))
}

/** The season is empty where none is chosen. */
export function prefetchManualResult(seasonId: string): void {
  prefetch(allOwnSeasons)
  if (seasonId !== '') prefetch(seasonDetail(seasonId))
}

export function prefetchOwnLeagues(userId: string): void {
  prefetch(ownLeagues(userId, 1))
  prefetch(deletedLeagues)
}

export function loadLeagueEditor(leagueId: string): Promise<void> {
  prefetch(allOwnSeasons)
  prefetch(leagueHistory(leagueId))
  return loadSubject(leagueDetail(leagueId))
}

export function prefetchOwnSeasons(): void {
  prefetch(ownSeasons(1))
  prefetch(deletedSeasons)
}

export function prefetchSeasonForm(userId: string): void {
  prefetch(leaguesToChoose(userId))
}

export function loadSeasonEditor(seasonId: string): Promise<void> {
  return loadSubject(seasonDetail(seasonId))
}
