import { sql } from 'kysely'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Db } from '../../../platform/db/tables.ts'
import {
  type PageCursor,
  createPageCursors,
  type ListRequest,
} from '../../../platform/http/list-request.ts'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { type ListedRow, selectListedSessions, toListedSession } from './listed-sessions.ts'
import { SUMMARY_COLUMNS } from './session-queries.ts'
import type { AppContext } from '../../../context.ts'
import { createCachedCount } from '../../../platform/http/cached-count.ts'

/** The fields select the recorded sessions of a list; a field that is left out does not narrow it. */
interface SessionList {
  readonly userId?: string
  /** A session matches any of these tracks; an empty list does not narrow either. */
  readonly trackIds?: readonly number[]
  readonly sessionTypes?: readonly number[]
  readonly id?: string
  /** It is the UID that the game sends. */
  readonly gameSessionId?: string
  readonly weekend?: Weekend
  /** If true, sessions come in the order they were driven. Otherwise the newest comes first. */
  readonly oldestFirst?: boolean
}

interface Weekend {
  readonly weekendLinkIdentifier: number
  /** The sessions also share these; where they are left out, the number alone decides. */
  readonly shared?: {
    readonly season_link_identifier: number
    readonly track_id: number
    readonly game_version: number | null
  }
}

/** Lists are sorted by these. */
interface SessionKey {
  readonly startedAt: Date
  readonly id: string
}

interface RowRange {
  /** Pages count from 1; with a mark of the list they are counted from the mark on. */
  readonly page: number
  readonly pageSize: number
  readonly mark?: PageCursor<SessionKey> | null
  /** With null, only seasons that everyone may see are listed. */
  readonly viewerId?: string | null
}

export async function listSessions(
  db: Db,
  list: SessionList,
  { page, pageSize, mark = null, viewerId = null }: RowRange,
): Promise<ListedRow[]> {
  // The ids come from an index alone; a deep page reads no rows on its way.
  const order = list.oldestFirst ? 'asc' : 'desc'
  let ids = listed(db, list)
    .select('session.id')
    .orderBy('started_at', order)
    .orderBy('session.id', order)
    .limit(pageSize)
    .offset((page - 1) * pageSize - (mark?.place ?? 0))
  if (mark) {
    const { startedAt, id } = mark.key
    const compare = sql.raw(list.oldestFirst ? '>=' : '<=')
    ids = ids.where(sql<boolean>`(started_at, session.id) ${compare} (${startedAt}, ${id}::uuid)`)
  }
  return selectListedSessions(db, viewerId)
    .where('session.id', 'in', ids)
    .orderBy('started_at', order)
    .orderBy('session.id', order)
    .execute()
}

export async function hasSession(db: Db, list: SessionList): Promise<boolean> {
  const found = await listed(db, list).select('session.id').limit(1).executeTakeFirst()
  return found !== undefined
}

/** Finds the newest race among so many of the newest sessions; the landing page shows it. */
export async function findLatestRaceId(db: Db, among: number): Promise<string | undefined> {
  const newest = await listed(db, {})
    .select(['session.id', 'session_type'])
    .orderBy('started_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(among)
    .execute()
  return newest.find(({ session_type: type }) => isRaceType(type))?.id
}

async function countSessions(db: Db, list: SessionList): Promise<number> {
  return countRows(listed(db, list))
}

/**
 * Returns the list of the weekend that this session is part of; undefined for an unknown session. The game's
 * numbers for weekends repeat from user to user, and 0 means none.
 */
export async function findWeekendOf(db: Db, id: string): Promise<SessionList | undefined> {
  const own = await selectSummaries(db).where('session.id', '=', id).executeTakeFirst()
  if (!own || own.weekend_link_identifier === 0) return own && { id }
  const { user_id: userId, weekend_link_identifier: weekendLinkIdentifier } = own
  const { season_link_identifier, track_id, game_version } = own
  const shared = { season_link_identifier, track_id, game_version }
  return { userId, weekend: { weekendLinkIdentifier, shared }, oldestFirst: true }
}

/** Selects recorded sessions alone. */
export function selectSummaries(db: Db) {
  return selectDescribedSessions(db).where('status', '=', 'recorded')
}

/** Selects recorded sessions and sessions that are being driven. */
export function selectDescribedSessions(db: Db) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
}

function listed(db: Db, list: SessionList) {
  const { userId, trackIds = [], sessionTypes = [], id, gameSessionId, weekend } = list
  let query = db.selectFrom('session').where('status', '=', 'recorded')
  if (id !== undefined) query = query.where('session.id', '=', id)
  if (gameSessionId !== undefined) query = query.where('game_session_id', '=', gameSessionId)
  if (weekend) {
    query = query.where('weekend_link_identifier', '=', weekend.weekendLinkIdentifier)
    const { season_link_identifier, track_id, game_version } = weekend.shared ?? {}
    if (season_link_identifier !== undefined) {
      query = query.where('season_link_identifier', '=', season_link_identifier)
    }
    if (track_id !== undefined) query = query.where('track_id', '=', track_id)
    if (game_version !== undefined) {
      query = query.where('game_version', 'is not distinct from', game_version)
    }
  }
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (trackIds.length > 0) query = query.where(sql<boolean>`track_id = any(${trackIds}::int[])`)
  if (sessionTypes.length > 0) {
    query = query.where(sql<boolean>`session_type = any(${sessionTypes}::int[])`)
  }
  return query
}

interface Listed {
  readonly count: number
  readonly totalPages: number
  readonly sessions: ListedSession[]
}

/** If there is a viewer, their own seasons are listed too. */
type ReadList = (list: SessionList, request: ListRequest, viewerId?: string) => Promise<Listed>

interface SessionLists {
  readonly readList: ReadList
  readonly countAll: () => Promise<number>
}

/**
 * Creates the lists of recorded sessions in pages with their headers; earlier pages of a long list speed up
 * later ones.
 */
export function createSessionLists({ db, now }: Pick<AppContext, 'db' | 'now'>): SessionLists {
  const nowMs = () => now().getTime()
  const cachedCount = createCachedCount(nowMs)
  const marks = createPageCursors<SessionKey>(nowMs)

  const count = (list: SessionList) =>
    cachedCount(JSON.stringify(list), () => countSessions(db, list))

  async function readList(
    list: SessionList,
    request: ListRequest,
    viewerId: string | null = null,
  ): Promise<Listed> {
    const { page, pageSize } = request
    const name = JSON.stringify(list)
    const place = (page - 1) * pageSize
    const [rows, total] = await Promise.all([
      listSessions(db, list, { page, pageSize, mark: marks.last(name, place), viewerId }),
      count(list),
    ])
    const [first] = rows
    if (first) marks.note(name, { place, key: { startedAt: first.started_at, id: first.id } })
    request.describe({ total })
    const totalPages = Math.ceil(total / pageSize)
    return { count: total, totalPages, sessions: rows.map(toListedSession) }
  }

  return { readList, countAll: () => count({}) }
}
