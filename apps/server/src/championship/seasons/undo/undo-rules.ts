import { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import { revertFields } from '../../history/editable-fields.ts'
import { readDetails } from '../../history/changes.ts'
import { readRules, storeRules } from '../../stewards/steward-rules.ts'
import { revertPenalty } from '../../stewards/update-penalty.ts'
import { DETAILS, type UndoSeasonChange } from './change-details.ts'

/** All rules are in one column: those that were changed since stay. */
export const undoRulesChange: UndoSeasonChange = async (db, { id }, details) => {
  const rules = await readRules(db, id)
  await storeRules(db, id, { ...rules, ...revertFields(StewardRules, rules, details) })
  return undefined
}

function undoPenalty(state: 'activated' | 'served'): UndoSeasonChange {
  return async (db, season, details, undone) => {
    const { decisionId, place } = readDetails(DETAILS.penalty, details)
    await revertPenalty(undone, db, season, { decisionId, place, state })
    return undefined
  }
}

export const undoActivation = undoPenalty('activated')
export const undoServedPenalty = undoPenalty('served')
