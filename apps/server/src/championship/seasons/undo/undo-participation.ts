import { restoreAnswer } from '../../attendance/answer-event.ts'
import { changedAgain, readDetails } from '../../history/changes.ts'
import { linkDrivers } from '../roster/driver-users.ts'
import { DETAILS, type UndoSeasonChange } from './change-details.ts'

/** The claim waits for a decision again. */
function undoClaim(decided: 'approved' | 'refused'): UndoSeasonChange {
  return async (db, season, details) => {
    const { claimId } = readDetails(DETAILS.claim, details)
    const { numUpdatedRows } = await db
      .updateTable('season_claim')
      .set({ status: 'pending' })
      .where('id', '=', claimId)
      .where('season_id', '=', season.id)
      .where('status', '=', decided)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw changedAgain()
    await linkDrivers(db, season)
    return undefined
  }
}

export const undoClaimApproval = undoClaim('approved')
export const undoClaimRefusal = undoClaim('refused')

/**
 * An accepted driver who has got a place meanwhile leaves it with the undo of that change of the roster. One
 * who had a place gets a free one, else waits.
 */
function undoSignUp(decided: 'waiting' | 'refused'): UndoSeasonChange {
  return async (db, season, details) => {
    const { signUpId, before, wasApproved } = readDetails(DETAILS.signUp, details)
    const { numUpdatedRows } = await db
      .updateTable('season_sign_up')
      .set({ status: before === 'accepted' ? 'waiting' : before, is_approved: wasApproved })
      .where('id', '=', signUpId)
      .where('season_id', '=', season.id)
      .where('status', '=', decided)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw changedAgain()
    return undefined
  }
}

export const undoSignUpAcceptance = undoSignUp('waiting')
export const undoSignUpRefusal = undoSignUp('refused')

/** Reserves are called up or released as after every answer. */
export const undoAnswer: UndoSeasonChange = async (db, season, details, undone) => {
  const change = readDetails(DETAILS.attendance, details)
  if (!(await restoreAnswer(undone, db, season, change))) throw changedAgain()
  return undefined
}
