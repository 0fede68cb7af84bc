import type { Db } from '../../platform/db/tables.ts'

/** The user as a driver in the seasons of others. */
export async function exportParticipation(db: Db, userId: string): Promise<object> {
  const [claims, platformIds] = await Promise.all([
    db
      .selectFrom('season_claim')
      .select(['season_id as seasonId', 'name', 'status', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('season_driver_platform')
      .select(['season_id as seasonId', 'platform_id as platformId'])
      .where('user_id', '=', userId)
      .orderBy('season_id')
      .execute(),
  ])
  return { claims, platformIds }
}
