import type { AdjustmentTerms } from '@pitboard/contract/seasons/adjustment'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import { hasOwnList } from '@pitboard/contract/seasons/event-points'
import type {
  Contribution,
  Explanation,
  Result,
  Standings,
  StandingsDriver,
  StandingsTeam,
  TierStandings,
} from '@pitboard/contract/seasons/standings'
import { adjustmentEffect } from './adjustment-rules.ts'
import { pointsOf, roundPoints, explainTie } from './count.ts'
import { createResolveName } from './identify-drivers.ts'
import type { EventInput, SeasonInput } from './input.ts'
import {
  type Competitor,
  type Ledger,
  type LedgerResult,
  openLedger,
  openLedgers,
} from './ledger.ts'
import { buildTable, limitCars, type TableRow } from './table.ts'

/** Returns the tables of drivers and teams of a season, and of each tier that competes. */
export function standingsOf(season: SeasonInput): Standings {
  const { overall, tiers } = openLedgers(season)
  const resolveName = createResolveName(season.aliases)
  const users = new Map(season.claims.map(({ name, userId }) => [resolveName(name), userId]))
  const driversOf = (ledger: Ledger) =>
    driverTable(ledger).map((row) => toDriver(row, users.get(row.key)))
  const ofTiers = tiers.map(({ tier, ledger }): TierStandings => ({
    tier,
    drivers: driversOf(ledger),
    ...(season.teamsPerTier && { teams: teamTable(ledger).map(toTeam) }),
  }))
  return {
    drivers: driversOf(overall),
    teams: teamTable(overall).map(toTeam),
    tracks: season.events.map(({ track }) => track),
    ...(ofTiers.length > 0 && { tiers: ofTiers }),
  }
}

/** Returns where a driver's points come from, in a tier or in all; undefined for a key that is not in the table. */
export function explainDriver(
  season: SeasonInput,
  key: string,
  tier?: string,
): Explanation | undefined {
  const { overall, tiers } = openLedgers(season)
  const ledger = tier === undefined ? overall : tiers.find((one) => one.tier === tier)?.ledger
  if (!ledger) return undefined
  const table = driverTable(ledger)
  const row = table.find((one) => one.key === key)
  if (!row) return undefined
  const rivals = table.filter((other) => other !== row && isTied(other, row))
  return {
    key,
    name: row.name,
    position: row.shown.position,
    points: row.points,
    contributions: contributionsOf(season, row.competitor, row.dropped),
    tieBreaks: rivals.map((other) => explainTie(row, other)),
  }
}

/** Who lacks starts for the minimum is tied with nobody above them. */
function isTied(one: TableRow, other: TableRow): boolean {
  return one.points === other.points && one.missingStarts > 0 === other.missingStarts > 0
}

/** Returns the parts of a competitor's points, dropped ones included. The others add up to the total. */
function contributionsOf(
  { events }: SeasonInput,
  competitor: Competitor,
  dropped: ReadonlySet<number>,
): Contribution[] {
  const scored = competitor.results.flatMap(
    ({ eventId, sessionId, eventIndex, role, parts, team, teamSource }) =>
      parts.map((part) => ({
        ...part,
        ...(part.kind === 'position' && isOfEvent(events[eventIndex], role) && { ofEvent: true }),
        team,
        teamSource,
        eventId,
        sessionId,
        dropped: dropped.has(eventIndex),
        adjustmentId: null,
      })),
  )
  const adjusted = competitor.adjustments.map(({ adjustmentId, sessionId, points }) => ({
    eventId: null,
    sessionId,
    adjustmentId,
    points,
    position: null,
    factor: 1,
    kind: 'adjustment' as const,
    distance: 'full' as const,
    dropped: false,
    team: null,
    teamSource: null,
  }))
  const { startingPoints } = competitor
  return startingPoints === null
    ? [...scored, ...adjusted]
    : [ofStart(startingPoints), ...scored, ...adjusted]
}

