import type { Season } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { driversByTier } from '@pitboard/contract/seasons/tiers'
import type { Champion } from './league-digest.ts'

export type RecordKind = 'titles' | 'wins' | 'podiums' | 'poles' | 'fastestLaps' | 'races'

export interface LeagueRecord {
  readonly kind: RecordKind
  readonly count: number
  /** These drivers share the record, in the order of their names. */
  readonly holders: readonly Holder[]
}

interface Holder {
  readonly name: string
  readonly userId: string | null
}

/** What a driver has reached in all seasons of a league. */
export type LeagueTotals = Holder & Readonly<Record<RecordKind, number>>

const KINDS: readonly RecordKind[] = ['titles', 'wins', 'podiums', 'poles', 'fastestLaps', 'races']
const NOTHING = { titles: 0, wins: 0, podiums: 0, poles: 0, fastestLaps: 0, races: 0 }
/** One win is the most of somebody after the first race. */
const COUNT_MIN = 2

/** A record that more drivers share is nobody's. */
const HOLDERS_MAX = 3

/** Sums up the seasons of a league for each of its drivers; hidden drivers are nobody. */
export function sumByDriver(
  seasons: readonly Season[],
  champions: readonly Champion[],
): ReadonlyMap<string, LeagueTotals> {
  const totals = new Map<string, LeagueTotals>()
  const add = (driver: StandingsDriver, counts: Partial<Record<RecordKind, number>>) => {
    const key = keyOf(driver)
    const known = totals.get(key)
    const sum = { ...(known ?? NOTHING), name: driver.name, userId: driver.userId ?? null }
    for (const kind of KINDS) sum[kind] += counts[kind] ?? 0
    totals.set(key, sum)
  }
  for (const { driver } of champions) add(driver, { titles: 1 })
  // The newest season comes last: a driver has the name of that season.
  for (const { standings } of seasons.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
    for (const driver of driversByTier(standings).flatMap(({ drivers }) => drivers)) {
      if (driver.isHidden) continue
      const races = driver.results.filter(({ role }) => role === 'race').length
      const { wins, podiums, poles, fastestLaps } = driver
      add(driver, { wins, podiums, poles, fastestLaps, races })
    }
  }
  return totals
}

/** Finds who has most titles, wins and so on in all seasons of a league. */
export function findLeagueRecords(
  seasons: readonly Season[],
  champions: readonly Champion[],
): LeagueRecord[] {
  const totals = [...sumByDriver(seasons, champions).values()]
  return KINDS.flatMap((kind) => findRecord(totals, kind))
}

/** A user stays the same driver under another name. */
export function keyOf({ userId, name }: Pick<StandingsDriver, 'name' | 'userId'>): string {
  return userId ?? `name ${name}`
}

function findRecord(totals: readonly LeagueTotals[], kind: RecordKind): LeagueRecord[] {
  const count = Math.max(0, ...totals.map((total) => total[kind]))
  const holders = totals
    .filter((total) => total[kind] === count)
    .map(({ name, userId }) => ({ name, userId }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return count < COUNT_MIN || holders.length > HOLDERS_MAX ? [] : [{ kind, count, holders }]
}
