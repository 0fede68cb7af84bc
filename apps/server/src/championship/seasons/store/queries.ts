import { roleWithin } from '@pitboard/contract/leagues/league-roles'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { completePoints } from '@pitboard/contract/seasons/points-presets'
import type { CompletePoints } from '@pitboard/contract/seasons/points-system'
import { EventFields, type Season, SeasonFields } from '@pitboard/contract/seasons/season'
import { type Expression, type Selectable, sql, type SqlBool, type Updateable } from 'kysely'
import { nameOf } from '../../../accounts/users/queries.ts'
import { presentFields } from '../../../platform/db/field-columns.ts'
import type { SeasonEventTable, SeasonRow, SeasonTable } from './season-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { PageCursor } from '../../../platform/http/list-request.ts'
import { countListed, listIds, type ListPage } from '../../history/list-page.ts'
import {
  type MemberRoles,
  seasonIdsOfMember,
  selectMemberRoles,
} from '../../history/member-roles.ts'
import { type Caller, createOwned } from '../../history/versioned-update.ts'

export interface SeasonRecord extends SeasonRow {
  readonly points_system: CompletePoints
  readonly username: string | null
  /** The leagues are those that are not deleted. */
  readonly leagues: readonly LeagueOfSeason[]
}

interface LeagueOfSeason {
  readonly id: string
  readonly isPublic: boolean
  readonly ownerId: string
  readonly roles: MemberRoles
}

export const ownedSeasons = createOwned<SeasonRecord, Updateable<SeasonTable>>({
  kind: 'season',
  read: async (db, id) => (await readSeasons(db, [id]))[0],
  isVisible: ({ visibility, leagues }, caller) =>
    visibility !== 'private' || leagues.some((league) => maySeeLeague(league, caller)),
  // A role in a league gives no rights on the seasons of another owner.
  rolesOfMember: ({ id, owner_id, leagues }, userId) =>
    leagues.flatMap(({ ownerId, roles }) => {
      const given = ownerId === owner_id ? roles[userId] : undefined
      return given === undefined ? [] : [roleWithin(given, id)]
    }),
})

/** Returns the ids of those leagues of a season that the caller may see. */
export function visibleLeagueIds(season: SeasonRecord, caller: Caller | null): string[] {
  const isOwner = season.owner_id === caller?.userId
  return season.leagues.flatMap((league) =>
    isOwner || maySeeLeague(league, caller) ? league.id : [],
  )
}

function maySeeLeague({ isPublic, ownerId, roles }: LeagueOfSeason, caller: Caller | null) {
  if (isPublic) return true
  return caller !== null && (ownerId === caller.userId || roles[caller.userId] !== undefined)
}

/** Reads them in the order of `ids`, deleted ones included. */
export async function readSeasons(db: Db, ids: readonly string[]): Promise<SeasonRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('season')
    .innerJoin('user', 'user.id', 'season.owner_id')
    .selectAll('season')
    .select('username')
    .select(
      sql<SeasonRecord['leagues']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', league.id, 'isPublic', is_public,
          'ownerId', league.owner_id, 'roles', ${selectMemberRoles()}) order by league.id)
        from league_season join league on league.id = league_id and league.deleted_at is null
        where season_id = season.id), '[]')`.as('leagues'),
    )
    .where('season.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const records = rows.map((row) => ({ ...row, points_system: completePoints(row.points_system) }))
  return ids.flatMap((id) => records.filter((record) => record.id === id))
}

type SeasonList =
  | { readonly of: 'everyone' }
  | { readonly of: 'user'; readonly ownerId: string; readonly viewerId: string | null }

export async function listSeasons(
  db: Db,
  list: SeasonList,
  page: ListPage,
  mark: PageCursor<string> | null = null,
): Promise<SeasonRecord[]> {
  return readSeasons(db, await listIds(db, 'season', listCondition(list), page, mark))
}

export async function countSeasons(db: Db, list: SeasonList): Promise<number> {
  return countListed(db, 'season', listCondition(list))
}

/** Selects all of the viewer's seasons, and those of others in leagues that the viewer may see. */
function listCondition(list: SeasonList): Expression<SqlBool> {
  if (list.of === 'everyone') return sql<SqlBool>`visibility = 'listed'`
  const own = sql<SqlBool>`owner_id = ${list.ownerId}`
  if (list.viewerId === null) return sql<SqlBool>`${own} and visibility = 'listed'`
  if (list.ownerId === list.viewerId) return own
  const asMember = sql`season.id = any(${seasonIdsOfMember(list.viewerId)})`
  return sql<SqlBool>`${own} and (visibility = 'listed' or ${asMember})`
}

/** Lists the newest first. A caller who may see the league may see its seasons. */
export async function listSeasonsOfLeague(
  db: Db,
  seasonIds: readonly string[],
  { page, pageSize }: ListPage,
): Promise<SeasonRecord[]> {
  const offset = (page - 1) * pageSize
  return readSeasons(db, seasonIds.toReversed().slice(offset, offset + pageSize))
}

/** Presents the head of a season with the leagues that the viewer may see. */
export function presentHead(season: SeasonRecord, leagueIds: readonly string[]) {
  return {
    id: season.id,
    ...presentFields(SeasonFields, season),
    ownerId: season.owner_id,
    ownerName: nameOf(season),
    leagueIds: [...leagueIds],
    visibility: season.visibility,
    createdAt: season.created_at.toISOString(),
    updatedAt: season.updated_at.toISOString(),
    version: season.version,
  } satisfies Partial<Season>
}

export async function readEvents(db: Db, seasonIds: readonly string[]): Promise<CalendarEvent[]> {
  return db
    .selectFrom('season_event')
    .selectAll()
    .where('season_id', '=', sql<string>`any(${seasonIds}::uuid[])`)
    .orderBy('id')
    .execute()
}

export function presentEvent(event: CalendarEvent) {
  return { id: event.id, ...presentFields(EventFields, event) }
}

export type CalendarEvent = Selectable<SeasonEventTable>

/** Sorts events by date. An event without a date stays where it was entered. */
export function sortCalendar<T extends Pick<CalendarEvent, 'id' | 'starts_at'>>(
  events: readonly T[],
): T[] {
  const entered = events.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const dated = entered
    .flatMap((event) => (event.starts_at === null ? [] : [{ event, startsAt: event.starts_at }]))
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  let next = 0
  return entered.map((event) => (event.starts_at === null ? event : itemAt(dated, next++).event))
}
