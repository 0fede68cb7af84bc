import type { Result, Standings } from '@pitboard/contract/seasons/standings'

/** A row of either table, with its results by session. */
export interface MatrixRow {
  readonly key: string
  readonly kind: 'driver' | 'team'
  readonly name: string
  /** The team of a driver, the drivers of a team. */
  readonly beside: string
  readonly colour: string
  readonly isHidden: boolean
  readonly position: number
  readonly positionsGained: number | null
  readonly points: number
  readonly gapToLeader: number
  readonly gapToAhead: number
  readonly wins: number
  readonly podiums: number
  readonly poles: number
  readonly fastestLaps: number
  readonly progression: readonly number[]
  readonly results: ReadonlyMap<string, readonly Result[]>
}

export function driverRows({ drivers }: Standings): MatrixRow[] {
  return drivers.map(({ results, team, teamColour, ...driver }) => ({
    ...driver,
    kind: 'driver',
    beside: team,
    colour: teamColour,
    results: bySession(results),
  }))
}

/** A team's results are those of the cars that drove for it. */
export function teamRows({ drivers, teams }: Standings): MatrixRow[] {
  const all = drivers.flatMap(({ results }) => results)
  return teams.map(({ drivers: names, teamColour, ...team }) => ({
    ...team,
    key: team.name,
    kind: 'team',
    beside: names.join(', '),
    colour: teamColour,
    isHidden: false,
    results: bySession(all.filter((result) => result.team === team.name)),
  }))
}

function bySession(results: readonly Result[]): Map<string, Result[]> {
  const sorted = results.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity))
  return Map.groupBy(sorted, ({ sessionId }) => sessionId)
}
