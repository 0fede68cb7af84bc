import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import type { Mark } from '../http/page-marks.ts'
import { SUMMARY_COLUMNS, type SummaryRow } from './queries.ts'

/** Which recorded sessions a list is of; what is left out says nothing. */
export interface SessionList {
  readonly userId?: string
  /** Any of them; an empty list says nothing either. */
  readonly trackIds?: readonly number[]
  readonly sessionTypes?: readonly number[]
}

/** What lists are sorted by. */
export interface SessionKey {
  readonly startedAt: Date
  readonly id: string
}

/** Newest first; `page` counts from 1. With a mark of the list it is counted off from there. */
export async function listSessions(
  db: Db,
  list: SessionList,
  { page, pageSize }: { page: number; pageSize: number },
  mark: Mark<SessionKey> | null = null,
): Promise<SummaryRow[]> {
  // The ids come from an index alone; a deep page reads no rows on its way.
  let ids = listed(db, list)
    .select('session.id')
    .orderBy('started_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize - (mark?.place ?? 0))
  if (mark) {
    const { startedAt, id } = mark.key
    ids = ids.where(sql<boolean>`(started_at, session.id) <= (${startedAt}, ${id}::uuid)`)
  }
  return summaries(db)
    .where('session.id', 'in', ids)
    .orderBy('started_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
}

export async function countSessions(db: Db, list: SessionList): Promise<number> {
  const { count } = await listed(db, list)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The recordings of a session of the game by its UID, newest first. */
export async function listRecordings(db: Db, gameSessionId: string): Promise<SummaryRow[]> {
  return summaries(db)
    .where('game_session_id', '=', gameSessionId)
    .orderBy('started_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(RECORDINGS_MAX)
    .execute()
}

/**
 * The sessions of the weekend that this one is part of, as they were driven; undefined where there
 * is no such session. The game's numbers for weekends repeat from user to user, and 0 says nothing.
 */
export async function listWeekendOf(db: Db, id: string): Promise<SummaryRow[] | undefined> {
  const own = await summaries(db).where('session.id', '=', id).executeTakeFirst()
  if (!own || own.weekend_link_identifier === 0) return own && [own]
  return summaries(db)
    .where('weekend_link_identifier', '=', own.weekend_link_identifier)
    .where('season_link_identifier', '=', own.season_link_identifier)
    .where('user_id', '=', own.user_id)
    .where('track_id', '=', own.track_id)
    .where('game_version', 'is not distinct from', own.game_version)
    .orderBy('started_at')
    .orderBy('session.id')
    .limit(WEEKEND_MAX)
    .execute()
}

/** Of all users, in the order the sessions were driven; nothing has the number 0. */
export async function listWeekend(
  db: Db,
  weekendId: number,
  userId: string | undefined,
): Promise<SummaryRow[]> {
  let query = summaries(db)
    .where('weekend_link_identifier', '=', weekendId)
    .where('weekend_link_identifier', '<>', 0)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return query.orderBy('started_at').orderBy('session.id').limit(WEEKEND_MAX).execute()
}

const RECORDINGS_MAX = 100
const WEEKEND_MAX = 100

/** Of recorded sessions. */
export function summaries(db: Db) {
  return described(db).where('status', '=', 'recorded')
}

/** Also of one that is being driven. */
export function described(db: Db) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
}

function listed(db: Db, { userId, trackIds = [], sessionTypes = [] }: SessionList) {
  let query = db.selectFrom('session').where('status', '=', 'recorded')
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (trackIds.length > 0) query = query.where(sql<boolean>`track_id = any(${trackIds}::int[])`)
  if (sessionTypes.length > 0) {
    query = query.where(sql<boolean>`session_type = any(${sessionTypes}::int[])`)
  }
  return query
}
