import type {
  Explanation,
  Result,
  Standings,
  StandingsDriver,
  StandingsTeam,
} from '@pitboard/contract/standings'
import { contributionsOf } from './contributions.ts'
import { pointsOf, rounded } from './count.ts'
import type { SeasonInput } from './input.ts'
import { openLedger, type Ledger, type LedgerResult } from './ledger.ts'
import { explainTie } from './rank.ts'
import { buildTable, type TableRow } from './table.ts'
import { limitCars } from './team-cars.ts'

/** Drivers' and teams' tables of a season (specification §3, DESIGN §8). */
export function standingsOf(season: SeasonInput): Standings {
  const ledger = openLedger(season)
  return {
    drivers: driverTable(ledger).map(toDriver),
    teams: teamTable(ledger).map(toTeam),
    tracks: season.events.map(({ track }) => track),
  }
}

/** Where a driver's points come from; undefined for a key that is not in the table. */
export function explainDriver(season: SeasonInput, key: string): Explanation | undefined {
  const table = driverTable(openLedger(season))
  const row = table.find((one) => one.key === key)
  if (!row) return undefined
  const rivals = table.filter((other) => other !== row && other.points === row.points)
  return {
    key,
    name: row.name,
    position: row.shown.position,
    points: row.points,
    contributions: contributionsOf(row.account, row.dropped),
    tieBreaks: rivals.map((other) => explainTie(row, other)),
  }
}

/** The drivers' table alone, the first in front. */
export function driverTable(ledger: Ledger): TableRow[] {
  return buildTable(ledger.drivers, ledger.system, ledger)
}

function teamTable(ledger: Ledger): TableRow[] {
  const { carsPerSession } = ledger.system.teams
  const accounts = ledger.teams.map((team) => limitCars(team, carsPerSession))
  return buildTable(accounts, ledger.system.teams, ledger)
}

function toDriver({ account, dropped, shown }: TableRow): StandingsDriver {
  const last = account.results.at(-1)
  return {
    ...shown,
    key: account.key,
    team: last?.team ?? '',
    teamColour: last?.teamColour ?? '',
    results: account.results.map((result) => toResult(result, dropped)),
    aliases: Array.from(new Set(account.results.map(({ identity }) => identity.alias))).toSorted(),
    isHidden: account.isHidden,
  }
}

function toResult(
  { sessionId, eventId, role, driverIdx, resultStatus, ...result }: LedgerResult,
  dropped: ReadonlySet<number>,
): Result {
  return {
    sessionId,
    eventId,
    role,
    driverIdx,
    position: result.isClassified || result.counts ? result.position : null,
    resultStatus,
    points: rounded(pointsOf(result)),
    fastestLap: result.fastestLap,
    pole: result.pole,
    dropped: dropped.has(result.eventIndex),
    team: result.team,
  }
}

function toTeam({ account, shown }: TableRow): StandingsTeam {
  return {
    ...shown,
    teamColour: account.results.at(-1)?.teamColour ?? '',
    drivers: Array.from(new Set(account.results.map(({ identity }) => identity.name))),
  }
}
