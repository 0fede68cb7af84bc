import type { Season } from '@pitboard/contract/seasons/season'
import type { Result, Standings } from '@pitboard/contract/seasons/standings'
import type { TeamPictureSource } from '../../timing/team-picture.tsx'

/** A row of either table has its results by session. */
export interface MatrixRow {
  readonly key: string
  readonly kind: 'driver' | 'team'
  readonly name: string
  /** A driver has raced under these names; teams have none. */
  readonly aliases?: readonly string[]
  /** It is the team of a driver, or the drivers of a team. */
  readonly beside: string
  readonly colour: string
  /** Only teams have a picture; it is left out in a table without pictures. */
  readonly picture?: TeamPictureSource
  readonly isHidden: boolean
  /** A driver stands below all others for these; it is left out without any. */
  readonly missingStarts?: number
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
export function teamRows({ drivers, teams }: Standings, season: Season): MatrixRow[] {
  const all = drivers.flatMap(({ results }) => results)
  const findPicture = createFindPicture(season)
  return teams.map(({ drivers: names, teamColour, picture: _picture, ...team }) => ({
    ...team,
    ...findPicture(team.name),
    key: team.name,
    kind: 'team',
    beside: names.join(', '),
    colour: teamColour,
    isHidden: false,
    results: bySession(all.filter((result) => result.team === team.name)),
  }))
}

/** Finds the pictures of now, also beside a published version. */
function createFindPicture({ id, visibility, standings }: Season) {
  const pictures = new Map(standings.teams.map(({ name, picture }) => [name, picture]))
  const hasPictures = standings.teams.some(({ picture }) => picture)
  return (name: string): Pick<MatrixRow, 'picture'> => {
    if (!hasPictures) return {}
    const { teamId = '', pictureId = null } = pictures.get(name) ?? {}
    return {
      picture: { seasonId: id, isPrivate: visibility === 'private', teamId, pictureId },
    }
  }
}

function bySession(results: readonly Result[]): Map<string, Result[]> {
  const sorted = results.toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity))
  return Map.groupBy(sorted, ({ sessionId }) => sessionId)
}
