import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { changedAgain, noLongerUndoable } from '../history/changes.ts'
import { readRosterItems } from '../seasons/roster/roster-items.ts'
import type { SeasonRecord } from '../seasons/store/queries.ts'
import { linkDriver } from './driver-links.ts'
import { hasPlace } from './settle-places.ts'
import { checkName } from './sign-up-driver.ts'
import { findForm } from './sign-up-form.ts'
import { countAccepted, findSignUp } from './sign-up-rows.ts'

interface LostPlace {
  readonly signUpId: string
  /** It is their entry of the roster. */
  readonly driverId: string
}

/**
 * Undoes refusals: the drivers have their places again, with the entries that the roster has for them. Throws
 * a 409 for a driver who withdrew themself, and if somebody else has the place or the name now.
 */
export async function restorePlaces(
  db: Db,
  season: SeasonRecord,
  places: readonly LostPlace[],
  { newId }: Pick<AppContext, 'newId'>,
): Promise<void> {
  if (places.length === 0) return
  const form = await findForm(db, season.id)
  const { drivers } = await readRosterItems(db, season.id)
  for (const { signUpId, driverId } of places) {
    const row = await findSignUp(db, season.id, signUpId)
    const name = drivers.get(driverId)?.name
    if (!row || name === undefined) throw noLongerUndoable()
    if (row.status === 'withdrawn') {
      throw new ApiError(409, 'The driver has withdrawn: only they can sign up again.')
    }
    if (row.status !== 'refused') throw changedAgain()
    await checkName(db, season, { userId: row.user_id, name })
    if (form && !hasPlace(form, await countAccepted(db, season.id), row.tier)) {
      throw new ApiError(409, 'The place of this driver has been taken since.')
    }
    await db
      .updateTable('season_sign_up')
      .set({ status: 'accepted', is_approved: true })
      .where('id', '=', signUpId)
      .execute()
    await linkDriver(db, { ...row, name, driver_id: driverId }, newId())
  }
}
