import type { SignUpRow } from './sign-up-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { readApprovedClaims } from '../seasons/roster/driver-users.ts'

/** Names in the season that organisers have approved, by user. */
export async function readOwnNames(db: Db, seasonId: string): Promise<Map<string, string>> {
  const claims = await readApprovedClaims(db, seasonId)
  return new Map(claims.map(({ userId, name }) => [userId, name]))
}

/** The entry of the roster belongs to the user, who has its name in the standings. */
export async function linkDriver(
  db: Db,
  { id, season_id, user_id, name, driver_id, platform_id }: SignUpRow & { driver_id: string },
  claimId: string,
): Promise<void> {
  await db.updateTable('season_sign_up').set({ driver_id }).where('id', '=', id).execute()
  await db
    .insertInto('season_claim')
    .values({ id: claimId, season_id, user_id, name, status: 'approved' })
    .onConflict((conflict) =>
      conflict.columns(['season_id', 'user_id']).doUpdateSet({ name, status: 'approved' }),
    )
    .execute()
  await storePlatformId(db, { season_id, user_id, driver_id, platform_id })
}

/** Nothing is changed for a driver without one: the organiser may have entered it. */
export async function storePlatformId(
  db: Db,
  {
    season_id,
    user_id,
    driver_id,
    platform_id,
  }: Pick<SignUpRow, 'season_id' | 'user_id' | 'platform_id'> & { readonly driver_id: string },
): Promise<void> {
  if (platform_id === null) return
  await db
    .insertInto('season_driver_platform')
    .values({ season_id, driver_id, platform_id, user_id })
    .onConflict((conflict) =>
      conflict.columns(['season_id', 'driver_id']).doUpdateSet({ platform_id, user_id }),
    )
    .execute()
}

/** A driver who has driven retains their name in the standings. */
export async function unlinkDriver(
  db: Db,
  { id, season_id, user_id, driver_id }: SignUpRow,
  isEntryRemoved: boolean,
): Promise<void> {
  await db.updateTable('season_sign_up').set({ driver_id: null }).where('id', '=', id).execute()
  await db
    .deleteFrom('season_driver_platform')
    .where('season_id', '=', season_id)
    .where('driver_id', '=', driver_id)
    .where('user_id', '=', user_id)
    .execute()
  if (!isEntryRemoved) return
  await db
    .deleteFrom('season_claim')
    .where('season_id', '=', season_id)
    .where('user_id', '=', user_id)
    .execute()
}
