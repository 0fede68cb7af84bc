import type { Season } from './season.ts'
import type { Standings, TierStandings } from './standings.ts'

/** The tables are those of all tiers or of one. */
type Tables = Pick<Standings, 'drivers' | 'teams'>

/**
 * Returns the standings of one tier, in the shape of a season without tiers; for a tier that does not compete
 * it returns them unchanged. Teams that compete over all tiers have the same table in each.
 */
export function standingsOfTier(standings: Standings, tier: string | null): Standings {
  const { tiers = [], ...overall } = standings
  const found = tiers.find((one) => one.tier === tier)
  if (!found) return standings
  return {
    ...overall,
    drivers: found.drivers,
    teams: found.teams ?? overall.teams,
  }
}

/**
 * Returns a season as its tier sees it, in the shape of a season without tiers: with the standings of the
 * tier, and without the sessions of others. For a tier that does not compete it returns the season itself.
 */
export function seasonOfTier(season: Season, tier: string | null): Season {
  if (tier === null || !season.tiers.includes(tier)) return season
  return {
    ...season,
    standings: standingsOfTier(season.standings, tier),
    events: season.events.map((event) => ({
      ...event,
      sessions: event.sessions.filter(
        (linked) => linked.tier === tier || !season.tiers.includes(linked.tier),
      ),
    })),
  }
}

/** Returns the standings that a season shows first: those of its best tier, or of all drivers. */
export function mainStandings(standings: Standings): Standings {
  return standingsOfTier(standings, standings.tiers?.[0]?.tier ?? null)
}

/**
 * Returns the drivers of each tier, and those who are in none under a tier without a name. Where tiers do not
 * compete, it returns all drivers under a tier that is null.
 */
export function driversByTier({ drivers, tiers }: Standings): TierDrivers[] {
  if (!tiers) return [{ tier: null, drivers }]
  const keys = new Set(tiers.flatMap((one) => one.drivers.map(({ key }) => key)))
  const others = drivers.filter(({ key }) => !keys.has(key))
  return [...tiers, ...(others.length > 0 ? [{ tier: '', drivers: others }] : [])]
}

interface TierDrivers extends Pick<Standings, 'drivers'> {
  readonly tier: string | null
}

/** Returns the standings with changed tables of all tiers and of each. */
export function mapTables(standings: Standings, change: (tables: Tables) => Tables): Standings {
  const { tiers, ...overall } = standings
  return {
    ...overall,
    ...change(overall),
    ...(tiers && { tiers: tiers.map((one) => changeTier(one, change)) }),
  }
}

function changeTier(
  { tier, drivers, teams }: TierStandings,
  change: (tables: Tables) => Tables,
): TierStandings {
  const changed = change({ drivers, teams: teams ?? [] })
  return { tier, drivers: changed.drivers, ...(teams && { teams: changed.teams }) }
}
