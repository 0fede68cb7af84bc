import { isAllowed } from '@pitboard/contract/leagues/league-roles'
import type { StewardCaseRow } from './steward-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../history/versioned-update.ts'
import { readApprovedClaims } from '../seasons/roster/driver-users.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { createResolveName } from '../standings/identify-drivers.ts'

export interface CaseIds {
  readonly seasonId: string
  readonly caseId: string
}

export interface FoundCar {
  readonly driverIdx: number
  readonly name: string
  readonly userId: string | null
}

/** The case comes with its cars and what the caller is in it. */
export interface FoundCase {
  readonly row: StewardCaseRow
  readonly cars: readonly FoundCar[]
  readonly isReporter: boolean
  /** The caller drove one of the reported cars. */
  readonly isReported: boolean
  /** The caller is a steward who is not involved. */
  readonly mayJudge: boolean
}

export function isSteward(season: SeasonRecord, caller: Caller): boolean {
  return isAllowed(ownedSeasons.rolesOf(season, caller), 'editAdjustments')
}

/** Throws a 404 for a case that concerns the caller neither as a party nor as a steward. */
export async function getCase(
  db: Db,
  season: SeasonRecord,
  caseId: string,
  caller: Caller,
): Promise<FoundCase> {
  const row = await db
    .selectFrom('steward_case')
    .selectAll()
    .where('id', '=', caseId)
    .where('season_id', '=', season.id)
    .executeTakeFirst()
  const [found] = row ? await describeCases(db, season, [row], caller) : []
  if (found && (found.isReporter || found.isReported || isSteward(season, caller))) return found
  throw new ApiError(404, `There is no case ${caseId} in this season.`)
}

/** Throws what `getCase` throws, and a 403 to everybody but stewards who are not involved. */
export async function getJudgedCase(
  db: Db,
  season: SeasonRecord,
  caseId: string,
  caller: Caller,
): Promise<FoundCase> {
  const found = await getCase(db, season, caseId, caller)
  if (found.mayJudge) return found
  const detail = isSteward(season, caller)
    ? 'You are involved in this case: other stewards decide it.'
    : 'Only stewards of this season may do this.'
  throw new ApiError(403, detail)
}

/**
 * Finds the user who reported the case; only the parties and the stewards may learn it. Returns null if the account is
 * deleted.
 */
export async function findReporterId(db: Db, caseId: string): Promise<string | null> {
  const row = await db
    .selectFrom('steward_case')
    .select('reporter_id')
    .where('id', '=', caseId)
    .executeTakeFirst()
  return row?.reporter_id ?? null
}

/** Locks the row until the transaction ends. Where the season's lock is needed too, it comes first. */
export async function lockCase(db: Db, caseId: string): Promise<void> {
  await db
    .selectFrom('steward_case')
    .select('id')
    .where('id', '=', caseId)
    .forUpdate()
    .executeTakeFirst()
}

export async function describeCases(
  db: Db,
  season: SeasonRecord,
  rows: readonly StewardCaseRow[],
  caller: Caller,
): Promise<FoundCase[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [stored, claims] = await Promise.all([
    db
      .selectFrom('steward_case_car')
      .selectAll()
      .where('case_id', 'in', ids)
      .orderBy('driver_idx')
      .execute(),
    readApprovedClaims(db, season.id),
  ])
  const resolveName = createResolveName(season.aliases)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  const byCase = Map.groupBy(stored, ({ case_id }) => case_id)
  return rows.map((row) => {
    const cars = (byCase.get(row.id) ?? []).map(({ driver_idx: driverIdx, name, user_id }) => ({
      // A claim may have been approved after the report.
      driverIdx,
      name,
      userId: user_id ?? users.get(resolveName(name)) ?? null,
    }))
    const isReporter = row.reporter_id === caller.userId
    const isReported = cars.some(({ userId }) => userId === caller.userId)
    const mayJudge = !isReporter && !isReported && isSteward(season, caller)
    return { row, cars, isReporter, isReported, mayJudge }
  })
}
