import type { StandingsDriver, StandingsTeam } from '@pitboard/contract/seasons/standings'
import {
  type CountedPoints,
  type CountingRules,
  createPointsCounter,
  pointsOf,
  roundPoints,
  finishesOf,
  rank,
  type Ranked,
} from './count.ts'
import type { Competitor, Ledger, LedgerResult } from './ledger.ts'
import { createMissingStarts } from './missing-starts.ts'

export interface TableRow extends Ranked {
  readonly competitor: Competitor
  /** Both tables have these columns. */
  readonly shown: Shared
  /** The set has the indexes of dropped events. */
  readonly dropped: ReadonlySet<number>
  /** A driver lacks this many starts to stand among the others; 0 for none. */
  readonly missingStarts: number
}

type Shared = Pick<
  StandingsDriver & StandingsTeam,
  | 'name'
  | 'position'
  | 'positionsGained'
  | 'points'
  | 'gapToLeader'
  | 'gapToAhead'
  | 'wins'
  | 'podiums'
  | 'poles'
  | 'fastestLaps'
  | 'progression'
>

interface Entry {
  readonly competitor: Competitor
  readonly count: (driven: readonly number[]) => CountedPoints
}

/** Builds the current table with its progression. */
export function buildTable(
  competitors: readonly Competitor[],
  counting: CountingRules,
  { driven, raced, eventCount }: Pick<Ledger, 'driven' | 'raced' | 'eventCount'>,
  minimumStarts = 0,
): TableRow[] {
  const missing = createMissingStarts(minimumStarts, { raced, eventCount })
  const entries = competitors.map((competitor) => ({
    competitor,
    count: createPointsCounter(competitor, counting),
  }))
  const now = rankAfter(entries, driven, missing)
  const before = new Map(
    rankAfter(entries, driven.slice(0, -1), missing).map(({ row, position }) => [
      row.key,
      position,
    ]),
  )
  const leader = now[0]?.row.points ?? 0
  return now.map(({ row: { count, ...row }, position }, index) => {
    const ahead = now[index - 1]?.row.points ?? row.points
    const behind = (points: number) =>
      row.missingStarts > 0 ? Math.max(0, points - row.points) : points - row.points
    const earlier = before.get(row.key)
    return {
      ...row,
      shown: {
        name: row.name,
        position,
        positionsGained: earlier === undefined ? null : earlier - position,
        points: row.points,
        gapToLeader: roundPoints(behind(leader)),
        gapToAhead: roundPoints(behind(ahead)),
        ...tallies(row.competitor),
        progression: Array.from(
          { length: eventCount },
          (_, eventIndex) => count(driven.filter((one) => one <= eventIndex)).points,
        ),
      },
    }
  })
}

/**
 * A driver who only practised is not in the table, unless the season began with points of theirs. Who lacks starts stands
 * below all others, and shares no place with them.
 */
function rankAfter(
  entries: readonly Entry[],
  driven: readonly number[],
  missing: ReturnType<typeof createMissingStarts>,
) {
  const last = driven.at(-1) ?? -1
  const rows = entries.flatMap(({ competitor, count }) => {
    const results = competitor.results.filter(
      ({ eventIndex, role }) => eventIndex <= last && role !== 'practice',
    )
    if (results.length === 0 && competitor.startingPoints === null) return []
    const { key, name } = competitor
    const missingStarts = missing(results, last)
    const finishes = finishesOf(results)
    return [{ competitor, count, key, name, finishes, missingStarts, ...count(driven) }]
  })
  const above = rank(rows.filter(({ missingStarts }) => missingStarts === 0))
  const below = rank(rows.filter(({ missingStarts }) => missingStarts > 0))
  return [
    ...above,
    ...below.map(({ row, position }) => ({ row, position: above.length + position })),
  ]
}

function tallies({ results }: Competitor) {
  const races = results.filter(({ role }) => role === 'race')
  const within = (place: number) =>
    races.filter(({ position, counts }) => counts && position !== null && position <= place).length
  return {
    wins: within(1),
    podiums: within(3),
    poles: races.filter(({ pole }) => pole).length,
    fastestLaps: races.filter(({ fastestLap }) => fastestLap).length,
  }
}

/** Counts only the best cars of a team in each session and tier; with null it counts all. */
export function limitCars(team: Competitor, carsPerSession: number | null): Competitor {
  if (carsPerSession === null) return team
  const bySession = Map.groupBy(team.results, ({ sessionId, tier }) =>
    JSON.stringify([sessionId, tier]),
  )
  const scoring = new Set(
    Array.from(bySession.values()).flatMap((cars) =>
      cars.toSorted(byPoints).slice(0, carsPerSession),
    ),
  )
  const results = team.results.map((result) =>
    scoring.has(result) ? result : { ...result, parts: [] },
  )
  return { ...team, results }
}

function byPoints(a: LedgerResult, b: LedgerResult): number {
  return pointsOf(b) - pointsOf(a) || a.driverIdx - b.driverIdx
}
