import type { UserProfile } from '@pitboard/contract/accounts/user'
import type { RecorderResult } from '@pitboard/contract/sessions/listed-session'
import { RACE_TYPES, resultCode } from '@pitboard/contract/wire/enumerations'
import type { Db } from '../../platform/db/tables.ts'
import {
  describeDriven,
  selectDrivenSessions,
} from '../../racing/sessions/store/driven-sessions.ts'

/** Most users record fewer in years; a page of many more would wait for all of them. */
const RACES_MAX = 500
const RECENT_MAX = 8
const TEAMS_MAX = 5
const PODIUM = 3

type DrivenRaces = Pick<UserProfile, 'recentRaces' | 'teams'> & {
  readonly counts: Pick<UserProfile['counts'], 'wins' | 'podiums' | 'poles' | 'fastestLaps'>
}

/** Reads the results of races that a user recorded to the end and drove in. */
export async function readDrivenRaces(db: Db, userId: string): Promise<DrivenRaces> {
  const asked = { userId, types: RACE_TYPES, atMost: RACES_MAX }
  const rows = await selectDrivenSessions(db, asked).execute()
  const results = rows.map(({ result }) => result)
  const count = (matches: (result: RecorderResult) => boolean) => results.filter(matches).length
  return {
    counts: {
      wins: count(isWin),
      podiums: count((result) => isClassified(result) && (result.position ?? Infinity) <= PODIUM),
      poles: count(({ gridPosition }) => gridPosition === 1),
      fastestLaps: count(({ hasFastestLap }) => hasFastestLap),
    },
    recentRaces: rows.slice(0, RECENT_MAX).map((row) => ({
      ...describeDriven(row),
      position: row.result.position,
      resultStatus: row.result.resultStatus,
      points: row.result.points,
    })),
    teams: countTeams(results),
  }
}

/** A car that retired or was disqualified has a place in the game's list, but no result. */
function isClassified({ resultStatus }: RecorderResult): boolean {
  return resultCode(resultStatus) === null
}

function isWin(result: RecorderResult): boolean {
  return isClassified(result) && result.position === 1
}

/** Lists the most frequent first; the colour is that of the latest race. */
function countTeams(results: readonly RecorderResult[]): UserProfile['teams'] {
  const teams = new Map<string, UserProfile['teams'][number]>()
  for (const result of results) {
    const { team: name, teamColour } = result
    if (name === '') continue
    const known = teams.get(name) ?? { name, teamColour, races: 0, wins: 0 }
    const wins = known.wins + (isWin(result) ? 1 : 0)
    teams.set(name, { ...known, races: known.races + 1, wins })
  }
  return [...teams.values()].toSorted((a, b) => b.races - a.races).slice(0, TEAMS_MAX)
}
