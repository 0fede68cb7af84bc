import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { driversByTier, seasonOfTier } from '@pitboard/contract/seasons/tiers'
import type { Champion } from './league-digest.ts'
import { keyOf, type LeagueTotals, sumByDriver } from './league-records.ts'

/** A driver's part in one season of a league; where tiers compete, in one tier of it. */
export interface CareerSeason {
  /** The season is as its tier sees it. */
  readonly season: Season
  readonly tier: string | null
  readonly driver: StandingsDriver
  readonly isChampion: boolean
}

export interface CareerPenalty {
  readonly season: Season
  readonly adjustment: Adjustment
}

/** What a league says of one of its drivers. */
export interface LeagueCareer {
  readonly totals: LeagueTotals
  /** The driver as the newest season has them. */
  readonly latest: StandingsDriver
  /** Best position in the final or present standings of a season. */
  readonly bestPosition: number
  readonly ofTheDay: number
  /** The newest season comes first, and its tiers in their order. */
  readonly seasons: readonly CareerSeason[]
  /** Decisions against the driver that apply, the newest first. */
  readonly penalties: readonly CareerPenalty[]
}

/** Lists the drivers of all seasons by their names, each under the newest one. */
export function listLeagueDrivers(seasons: readonly Season[]): LeagueTotals[] {
  const totals = [...sumByDriver(seasons, []).values()]
  return totals.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Finds what a driver has done in a league, by a name of any season; null for somebody who has not driven in it. */
export function findLeagueCareer(
  seasons: readonly Season[],
  champions: readonly Champion[],
  name: string,
): LeagueCareer | null {
  const named = seasons
    .flatMap(({ standings }) => driversByTier(standings).flatMap(({ drivers }) => drivers))
    .find((driver) => driver.name === name && !driver.isHidden)
  if (!named) return null
  const key = keyOf(named)
  const totals = sumByDriver(seasons, champions).get(key)
  if (!totals) return null
  const isDriver = (driver: StandingsDriver) => !driver.isHidden && keyOf(driver) === key
  const driven = seasons
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .flatMap((season) =>
      driversByTier(season.standings).flatMap(({ tier, drivers }) =>
        drivers.filter(isDriver).map((driver) => ({
          season: seasonOfTier(season, tier),
          tier,
          driver,
          isChampion: champions.some(
            (champion) =>
              champion.season.id === season.id &&
              champion.tier === tier &&
              isDriver(champion.driver),
          ),
        })),
      ),
    )
  const [first] = driven
  if (!first) return null
  const results = driven.flatMap(({ driver }) => driver.results)
  return {
    totals,
    latest: first.driver,
    bestPosition: Math.min(...driven.map(({ driver }) => driver.position)),
    ofTheDay: results.filter(({ driverOfTheDay }) => driverOfTheDay).length,
    seasons: driven,
    penalties: driven
      .flatMap(({ season, driver }) =>
        season.adjustments
          .filter((adjustment) => concerns(adjustment, driver))
          .map((adjustment) => ({ season, adjustment })),
      )
      .filter(isFirstOfItsKind)
      .toSorted((a, b) => b.adjustment.createdAt.localeCompare(a.adjustment.createdAt)),
  }
}

function concerns(
  { kind, name, sessionId, driverIdx, revokedAt }: Adjustment,
  { key, results }: StandingsDriver,
): boolean {
  if (revokedAt !== null || kind === 'teamPoints') return false
  if (name !== null) return name === key
  return results.some((result) => result.sessionId === sessionId && result.driverIdx === driverIdx)
}

/** A driver of two tiers of a season has each decision once. */
function isFirstOfItsKind(
  { adjustment: { id } }: CareerPenalty,
  at: number,
  all: readonly CareerPenalty[],
): boolean {
  return all.findIndex(({ adjustment }) => adjustment.id === id) === at
}
