import type { Season } from '@pitboard/contract/seasons/season'
import type { Decision, DriverLicence } from '@pitboard/contract/stewards/decision'
import { type PenaltyKind, SUSPENDABLE_KINDS } from '@pitboard/contract/stewards/penalty'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import type { Db } from '../../platform/db/tables.ts'
import { readApprovedClaims } from '../seasons/roster/driver-users.ts'
import { readRosterEntries } from '../seasons/roster/read-roster.ts'
import { readRosterItems } from '../seasons/roster/roster-items.ts'
import type { SeasonRecord } from '../seasons/store/queries.ts'
import { createResolveName, type ResolveName } from '../standings/identify-drivers.ts'
import { createFindEntry } from '../standings/roster-entries.ts'
import { listBans } from './bans.ts'
import { type ForeignPoints, readForeignPoints } from './foreign-points.ts'
import { listGridPenalties } from './grid-penalties.ts'
import { type ImposedPenalty, readImposedPenalties } from './imposed-penalties.ts'
import { listSuspendedPenalties } from './suspended-penalties.ts'

const DAY_MS = 86_400_000

interface OfSeason {
  readonly record: SeasonRecord
  readonly season: Season
}

interface LicencePoints {
  readonly name: string
  readonly amount: number
  readonly publishedAt: string
  readonly isForeign: boolean
}

/** These kinds change no result of a session, or may do so later. */
const LISTED: readonly PenaltyKind[] = ['reprimand', ...SUSPENDABLE_KINDS]

/** Lists most licence points first. A licence belongs to the driver in the league, unless the rules say otherwise. */
export async function listLicences(
  db: Db,
  { record, season }: OfSeason,
  rules: StewardRules,
  now: Date,
): Promise<DriverLicence[]> {
  const imposed = await readImposedPenalties(db, record, LISTED)
  const points = imposed.penalties.flatMap(ownPoints)
  const grid = listGridPenalties(imposed, rules)
  const bans = listBans(imposed)
  const suspended = listSuspendedPenalties(imposed)
  const reprimands = imposed.penalties.filter(({ kind }) => kind === 'reprimand')
  const own = [points, grid, bans, suspended, reprimands].flatMap((list) =>
    list.map(({ name }) => name),
  )
  // The reader may see these leagues, and what they see of these they may see of the licence.
  const foreign =
    rules.licenceScope === 'league'
      ? await readForeignPoints(db, { seasonId: record.id, leagueIds: season.leagueIds })
      : []
  const findName = foreign.length > 0 ? await createFindName(db, { record, season }, own) : null
  for (const each of foreign) {
    const name = findName?.(each)
    if (name !== undefined) points.push({ ...each, name, isForeign: true })
  }
  const drivers = new Set([...own, ...points.map(({ name }) => name)])
  const findTier = season.tiers.length > 0 ? await createFindTier(db, { record, season }) : null
  return Array.from(drivers, (name) => ({
    name,
    ...(findTier && { tier: findTier(name) }),
    ...sumPoints(ofDriver(points, name), rules, now),
    gridPenalties: ofDriver(grid, name).map(withoutName),
    bans: ofDriver(bans, name).map(withoutName),
    reprimands: ofDriver(reprimands, name).length,
    suspended: ofDriver(suspended, name).map(withoutName),
  })).toSorted((a, b) => b.points - a.points || (a.name < b.name ? -1 : 1))
}

/** Finds the tier of a driver's entry at the last event with a session, else at a later one, else that of the newest result. */
async function createFindTier(
  db: Db,
  { record, season: { tiers, events, standings } }: OfSeason,
): Promise<(name: string) => string> {
  const roster = await readRosterEntries(db, record.id)
  const findEntry = createFindEntry({ events, roster }, createResolveName(record.aliases))
  const last = Math.max(
    0,
    events.findLastIndex(({ sessions }) => sessions.length > 0),
  )
  const indexes = [last, ...Array.from(events.keys()).filter((index) => index > last)]
  const results = new Map(standings.drivers.map((driver) => [driver.name, driver.results]))
  const isKnown = (tier: string | undefined) => tier !== undefined && tiers.includes(tier)
  return (name) =>
    indexes.map((index) => findEntry(name, index)?.tier).find(isKnown) ??
    results.get(name)?.findLast(({ tier }) => isKnown(tier))?.tier ??
    ''
}

