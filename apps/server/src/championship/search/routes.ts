import {
  search,
  SEARCH_FOUND_MAX,
  type SearchKind,
  type SearchResults,
} from '@pitboard/contract/search/search'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { comparingNames, findNamed, foldName } from '../../platform/db/name-match.ts'
import { executePrepared } from '../../platform/db/prepared-statements.ts'
import type { Db } from '../../platform/db/tables.ts'
import { seasonIdsOfMember } from '../history/member-roles.ts'
import { presentLeague, readVisible, searchLeagues } from '../leagues/queries.ts'
import { findSessionIds, readSessions, readSessionWords } from './find-sessions.ts'
import { findTracks } from './find-tracks.ts'
import { wordsOf } from './vocabulary.ts'
import { sql } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'

const LIMIT = 10
const WORDS_MAX = 6

export function registerSearch(app: FastifyInstance, { db }: AppContext): void {
  route(app, search.all, async ({ user, query, list }) => {
    const { q, limit = LIMIT, kind } = query
    const viewerId = user?.userId ?? null
    const searchRequest = { name: foldName(q), words: wordsOf(q).slice(0, WORDS_MAX), viewerId }
    if (!kind) return findAll(db, searchRequest, limit)
    const { page, pageSize = limit } = query
    const found = await findKind(db, searchRequest, { kind, page: page ?? 1, limit: pageSize })
    list.describe({ total: found.count ?? null, pageSize })
    return found
  })
}

/** Searches all kinds in parallel. */
async function findAll(db: Db, { name, words, viewerId }: SearchRequest, limit: number) {
  const [driven, leagues, seasons] = await Promise.all([
    findUsersAndSessions(db, { name, words, viewerId }, limit),
    comparingNames(db, async (transaction) => {
      const ids = await searchLeagues(transaction, name, viewerId, limit)
      return readVisible(transaction, ids, viewerId)
    }),
    comparingNames(db, async (transaction) => {
      const ids = await searchSeasons(transaction, name, viewerId, limit)
      return readSeasonResults(transaction, ids, viewerId)
    }),
  ])
  const tracks = findTracks(words).slice(0, limit)
  return { ...driven, leagues: leagues.map(presentLeague), seasons, tracks }
}

/** Finds users, and the sessions that match the words. Name comparison runs in its own transaction. */
async function findUsersAndSessions(
  db: Db,
  { name, words, viewerId }: SearchRequest,
  limit: number,
) {
  const named = readSessionWords(words)
  const { users, drivers } = await comparingNames(db, async (transaction) => {
    const ids = await findUserIds(transaction, name, limit)
    const isSame = named.user === name
    const drivers = isSame ? ids : await findUserIds(transaction, named.user, DRIVERS_MAX)
    return { users: await readUsers(transaction, ids), drivers }
  })
  const ids = await findSessionIds(db, named, drivers, limit)
  return { users, sessions: await readSessions(db, ids, viewerId) }
}

interface SearchRequest {
  readonly name: string
  readonly words: readonly string[]
  readonly viewerId: string | null
}

interface PageOfKind {
  readonly kind: SearchKind
  /** Pages count from 1. */
  readonly page: number
  readonly limit: number
}

const NOTHING: SearchResults = { users: [], leagues: [], seasons: [], sessions: [], tracks: [] }
const DRIVERS_MAX = 10

/** Finds a page of one kind with the total. */
async function findKind(
  db: Db,
  searchRequest: SearchRequest,
  { kind, page, limit }: PageOfKind,
): Promise<SearchResults> {
  const { name, words, viewerId } = searchRequest
  const pageOf = <T>(found: readonly T[]) => found.slice((page - 1) * limit, page * limit)
  const named = (find: (db: Db) => Promise<string[]>) => comparingNames(db, find)
  switch (kind) {
    case 'users': {
      const ids = await named((each) => findUserIds(each, name, SEARCH_FOUND_MAX))
      return { ...NOTHING, users: await readUsers(db, pageOf(ids)), count: ids.length }
    }
    case 'leagues': {
      const ids = await named((each) => searchLeagues(each, name, viewerId, SEARCH_FOUND_MAX))
      const leagues = await readVisible(db, pageOf(ids), viewerId)
      return { ...NOTHING, leagues: leagues.map(presentLeague), count: ids.length }
    }
    case 'seasons': {
      const ids = await named((each) => searchSeasons(each, name, viewerId, SEARCH_FOUND_MAX))
      const seasons = await readSeasonResults(db, pageOf(ids), viewerId)
      return { ...NOTHING, seasons, count: ids.length }
    }
    case 'sessions': {
      const driven = readSessionWords(words)
      const userIds = await named((each) => findUserIds(each, driven.user, DRIVERS_MAX))
      const ids = await findSessionIds(db, driven, userIds, SEARCH_FOUND_MAX)
      return {
        ...NOTHING,
        sessions: await readSessions(db, pageOf(ids), viewerId),
        count: ids.length,
      }
    }
    case 'tracks': {
      const tracks = findTracks(words)
      return { ...NOTHING, tracks: pageOf(tracks), count: tracks.length }
    }
  }
}

/** Returns ids of listed seasons and the viewer's own with a similar name, best first. */
async function searchSeasons(
  db: Db,
  words: string,
  viewerId: string | null,
  limit: number,
): Promise<string[]> {
  const asMember =
    viewerId === null ? sql`false` : sql`season.id = any(${seasonIdsOfMember(viewerId)})`
  const visible = sql<boolean>`deleted_at is null
    and (visibility = 'listed' or owner_id = ${viewerId} or ${asMember})`
  return findNamed(db, { table: 'season', visible }, words, limit)
}

/** Reads them in the order of the ids. */
async function readSeasonResults(db: Db, ids: readonly string[], viewerId: string | null) {
  if (ids.length === 0) return []
  const selected = db
    .selectFrom('season')
    .innerJoin('user', 'user.id', 'owner_id')
    .select(['season.id', 'season.name', 'username'])
    .select(
      sql<string | null>`(
        select league.name from league_season
        join league on league.id = league_id and deleted_at is null
        where season_id = season.id and (is_public or league.owner_id = ${viewerId} or exists (
          select from league_member where league_id = league.id and user_id = ${viewerId}))
        order by is_public desc, league.id limit 1)`.as('leagueName'),
    )
    .where('season.id', '=', sql<string>`any(${ids}::uuid[])`)
  const { rows } = await executePrepared(db, selected)
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ name, leagueName, ...row }) => ({ id, name, ownerName: nameOf(row), leagueName })),
  )
}

/** Returns ids of users with a similar name, best first. */
async function findUserIds(db: Db, words: string, limit: number): Promise<string[]> {
  const visible = sql<boolean>`search_name is not null`
  return findNamed(db, { table: 'user', visible }, words, limit)
}

/** Reads them in the order of the ids. */
async function readUsers(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username', 'avatar_url'])
    .where('id', 'in', ids)
    .execute()
  return ids.flatMap((id) =>
    rows.flatMap(({ id: rowId, username, avatar_url: avatarUrl }) =>
      // A name may have been taken away since it was found.
      rowId === id && username !== null ? { id, username, avatarUrl } : [],
    ),
  )
}
