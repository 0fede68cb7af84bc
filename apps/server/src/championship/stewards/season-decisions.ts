import type { Season } from '@pitboard/contract/seasons/season'
import type { Decision, DriverLicence, SeasonDecisions } from '@pitboard/contract/stewards/decision'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../history/versioned-update.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { describeCases } from './find-case.ts'
import { presentDecision } from './read-cases.ts'
import { readRules } from './steward-rules.ts'

const DAY_MS = 86_400_000
const NOBODY: Caller = { userId: '' }

/** What everybody who sees the season may see of its stewards' work. */
export async function readSeasonDecisions(
  db: Db,
  { record, season }: { readonly record: SeasonRecord; readonly season: Season },
  now: Date,
): Promise<SeasonDecisions> {
  const [rules, rows, decided] = await Promise.all([
    readRules(db, record.id),
    db
      .selectFrom('steward_decision')
      .selectAll()
      .where('season_id', '=', record.id)
      .orderBy('number', 'desc')
      .execute(),
    db
      .selectFrom('steward_case')
      .selectAll()
      .where('season_id', '=', record.id)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('steward_decision')
            .select('steward_decision.id')
            .whereRef('case_id', '=', 'steward_case.id'),
        ),
      )
      .execute(),
  ])
  const cases = new Map(
    (await describeCases(db, record, decided, NOBODY)).map((found) => [found.row.id, found]),
  )
  const decisions = rows.flatMap((row) => {
    const found = cases.get(row.case_id)
    return found ? presentDecision(row, { ...found.row, cars: found.cars }) : []
  })
  return { rules, decisions, licences: listLicences(season, { rules, decisions }, now) }
}

/** As everybody who sees the season sees it; null for an unknown one. */
export async function findDecision(db: Db, seasonId: string, id: string): Promise<Decision | null> {
  const record = await ownedSeasons.find(db, seasonId)
  const row = await db
    .selectFrom('steward_decision')
    .selectAll()
    .where('id', '=', id)
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  if (!record || !row) return null
  const decided = await db
    .selectFrom('steward_case')
    .selectAll()
    .where('id', '=', row.case_id)
    .execute()
  const [found] = await describeCases(db, record, decided, NOBODY)
  return found ? presentDecision(row, { ...found.row, cars: found.cars }) : null
}

/** Most licence points first. */
function listLicences(
  season: Season,
  { rules, decisions }: Pick<SeasonDecisions, 'rules' | 'decisions'>,
  now: Date,
): DriverLicence[] {
  const imposed = decisions
    .filter(({ revokedAt }) => revokedAt === null)
    .toReversed()
    .flatMap((decision) =>
      decision.penalties.flatMap(({ kind, driverIdx, amount }) =>
        (kind === 'licencePoints' || kind === 'gridPenalty') && amount !== null
          ? { decision, kind, amount, name: nameOfCar(season, decision, driverIdx) }
          : [],
      ),
    )
  return Array.from(
    Map.groupBy(imposed, ({ name }) => name),
    ([name, own]) => {
      const points = own
        .filter(({ kind }) => kind === 'licencePoints')
        .map(({ amount, decision }) => ({ amount, expiresAt: expiryOf(decision, rules) }))
      const active = points.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      const total = active.reduce((sum, { amount }) => sum + amount, 0)
      const expiries = active.flatMap(({ expiresAt }) => expiresAt?.toISOString() ?? [])
      return {
        name,
        points: total,
        expiredPoints: points.reduce((sum, { amount }) => sum + amount, 0) - total,
        nextExpiryAt: expiries.toSorted()[0] ?? null,
        consequence: rules.thresholds.findLast((one) => one.points <= total)?.consequence ?? null,
        gridPenalties: own
          .filter(({ kind }) => kind === 'gridPenalty')
          .map(({ decision, amount }) => ({
            decision: decision.number,
            places: amount,
            ...findServingEvent(season, decision),
          })),
      }
    },
  ).toSorted((a, b) => b.points - a.points || (a.name < b.name ? -1 : 1))
}

/** In the standings as they are now, else when it was reported. */
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

function expiryOf({ publishedAt }: Decision, { licenceDays }: StewardRules): Date | null {
  return licenceDays === null ? null : new Date(Date.parse(publishedAt) + licenceDays * DAY_MS)
}

/** The first event after that of the incident with a race that was not yet driven at the decision. */
function findServingEvent({ events }: Season, { sessionId, publishedAt }: Decision) {
  const from = events.findIndex(({ sessions }) =>
    sessions.some(({ session }) => session.id === sessionId),
  )
  const event = events
    .slice(from + 1)
    .find((one) => racesOf(one).every(({ session }) => session.sessionStartTime > publishedAt))
  const isServed = event !== undefined && racesOf(event).length > 0
  return { eventId: event?.id ?? null, isServed }
}

function racesOf({ sessions }: Season['events'][number]) {
  return sessions.filter(({ role }) => role === 'race' || role === 'sprint')
}
