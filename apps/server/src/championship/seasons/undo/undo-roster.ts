import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'
import { changedAgain, notUndoable, readDetails } from '../../history/changes.ts'
import { findFault } from '../roster/edit-roster.ts'
import { type ItemChange, readRosterItems, writeRosterItems } from '../roster/roster-items.ts'
import { linkDrivers } from '../roster/driver-users.ts'
import { restorePlaces } from '../../sign-ups/restore-places.ts'
import { DETAILS, type UndoSeasonChange } from './change-details.ts'

/** Platform ids are not in the history, so that a change of them alone can't be undone. */
export const undoRosterChange: UndoSeasonChange = async (db, season, details, undone) => {
  const { teams, drivers, placesLost = [] } = readDetails(DETAILS.roster, details)
  if (teams.length + drivers.length === 0) throw notUndoable('rosterUpdated')
  const before = await readRosterItems(db, season.id)
  const after = { teams: revert(before.teams, teams), drivers: revert(before.drivers, drivers) }
  if (findFault(after)) throw changedAgain()
  await writeRosterItems(db, season.id, before, after)
  const removed = [...before.drivers.keys()].filter((id) => !after.drivers.has(id))
  // Drivers who moved up to a place that is restored wait for the next one.
  await returnSignUps(db, season.id, removed, placesLost.length > 0 ? WAITING : UNDECIDED)
  await restorePlaces(db, season, placesLost, undone)
  await linkDrivers(db, season)
  return undefined
}

const WAITING = { status: 'waiting' } as const
/** They need an organiser's decision again. */
const UNDECIDED = { status: 'pending', is_approved: false } as const

/** Returns the sign-ups of drivers who have entered the roster through them. */
async function returnSignUps(
  db: Db,
  seasonId: string,
  driverIds: readonly string[],
  columns: typeof WAITING | typeof UNDECIDED,
) {
  const rows = await db
    .updateTable('season_sign_up')
    .set({ ...columns, driver_id: null })
    .where('season_id', '=', seasonId)
    .where('driver_id', '=', sql<string>`any(${driverIds}::uuid[])`)
    .returning('user_id')
    .execute()
  const userIds = rows.map((row) => row.user_id)
  await db
    .deleteFrom('season_claim')
    .where('season_id', '=', seasonId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute()
}

function revert<T extends { readonly place: number }>(
  current: ReadonlyMap<string, T>,
  changes: readonly ItemChange<T>[],
): Map<string, T> {
  const reverted = new Map(current)
  for (const { id, before, after } of changes) {
    if (!isDeepStrictEqual(current.get(id) ?? null, after)) throw changedAgain()
    if (before) reverted.set(id, before)
    else reverted.delete(id)
  }
  return new Map([...reverted].toSorted(([, a], [, b]) => a.place - b.place))
}
