import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'
import { createResolveName } from '../../standings/identify-drivers.ts'
import type { SeasonRecord } from '../store/queries.ts'

/**
 * What organisers have entered about a driver belongs to the user who is the driver, so that it is in the
 * export of their account and is erased with it.
 */
export async function linkDrivers(
  db: Db,
  { id, aliases }: Pick<SeasonRecord, 'id' | 'aliases'>,
): Promise<void> {
  const resolveName = createResolveName(aliases)
  const claims = await readApprovedClaims(db, id)
  const users = new Map(claims.map(({ name, userId }) => [resolveName(name), userId]))
  const findUser = (name: string) => users.get(resolveName(name)) ?? null
  await linkPlatformIds(db, id, findUser)
  await linkAnswers(db, id, findUser)
}

type FindUser = (name: string) => string | null

async function linkPlatformIds(db: Db, seasonId: string, findUser: FindUser): Promise<void> {
  const rows = await db
    .selectFrom('season_driver_platform as platform')
    .innerJoin('season_driver as driver', (join) =>
      join
        .onRef('driver.season_id', '=', 'platform.season_id')
        .onRef('driver.id', '=', 'platform.driver_id'),
    )
    .select(['driver.id', 'driver.name', 'platform.user_id as userId'])
    .where('platform.season_id', '=', seasonId)
    .execute()
  for (const driver of rows) {
    const userId = findUser(driver.name)
    if (userId === driver.userId) continue
    await db
      .updateTable('season_driver_platform')
      .set({ user_id: userId })
      .where('season_id', '=', seasonId)
      .where('driver_id', '=', driver.id)
      .execute()
  }
}

/** The later answer counts if the user has answered, too. */
async function linkAnswers(db: Db, seasonId: string, findUser: FindUser): Promise<void> {
  const drivers = await db
    .selectFrom('season_driver_attendance as answer')
    .innerJoin('season_driver as driver', (join) =>
      join
        .onRef('driver.season_id', '=', 'answer.season_id')
        .onRef('driver.id', '=', 'answer.driver_id'),
    )
    .select(['driver.id', 'driver.name'])
    .distinct()
    .where('answer.season_id', '=', seasonId)
    .execute()
  for (const { id, name } of drivers) {
    const userId = findUser(name)
    if (userId === null) continue
    await sql`
      with moved as (
        delete from season_driver_attendance
        where season_id = ${seasonId} and driver_id = ${id} returning *
      )
      insert into season_attendance as stored
        (event_id, user_id, season_id, answer, answered_at, called_up_at)
      select event_id, ${userId}::uuid, season_id, answer, answered_at, called_up_at from moved
      on conflict (event_id, user_id) do update
      set answer = excluded.answer, answered_at = excluded.answered_at,
        called_up_at = coalesce(stored.called_up_at, excluded.called_up_at)
      where stored.answered_at is null or stored.answered_at < excluded.answered_at`.execute(db)
  }
}

/** Reads the names in the standings with the users who drive under them. */
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
