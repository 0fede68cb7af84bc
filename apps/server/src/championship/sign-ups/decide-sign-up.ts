import type { SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { changedFields } from '../history/changes.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import { settlePlaces } from './settle-places.ts'
import { checkName } from './sign-up-driver.ts'
import { findForm, presentForm, readForm, storeForm } from './sign-up-form.ts'
import { getSignUp } from './sign-up-rows.ts'

const ACTION = 'manageSeasons'

/** More places go to the waiting list at once. Fewer places take nobody's away. */
export async function updateForm(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  body: SignUpForm,
): Promise<void> {
  const form = readForm(body)
  const target = { id: seasonId, action: ACTION } as const
  await inTransaction(context.db, async (db) => {
    await ownedSeasons.change({ ...context, db }, target, change, async (transaction) => {
      const before = await findForm(transaction, seasonId)
      const details = before ? changedFields(presentForm(before), form) : { opened: form }
      if (Object.keys(details).length === 0) return null
      await storeForm(transaction, seasonId, form)
      return { action: 'signUpUpdated', details }
    })
    const any = { ...change, wanted: null }
    await ownedSeasons.change({ ...context, db }, target, any, (transaction, season) =>
      settlePlaces(context, transaction, season),
    )
  })
}

/** Stores the decision. An accepted driver waits if no place is free. */
export async function decideSignUp(
  context: AppContext,
  { seasonId, signUpId }: { readonly seasonId: string; readonly signUpId: string },
  change: ChangeRequest,
  status: 'accepted' | 'refused',
): Promise<void> {
  const target = { id: seasonId, action: ACTION } as const
  await ownedSeasons.change(context, target, change, async (db, season) => {
    const row = await getSignUp(db, seasonId, signUpId)
    if (row.status === status) return null
    if (row.status === 'withdrawn') throw new ApiError(409, 'The driver has withdrawn.')
    if (status === 'accepted') {
      await checkName(db, season, { userId: row.user_id, name: row.name })
    }
    await db
      .updateTable('season_sign_up')
      .set(
        status === 'accepted'
          ? { status: 'waiting', is_approved: true }
          : { status, is_approved: false },
      )
      .where('id', '=', signUpId)
      .execute()
    const inRoster = await settlePlaces(context, db, season)
    if (inRoster) return inRoster
    const details = {
      signUpId,
      userId: row.user_id,
      before: row.status,
      wasApproved: row.is_approved,
    }
    return { action: status === 'accepted' ? 'signUpAccepted' : 'signUpRefused', details }
  })
}

/** Removes the sign-ups of an account and all answers before it is deleted: its places go to the waiting lists. */
export async function removeSignUps(context: AppContext, db: Db, userId: string): Promise<void> {
  const rows = await db
    .selectFrom('season_sign_up')
    .innerJoin('season', 'season.id', 'season_id')
    .select(['season_id', 'deleted_at'])
    .where('user_id', '=', userId)
    .orderBy('season_id')
    .execute()
  for (const { season_id: seasonId, deleted_at: deletedAt } of rows) {
    if (deletedAt !== null) continue
    const target = { id: seasonId, action: async () => {} }
    const change = { user: { userId }, wanted: null }
    await ownedSeasons.change({ ...context, db }, target, change, async (transaction, season) => {
      await transaction
        .updateTable('season_sign_up')
        .set({ status: 'withdrawn' })
        .where('season_id', '=', seasonId)
        .where('user_id', '=', userId)
        .execute()
      return settlePlaces(context, transaction, season)
    })
  }
  await db.deleteFrom('season_sign_up').where('user_id', '=', userId).execute()
}
