import { type League, LeagueFields } from '@pitboard/contract/leagues/league'
import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'
import { type Expression, sql, type SqlBool, type Updateable } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { findNamed, foldName } from '../../platform/db/name-match.ts'
import type { LeagueRow, LeagueTable } from '../../platform/db/season-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { PageCursor } from '../../platform/http/list-request.ts'
import { countListed, listIds, type ListPage } from '../history/list-page.ts'
import { createOwned } from '../history/versioned-update.ts'

export interface LeagueRecord extends LeagueRow {
  readonly username: string | null
  /** Ids of its pictures. */
  readonly thumbnail: string | null
  readonly banner: string | null
  readonly season_ids: readonly string[]
}

/** Undefined if it is deleted. The caller checks the access (`ownedLeagues`). */
export async function findLeague(db: Db, id: string): Promise<LeagueRecord | undefined> {
  const [league] = await readLeagues(db, [id])
  return league?.deleted_at === null ? league : undefined
}

export const ownedLeagues = createOwned<LeagueRecord, Updateable<LeagueTable>>({
  kind: 'league',
  find: findLeague,
  isVisible: ({ is_public }) => is_public,
})

/** In the order of `ids`, deleted ones included. */
async function readLeagues(db: Db, ids: readonly string[]): Promise<LeagueRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('league')
    .innerJoin('user', 'user.id', 'league.owner_id')
    .selectAll('league')
    .select(['username', pictureId('thumbnail').as('thumbnail'), pictureId('banner').as('banner')])
    .select(
      sql<string[]>`array(
        select season_id from league_season
        join season on season.id = season_id and season.deleted_at is null
        where league_id = league.id order by season_id)`.as('season_ids'),
    )
    .where('league.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

function pictureId(kind: LeaguePictureKind) {
  return sql<string | null>`(
    select etag from league_picture where league_id = league.id and kind = ${kind})`
}

interface LeagueList {
  /** Private leagues are listed only for their owner. */
  readonly viewerId: string | null
  /** Null for all owners. */
  readonly ownerId: string | null
}

/** Newest first. */
export async function listLeagues(
  db: Db,
  list: LeagueList,
  page: ListPage,
  mark: PageCursor<string> | null = null,
): Promise<LeagueRecord[]> {
  return readLeagues(db, await listIds(db, 'league', listCondition(list), page, mark))
}

export async function countLeagues(db: Db, list: LeagueList): Promise<number> {
  return countListed(db, 'league', listCondition(list))
}

export async function listPrivateIds(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('league')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('is_public', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

/** All of the viewer's leagues, and the public ones of others. */
function listCondition({ viewerId, ownerId }: LeagueList): Expression<SqlBool> {
  if (ownerId !== null) {
    const own = sql<SqlBool>`owner_id = ${ownerId}`
    return ownerId === viewerId ? own : sql<SqlBool>`${own} and is_public`
  }
  if (viewerId === null) return sql<SqlBool>`is_public`
  return sql<SqlBool>`(is_public or owner_id = ${viewerId})`
}

/** The leagues that the viewer may see, in the order of the ids. */
export async function readVisible(
  db: Db,
  ids: readonly string[],
  viewerId: string | null,
): Promise<LeagueRecord[]> {
  const leagues = await readLeagues(db, ids)
  return leagues.filter(
    ({ deleted_at, is_public, owner_id }) =>
      deleted_at === null && (is_public || owner_id === viewerId),
  )
}

export function presentLeague(league: LeagueRecord): League {
  return {
    id: league.id,
    ...presentFields(LeagueFields, league),
    ownerId: league.owner_id,
    ownerName: nameOf(league),
    thumbnailId: league.thumbnail,
    bannerId: league.banner,
    seasonIds: [...league.season_ids],
    createdAt: league.created_at.toISOString(),
    updatedAt: league.updated_at.toISOString(),
    version: league.version,
  }
}

export async function findPicture(db: Db, leagueId: string, kind: LeaguePictureKind) {
  return db
    .selectFrom('league_picture')
    .selectAll()
    .where('league_id', '=', leagueId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

const FOUND_MAX = 100

/** Ids of visible leagues with a similar name, best first. */
export async function searchLeagues(
  db: Db,
  typed: string,
  viewerId: string | null,
  limit = FOUND_MAX,
): Promise<string[]> {
  const visible = sql<boolean>`deleted_at is null and (is_public or owner_id = ${viewerId})`
  return findNamed(db, { table: 'league', visible }, foldName(typed), limit)
}
