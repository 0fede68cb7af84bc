import { type League, LeagueFields } from '@pitboard/contract/leagues/league'
import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'
import { roleWithin } from '@pitboard/contract/leagues/league-roles'
import { type Expression, type RawBuilder, sql, type SqlBool, type Updateable } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { findNamed, foldName } from '../../platform/db/name-match.ts'
import type { LeagueRow, LeagueTable } from './league-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { PageCursor } from '../../platform/http/list-request.ts'
import { countListed, listIds, type ListPage } from '../history/list-page.ts'
import { createOwned } from '../history/versioned-update.ts'
import { leagueIdsOfMember, type MemberRoles, selectMemberRoles } from '../history/member-roles.ts'

export interface LeagueRecord extends LeagueRow {
  readonly username: string | null
  /** The columns have the ids of its pictures. */
  readonly thumbnail: string | null
  readonly banner: string | null
  readonly season_ids: readonly string[]
  readonly roles: MemberRoles
}

export const ownedLeagues = createOwned<LeagueRecord, Updateable<LeagueTable>>({
  kind: 'league',
  read: async (db, id) => (await readLeagues(db, [id]))[0],
  isVisible: ({ is_public }) => is_public,
  rolesOfMember({ roles }, userId) {
    const given = roles[userId]
    return given === undefined ? [] : [roleWithin(given, null)]
  },
})

/** Reads them in the order of `ids`, deleted ones included. */
async function readLeagues(db: Db, ids: readonly string[]): Promise<LeagueRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('league')
    .innerJoin('user', 'user.id', 'league.owner_id')
    .selectAll('league')
    .select(['username', pictureId('thumbnail').as('thumbnail'), pictureId('banner').as('banner')])
    .select([
      sql<string[]>`array(
        select season_id from league_season
        join season on season.id = season_id and season.deleted_at is null
        where league_id = league.id order by season_id)`.as('season_ids'),
      selectMemberRoles().as('roles'),
    ])
    .where('league.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

function pictureId(kind: LeaguePictureKind) {
  return sql<string | null>`(
    select etag from league_picture where league_id = league.id and kind = ${kind})`
}

interface LeagueList {
  /** Private leagues are listed only for their owner and members. */
  readonly viewerId: string | null
  /** Null stands for all owners. */
  readonly ownerId: string | null
}

/** Lists the newest first. */
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

/** Lists private leagues of the viewer as their owner or member. */
export async function listPrivateIds(db: Db, viewerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('league')
    .select('id')
    .where(isOrganisedBy(viewerId))
    .where('deleted_at', 'is', null)
    .where('is_public', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

/** Selects all of the viewer's leagues, and the public ones of others. */
function listCondition({ viewerId, ownerId }: LeagueList): Expression<SqlBool> {
  if (ownerId === null) return isVisibleTo(viewerId)
  const own = sql<SqlBool>`owner_id = ${ownerId}`
  return ownerId === viewerId ? own : sql<SqlBool>`${own} and ${isVisibleTo(viewerId)}`
}

function isVisibleTo(viewerId: string | null): RawBuilder<SqlBool> {
  if (viewerId === null) return sql<SqlBool>`is_public`
  return sql<SqlBool>`(is_public or ${isOrganisedBy(viewerId)})`
}

function isOrganisedBy(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(owner_id = ${userId} or league.id = any(${leagueIdsOfMember(userId)}))`
}

/** Reads the leagues that the viewer may see, in the order of the ids. */
export async function readVisible(
  db: Db,
  ids: readonly string[],
  viewerId: string | null,
): Promise<LeagueRecord[]> {
  const leagues = await readLeagues(db, ids)
  const viewer = viewerId === null ? null : { userId: viewerId }
  return leagues.filter(
    (league) => league.deleted_at === null && ownedLeagues.maySee(league, viewer),
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

/** Returns the ids of visible leagues with a similar name, best first. */
export async function searchLeagues(
  db: Db,
  typed: string,
  viewerId: string | null,
  limit = FOUND_MAX,
): Promise<string[]> {
  const visible = sql<SqlBool>`deleted_at is null and ${isVisibleTo(viewerId)}`
  return findNamed(db, { table: 'league', visible }, foldName(typed), limit)
}
