import { sql } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'
import { findNamed } from '../../platform/db/name-match.ts'
import type { Db } from '../../platform/db/tables.ts'

/** Ids of listed seasons and the viewer's own with a similar name, best first. */
export async function searchSeasons(
  db: Db,
  words: string,
  viewerId: string | null,
  limit: number,
): Promise<string[]> {
  const visible = sql<boolean>`deleted_at is null
    and (visibility = 'listed' or owner_id = ${viewerId})`
  return findNamed(db, { table: 'season', visible }, words, limit)
}

/** In the order of the ids. */
export async function readSeasonResults(db: Db, ids: readonly string[], viewerId: string | null) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('season')
    .innerJoin('user', 'user.id', 'owner_id')
    .select(['season.id', 'season.name', 'username'])
    .select(
      sql<string | null>`(
        select league.name from league_season
        join league on league.id = league_id and deleted_at is null
        where season_id = season.id and (is_public or league.owner_id = ${viewerId})
        order by is_public desc, league.id limit 1)`.as('leagueName'),
    )
    .where('season.id', 'in', ids)
    .execute()
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ name, leagueName, ...row }) => ({ id, name, ownerName: nameOf(row), leagueName })),
  )
}

/** Ids of users with a similar name, best first. */
export async function findUserIds(db: Db, words: string, limit: number): Promise<string[]> {
  const visible = sql<boolean>`search_name is not null`
  return findNamed(db, { table: 'user', visible }, words, limit)
}

/** In the order of the ids. */
export async function readUsers(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username', 'avatar_url'])
    .where('id', 'in', ids)
    .execute()
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ username, avatar_url }) => ({ id, username: username ?? '', avatarUrl: avatar_url })),
  )
}
