import type { ChangeRequest } from '../../history/versioned-update.ts'
import { isDeepStrictEqual } from 'node:util'
import { SeasonFields } from '@pitboard/contract/seasons/season'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import { presentFields, toColumns } from '../../../platform/db/field-columns.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { changedAgain, findChange, notUndoable, readDetails } from '../../history/changes.ts'
import { revertFields } from '../../history/editable-fields.ts'
import { settlePlaces } from '../../sign-ups/settle-places.ts'
import { linkDrivers } from '../roster/driver-users.ts'
import { nameResults } from '../store/preserved-sessions.ts'
import { ownedSeasons } from '../store/queries.ts'
import {
  undoAnswer,
  undoClaimApproval,
  undoClaimRefusal,
  undoSignUpAcceptance,
  undoSignUpRefusal,
} from './undo-participation.ts'
import { undoRosterChange } from './undo-roster.ts'
import { undoAttendanceRuleChange, undoFormChange, undoRulesChange } from './undo-settings.ts'
import { undoTeamPicture } from './undo-team-picture.ts'
import { DETAILS, type UndoSeasonChange } from './change-details.ts'
import {
  undoEventChange,
  undoEventRemoval,
  undoLinkChanges,
  undoLinks,
  undoNewEvents,
  undoUnlinking,
  undoWeekends,
} from './undo-sessions.ts'

interface Ids {
  readonly seasonId: string
  /** The season's, after the change. */
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
      const { action, details } = await findChange(db, { kind: 'season', id }, version)
      const undo = UNDO[action]
      if (!undo) throw notUndoable(action)
      const named: unknown = JSON.parse(await nameResults(db, id, JSON.stringify(details)))
      const set = await undo(db, season, named, { ...context, version })
      return { action: 'undone', details: { undone: version, did: action }, ...(set && { set }) }
    })
    // A place that the undo has freed goes to the waiting list, which is a change of its own.
    await ownedSeasons.change(own, target, { ...request, wanted: null }, (db, season) =>
      settlePlaces(context, db, season),
    )
  })
}

const undoUpdate: UndoSeasonChange = async (_db, season, details) =>
  toColumns(revertFields(SeasonFields, presentFields(SeasonFields, season), details))

const undoAliasChange: UndoSeasonChange = async (db, season, details) => {
  const { before, after } = readDetails(DETAILS.aliases, details)
  if (!isDeepStrictEqual(after, season.aliases)) throw changedAgain()
  await linkDrivers(db, { id: season.id, aliases: before })
  return { aliases: JSON.stringify(before) }
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

const undoRevocation: UndoSeasonChange = async (db, { id }, details) => {
  const { adjustmentId } = readDetails(DETAILS.adjustment, details)
  const { numUpdatedRows } = await db
    .updateTable('season_adjustment')
    .set({ revoked_at: null, revoked_reason: null })
    .where('id', '=', adjustmentId)
    .where('season_id', '=', id)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedAgain()
  return undefined
}

const UNDO: Readonly<Record<string, UndoSeasonChange>> = {
  updated: undoUpdate,
  eventsAdded: undoNewEvents,
  eventUpdated: undoEventChange,
  eventRemoved: undoEventRemoval,
  weekendsLinked: undoWeekends,
  sessionsAdded: undoLinks,
  sessionUpdated: undoLinkChanges,
  sessionRemoved: undoUnlinking,
  merged: undoAliasChange,
  split: undoAliasChange,
  suggestionDismissed: undoDismissal,
  adjusted: undoAdjustment,
  adjustmentRevoked: undoRevocation,
  rosterUpdated: undoRosterChange,
  teamPictureSet: undoTeamPicture,
  teamPictureRemoved: undoTeamPicture,
  claimApproved: undoClaimApproval,
  claimRefused: undoClaimRefusal,
  signUpAccepted: undoSignUpAcceptance,
  signUpRefused: undoSignUpRefusal,
  signUpUpdated: undoFormChange,
  stewardRulesUpdated: undoRulesChange,
  attendanceAnswered: undoAnswer,
  attendanceRuleUpdated: undoAttendanceRuleChange,
}
