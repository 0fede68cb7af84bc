import type { StandingsDriver, StandingsTeam } from '@pitboard/contract/standings'
import { countPoints, rounded, type Counting } from './count.ts'
import type { Account } from './ledger.ts'
import { finishesOf, rank, type Ranked } from './rank.ts'

export interface TableRow extends Ranked {
  readonly account: Account
  /** What drivers' and teams' tables both show. */
  readonly shown: Shared
  /** Indexes of the events that don't count. */
  readonly dropped: ReadonlySet<number>
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

/**
 * The table after the events of these indexes, with the way there. `eventCount` is that of the
 * whole calendar: the progression has a value for each of its events.
 */
export function buildTable(
  accounts: readonly Account[],
  counting: Counting,
  { driven, eventCount }: { driven: readonly number[]; eventCount: number },
): TableRow[] {
  const now = rankAfter(accounts, counting, driven)
  const before = new Map(
    rankAfter(accounts, counting, driven.slice(0, -1)).map(({ row, position }) => [
      row.account.key,
      position,
    ]),
  )
  const leader = now[0]?.row.points ?? 0
  return now.map(({ row, position }, index) => {
    const ahead = now[index - 1]?.row.points ?? row.points
    const earlier = before.get(row.account.key)
    return {
      ...row,
      shown: {
        name: row.name,
        position,
        positionsGained: earlier === undefined ? null : earlier - position,
        points: row.points,
        gapToLeader: rounded(leader - row.points),
        gapToAhead: rounded(ahead - row.points),
        ...tallies(row.account),
        progression: progressionOf(row.account, counting, driven, eventCount),
      },
    }
  })
}

function rankAfter(accounts: readonly Account[], counting: Counting, driven: readonly number[]) {
  const until = new Set(driven)
  const rows = accounts.flatMap((account) => {
    const results = account.results.filter(({ eventIndex }) => until.has(eventIndex))
    if (results.length === 0) return []
    const finishes = finishesOf(results)
    return [{ account, name: account.name, finishes, ...countPoints(account, counting, driven) }]
  })
  return rank(rows)
}

function tallies({ results }: Account) {
  const races = results.filter(({ role }) => role === 'race')
  const within = (place: number) =>
    races.filter(({ position }) => position !== null && position <= place).length
  return {
    wins: within(1),
    podiums: within(3),
    poles: races.filter(({ pole }) => pole).length,
    fastestLaps: races.filter(({ fastestLap }) => fastestLap).length,
  }
}

function progressionOf(
  account: Account,
  counting: Counting,
  driven: readonly number[],
  eventCount: number,
): number[] {
  return Array.from({ length: eventCount }, (_, eventIndex) => {
    const until = driven.filter((one) => one <= eventIndex)
    return countPoints(account, counting, until).points
  })
}
