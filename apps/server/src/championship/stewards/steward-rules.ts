import {
  DEFAULT_RULES,
  type StewardRules,
  type StewardRulesBody,
} from '@pitboard/contract/stewards/steward-rules'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { readName } from '../../platform/http/sanitize-text.ts'
import { changedFields } from '../history/changes.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'

export async function readRules(db: Db, seasonId: string): Promise<StewardRules> {
  const row = await db
    .selectFrom('steward_rules')
    .select('rules')
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  return { ...DEFAULT_RULES, ...row?.rules }
}

export async function setRules(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  body: StewardRulesBody,
): Promise<void> {
  const thresholds = body.thresholds
    .map(({ points, consequence }, index) => ({
      points,
      consequence: readName(`/thresholds/${index}/consequence`, consequence),
    }))
    .toSorted((a, b) => a.points - b.points)
  const target = { id: seasonId, action: 'manageSeasons' } as const
  await ownedSeasons.change(context, target, change, async (db) => {
    const before = await readRules(db, seasonId)
    const wanted = { ...before, ...body, thresholds }
    const details = changedFields(before, wanted)
    if (Object.keys(details).length === 0) return null
    await storeRules(db, seasonId, wanted)
    return { action: 'stewardRulesUpdated', details }
  })
}

export async function storeRules(db: Db, seasonId: string, wanted: StewardRules): Promise<void> {
  const rules = JSON.stringify(wanted)
  await db
    .insertInto('steward_rules')
    .values({ season_id: seasonId, rules })
    .onConflict((conflict) => conflict.column('season_id').doUpdateSet({ rules }))
    .execute()
}
