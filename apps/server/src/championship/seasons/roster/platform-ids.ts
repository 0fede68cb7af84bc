import type { Db } from '../../../platform/db/tables.ts'
import { createResolveName } from '../../standings/identify-drivers.ts'
import type { SeasonRecord } from '../store/queries.ts'

/** Assigns each platform id to the user who is the driver, so that it is erased with their account. */
export async function linkPlatformIds(
  db: Db,
  { id, aliases }: Pick<SeasonRecord, 'id' | 'aliases'>,
): Promise<void> {
  const resolveName = createResolveName(aliases)
  const claims = await readApprovedClaims(db, id)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  const rows = await db
    .selectFrom('season_driver_platform as platform')
    .innerJoin('season_driver as driver', (join) =>
      join
        .onRef('driver.season_id', '=', 'platform.season_id')
        .onRef('driver.id', '=', 'platform.driver_id'),
    )
    .select(['driver.id', 'driver.name', 'platform.user_id as userId'])
    .where('platform.season_id', '=', id)
    .execute()
  for (const driver of rows) {
    const userId = users.get(resolveName(driver.name)) ?? null
    if (userId === driver.userId) continue
    await db
      .updateTable('season_driver_platform')
      .set({ user_id: userId })
      .where('season_id', '=', id)
      .where('driver_id', '=', driver.id)
      .execute()
  }
}

/** Names in the standings with the users who drive under them. */
export async function readApprovedClaims(db: Db, seasonId: string) {
  return db
    .selectFrom('season_claim')
    .select(['name', 'user_id as userId'])
    .where('season_id', '=', seasonId)
    .where('status', '=', 'approved')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