function isOfEvent(event: EventInput | undefined, role: SessionRole): boolean {
  return event !== undefined && hasOwnList(event, role)
}

function ofStart(points: number): Contribution {
  return {
    kind: 'startingPoints',
    points,
    position: null,
    factor: 1,
    distance: 'full',
    eventId: null,
    sessionId: null,
    adjustmentId: null,
    dropped: false,
    team: null,
    teamSource: null,
  }
}

/**
 * Returns the field of an adjustment that names a car, driver or team outside of the season; null for a known one.
 * Before there are results, every subject passes.
 */
export function findUnknownSubject(
  season: SeasonInput,
  terms: AdjustmentTerms,
): 'driverIdx' | 'name' | null {
  const { sessionId, driverIdx, name } = terms
  if (sessionId !== null) {
    const sessions = season.events.flatMap((event) => event.sessions)
    const cars = sessions.find((session) => session.sessionId === sessionId)?.cars ?? []
    return isMissing(cars, (car) => car.driverIdx === driverIdx) ? 'driverIdx' : null
  }
  const { drivers, teams } = openLedger(season)
  if (adjustmentEffect(terms).target === 'team') {
    return isMissing(teams, ({ key }) => key === name) ? 'name' : null
  }
  const ownKey = createResolveName(season.aliases)(name)
  return isMissing(drivers, ({ key, isHidden }) => key === ownKey && !isHidden) ? 'name' : null
}

function isMissing<T>(items: readonly T[], matches: (item: T) => boolean): boolean {
  return items.length > 0 && !items.some(matches)
}

/** Returns the drivers' table alone, the leader first. */
export function driverTable(ledger: Ledger): TableRow[] {
  return buildTable(ledger.drivers, ledger.system, ledger, ledger.system.minimumStarts)
}

function teamTable(ledger: Ledger): TableRow[] {
  const { carsPerSession } = ledger.system.teams
  const competitors = ledger.teams.map((team) => limitCars(team, carsPerSession))
  return buildTable(competitors, { ...ledger.system.teams, keepDisqualified: false }, ledger)
}

function toDriver(
  { competitor, dropped, shown, missingStarts }: TableRow,
  userId: string | undefined,
): StandingsDriver {
  const last = competitor.results.at(-1)
  return {
    ...shown,
    key: competitor.key,
    team: last?.team ?? competitor.rosterTeam?.name ?? '',
    teamColour: last?.teamColour ?? competitor.rosterTeam?.colour ?? '',
    results: competitor.results.map((result) => toResult(result, dropped)),
    aliases: Array.from(
      new Set(competitor.results.map(({ identity }) => identity.alias)),
    ).toSorted(),
    isHidden: competitor.isHidden,
    ...(missingStarts > 0 && { missingStarts }),
    ...(userId !== undefined && !competitor.isHidden && { userId }),
  }
}

function toResult(
  { sessionId, eventId, role, driverIdx, resultStatus, tier, ...result }: LedgerResult,
  dropped: ReadonlySet<number>,
): Result {
  return {
    sessionId,
    eventId,
    role,
    driverIdx,
    position: result.isClassified || result.counts ? result.position : null,
    resultStatus,
    points: roundPoints(pointsOf(result)),
    fastestLap: result.fastestLap,
    pole: result.pole,
    dropped: dropped.has(result.eventIndex),
    team: result.team,
    ...(result.driverOfTheDay && { driverOfTheDay: true }),
    ...(tier !== '' && { tier: tier ?? '' }),
  }
}

function toTeam({ competitor, shown }: TableRow): StandingsTeam {
  return {
    ...shown,
    teamColour: competitor.results.at(-1)?.teamColour ?? competitor.rosterTeam?.colour ?? '',
    drivers: Array.from(new Set(competitor.results.map(({ identity }) => identity.name))),
  }
}