function ofDriver<T extends { readonly name: string }>(list: readonly T[], name: string): T[] {
  return list.filter((one) => one.name === name)
}

function withoutName<T extends { readonly name: string }>({ name: _name, ...rest }: T) {
  return rest
}

function ownPoints({
  name,
  kind,
  amount,
  decidedAt,
  isSuspended,
}: ImposedPenalty): LicencePoints[] {
  if (kind !== 'licencePoints' || amount === null || isSuspended) return []
  return [{ name, amount, publishedAt: decidedAt.toISOString(), isForeign: false }]
}

function sumPoints(own: readonly LicencePoints[], rules: StewardRules, now: Date) {
  const { licenceDays, thresholds } = rules
  const dated = own.map((one) => ({
    ...one,
    expiresAt:
      licenceDays === null ? null : new Date(Date.parse(one.publishedAt) + licenceDays * DAY_MS),
  }))
  const active = dated.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  const points = sum(active)
  const expiries = active.flatMap(({ expiresAt }) => expiresAt?.toISOString() ?? [])
  return {
    points,
    otherPoints: sum(active.filter(({ isForeign }) => isForeign)),
    expiredPoints: sum(dated) - points,
    nextExpiryAt: expiries.toSorted()[0] ?? null,
    consequence: thresholds.findLast((one) => one.points <= points)?.consequence ?? null,
  }
}

function sum(points: readonly LicencePoints[]): number {
  return points.reduce((total, { amount }) => total + amount, 0)
}

/**
 * Finds the driver of this season by their user, else by the name. Two users with one name are two drivers;
 * who does not drive in this season has no licence in it.
 */
async function createFindName(
  db: Db,
  { record, season }: OfSeason,
  names: readonly string[],
): Promise<(points: ForeignPoints) => string | undefined> {
  const resolveName = createResolveName(record.aliases)
  const claims = await readApprovedClaims(db, record.id)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  const known = await readDriverNames(db, season, resolveName)
  for (const name of [...names, ...users.keys()]) known.add(name)
  const byUser = new Map(Array.from(users, ([name, userId]) => [userId, name]))
  return ({ userId, name: foreignName }) => {
    const own = userId === null ? undefined : byUser.get(userId)
    if (own !== undefined) return own
    const name = resolveName(foreignName)
    const user = users.get(name)
    const isOther = user !== undefined && userId !== null && user !== userId
    return known.has(name) && !isOther ? name : undefined
  }
}

/** Reads names without drivers who hide theirs: "Player" is not one driver. */
async function readDriverNames(db: Db, { id, standings }: Season, resolveName: ResolveName) {
  const { drivers } = await readRosterItems(db, id)
  return new Set([
    ...standings.drivers.flatMap(({ name, isHidden }) => (isHidden ? [] : name)),
    ...Array.from(drivers.values(), ({ name }) => resolveName(name)),
  ])
}

/** Returns the driver's name in the present standings, else the name at the time of the report. */
export function nameOfCar(
  { standings }: Season,
  { sessionId, cars }: Pick<Decision, 'sessionId' | 'cars'>,
  driverIdx: number,
): string {
  const driver = standings.drivers.find(({ results }) =>
    results.some((one) => one.sessionId === sessionId && one.driverIdx === driverIdx),
  )
  return driver?.name ?? cars.find((car) => car.driverIdx === driverIdx)?.name ?? `#${driverIdx}`
}
