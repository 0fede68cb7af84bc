import type { Season } from '@pitboard/contract/seasons/season'
import type { Decision, SeasonDecisions } from '@pitboard/contract/stewards/decision'
import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../history/versioned-update.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { describeCases } from './find-case.ts'
import { listLicences } from './licences.ts'
import { presentDecision } from './read-cases.ts'
import { readRules } from './steward-rules.ts'

const NOBODY: Caller = { userId: '' }

/** Returns what everybody who sees the season may see of its stewards' work. */
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
  const licences = await listLicences(db, { record, season }, rules, now)
  return { rules, decisions, licences }
}

/** Finds it as everybody who sees the season sees it; null for an unknown one. */
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
