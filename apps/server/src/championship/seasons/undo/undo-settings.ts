import { isDeepStrictEqual } from 'node:util'
import { AttendanceRule } from '@pitboard/contract/attendance/attendance'
import { SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import { Value } from 'typebox/value'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/diagnostics/errors.ts'
import { readRule, storeRule } from '../../attendance/attendance-rule.ts'
import { changedAgain, noLongerUndoable } from '../../history/changes.ts'
import { revertFields } from '../../history/editable-fields.ts'
import {
  deleteForm,
  findForm,
  isInOrder,
  presentForm,
  storeForm,
} from '../../sign-ups/sign-up-form.ts'
import { readRules, storeRules } from '../../stewards/steward-rules.ts'
import { DETAILS, type UndoSeasonChange } from './change-details.ts'

export const undoRulesChange: UndoSeasonChange = async (db, { id }, details) => {
  const rules = await readRules(db, id)
  await storeRules(db, id, { ...rules, ...revertFields(StewardRules, rules, details) })
  return undefined
}

export const undoAttendanceRuleChange: UndoSeasonChange = async (db, { id }, details) => {
  const rule = await readRule(db, id)
  await storeRule(db, id, { ...rule, ...revertFields(AttendanceRule, rule, details) })
  return undefined
}

export const undoFormChange: UndoSeasonChange = async (db, { id }, details) => {
  const row = await findForm(db, id)
  if (!row) throw changedAgain()
  const form = presentForm(row)
  if (Value.Check(DETAILS.signUpOpened, details)) {
    if (!isDeepStrictEqual(form, details.opened)) throw changedAgain()
    await removeForm(db, id)
    return undefined
  }
  const former = revertFields(SignUpForm, form, details)
  // Older changes have no details.
  if (Object.keys(former).length === 0) throw noLongerUndoable()
  const restored = { ...form, ...former }
  if (!isInOrder(restored)) throw changedAgain()
  await storeForm(db, id, restored)
  return undefined
}

/** Throws a 409 once somebody has signed up. */
async function removeForm(db: Db, seasonId: string): Promise<void> {
  const signUps = db.selectFrom('season_sign_up').where('season_id', '=', seasonId)
  if ((await countRows(signUps)) > 0) {
    throw new ApiError(409, 'Drivers have signed up since: set a closing time instead.')
  }
  await deleteForm(db, seasonId)
}
