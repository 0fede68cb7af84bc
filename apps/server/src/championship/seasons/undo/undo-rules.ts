import { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import { revertFields } from '../../history/editable-fields.ts'
import { readRules, storeRules } from '../../stewards/steward-rules.ts'
import type { UndoSeasonChange } from './change-details.ts'

/** All rules are in one column: those that were changed since stay. */
export const undoRulesChange: UndoSeasonChange = async (db, { id }, details) => {
  const rules = await readRules(db, id)
  await storeRules(db, id, { ...rules, ...revertFields(StewardRules, rules, details) })
  return undefined
}
