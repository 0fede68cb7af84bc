import { isDeepStrictEqual } from 'node:util'
import { UNDOABLE_SEASON_ACTIONS } from '@pitboard/contract/wire/undoable-actions'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { AppContext } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import {
  changedAgain,
  findChange,
  noLongerUndoable,
  notUndoable,
  readDetails,
  type RecordedAction,
} from '../../history/changes.ts'
import { ReplacedRow, readReplacedRows } from '../../history/replaced-rows.ts'
import type { ChangeRequest } from '../../history/versioned-update.ts'
import { settlePlaces } from '../../sign-ups/settle-places.ts'
import { nameResults } from '../store/preserved-sessions.ts'
import { ownedSeasons } from '../store/queries.ts'
import { DETAILS, type UndoSeasonChange } from './change-details.ts'
import { readOlderRows } from './older-changes.ts'
import { restoreSeasonRows } from './restore-rows.ts'
import {
  undoAnswer,
  undoClaimApproval,
  undoClaimRefusal,
  undoSignUpAcceptance,
  undoSignUpRefusal,
} from './undo-participation.ts'
import { undoRosterChange } from './undo-roster.ts'
import { undoActivation, undoRulesChange, undoServedPenalty } from './undo-rules.ts'
import { undoTeamPicture } from './undo-team-picture.ts'

interface Ids {
  readonly seasonId: string
  /** The season has this version after the change. */
  readonly version: number
}

/**
 * Undoes one change of the owner, which is a change itself. Throws a 404 for an unknown change, a 409
 * for a change that can't be undone: because of its kind, because it is undone already, or because
 * its subject has been changed again since.
 */
export async function undoChange(
  context: AppContext,
  { seasonId: id, version }: Ids,
  request: ChangeRequest,
): Promise<void> {
  const target = { id, action: 'undoChanges' } as const
  await inTransaction(context.db, async (transaction) => {
    const own = { ...context, db: transaction }
    await ownedSeasons.change(own, target, request, async (db, season) => {
      const change = await findChange(db, { kind: 'season', id }, version)
      const { action, details } = change
      if (!UNDOABLE_SEASON_ACTIONS.includes(action)) throw notUndoable(action)
      const undone = { undone: version, did: action }
      const undo = OWN_UNDO[action]
      if (!undo) {
        await restoreSeasonRows(db, id, await readRows(db, id, change))
        return { action: 'undone', details: undone }
      }
      const set = await undo(db, season, await readNamed(db, id, details), { ...context, version })
      return { action: 'undone', details: undone, ...(set && { set }) }
    })
    // A place that the undo has freed goes to the waiting list, which is a change of its own.
    await ownedSeasons.change(own, target, { ...request, wanted: null }, (db, season) =>
      settlePlaces(context, db, season),
    )
  })
}

/** Throws a 409 for a change that the history has forgotten. */
async function readRows(
  db: Db,
  seasonId: string,
  { id, action, details }: RecordedAction & { readonly id: string },
): Promise<ReplacedRow[]> {
  const noted = await readReplacedRows(db, id)
  const rows =
    noted.length > 0
      ? readDetails(Type.Array(ReplacedRow), await readNamed(db, seasonId, noted))
      : readOlderRows(seasonId, action, await readNamed(db, seasonId, details))
  if (rows.length === 0) throw noLongerUndoable()
  return rows
}

/** Replaces sessions that were deleted since by the results that stand for them now. */
async function readNamed(db: Db, seasonId: string, stored: object): Promise<unknown> {
  return JSON.parse(await nameResults(db, seasonId, JSON.stringify(stored)))
}

const undoDismissal: UndoSeasonChange = async (_db, { dismissed_merges: dismissed }, details) => {
  const { names } = readDetails(DETAILS.suggestionDismissed, details)
  const rest = dismissed.filter((each) => !isDeepStrictEqual(each, names))
  return { dismissed_merges: JSON.stringify(rest) }
}

/** An adjustment is never erased: it is revoked, without a reason of its own. */
const undoAdjustment: UndoSeasonChange = async (db, { id }, details) => {
  const { adjustmentId } = readDetails(DETAILS.adjustment, details)
  const { numUpdatedRows } = await db
    .updateTable('season_adjustment')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: '' })
    .where('id', '=', adjustmentId)
    .where('season_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedAgain()
  return undefined
}

/** These changes have their own rules for undo; all others restore their rows. */
const OWN_UNDO: Readonly<Record<string, UndoSeasonChange>> = {
  suggestionDismissed: undoDismissal,
  adjusted: undoAdjustment,
  rosterUpdated: undoRosterChange,
  teamPictureSet: undoTeamPicture,
  teamPictureRemoved: undoTeamPicture,
  claimApproved: undoClaimApproval,
  claimRefused: undoClaimRefusal,
  signUpAccepted: undoSignUpAcceptance,
  signUpRefused: undoSignUpRefusal,
  stewardRulesUpdated: undoRulesChange,
  penaltyActivated: undoActivation,
  penaltyServed: undoServedPenalty,
  attendanceAnswered: undoAnswer,
}
