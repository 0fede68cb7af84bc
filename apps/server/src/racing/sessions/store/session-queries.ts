import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'
import type { SessionRow } from './session-tables.ts'
import type {
  RecordedSession,
  SessionDetail,
  SessionSummary,
} from '@pitboard/contract/sessions/session'
import { completenessOf, type SessionColumns, toSessionColumns } from './session-columns.ts'
import { readOwnDocument, readRecordedSession } from './session-document.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { nameOf } from '../../../accounts/users/queries.ts'

export interface RecordedRow {
  columns: SessionColumns
  /** It is the session detail's JSON, compressed by gzip. */
  detail: Buffer
  /** The tag has no quotes. */
  detailEtag: string
  captureKey: string | null
  /** If it is left out, the capture came as the one before it. */
  isUploaded?: boolean | undefined
}

/**
 * Inserts a session that is being driven and returns its running number in this installation. Does
 * nothing where the row exists, as after a restart.
 */
export async function openSession(db: Db, id: string, columns: SessionColumns): Promise<number> {
  const inserted = await db
    .insertInto('session')
    .values({ id, status: 'live', ...columns })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('internal_session_id')
    .executeTakeFirst()
  if (inserted) return inserted.internal_session_id
  const { internal_session_id } = await db
    .selectFrom('session')
    .select('internal_session_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return internal_session_id
}

/**
 * Stores the row of a session that is over; storing it again replaces what was stored. It is not
 * linked to other recordings: `storeRecording` does both.
 */
export async function recordSession(db: Db, id: string, recorded: RecordedRow): Promise<void> {
  const values = {
    status: 'recorded' as const,
    ...recorded.columns,
    detail: recorded.detail,
    detail_etag: recorded.detailEtag,
    capture_key: recorded.captureKey,
    own_detail: null,
    derived_at: new Date(),
    ...(recorded.isUploaded !== undefined && { is_uploaded: recorded.isUploaded }),
  }
  // Update first: an insert that conflicts would use up a running number.
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set(values)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('session')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

export async function findCaptureKey(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .select('capture_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.capture_key ?? null
}

/** Deletes a live session without a result. A recorded one stays. */
export async function discardSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).where('status', '=', 'live').execute()
}

/** The columns are those of `session` joined with its `user`. */
export const SUMMARY_COLUMNS = [
  'session.id',
  'internal_session_id',
  'game_session_id',
  'user_id',
  'username',
  'track_id',
  'track_name',
  'session_type',
  'number_of_laps',
  'started_at',
  'ended_at',
  'game_version',
  'game_build',
  'packet_format',
  'is_multiplayer',
  'season_link_identifier',
  'weekend_link_identifier',
  'session_link_identifier',
  'start_track_temp',
  'start_air_temp',
  'start_weather',
  'frames_seen',
  'laps_missing',
  'hidden_names',
  'restricted_drivers',
  'classification',
  'origin',
] as const

export type SummaryRow = Pick<
  SessionRow,
  Exclude<(typeof SUMMARY_COLUMNS)[number], 'username' | 'session.id'> | 'id'
> & { username: string | null }

/** Finds a recorded session's document, which is left out where the caller's `knownEtags` name it. */
export async function findDetail(
  db: Db,
  id: string,
  knownEtags: readonly string[] = [],
): Promise<{ etag: string; detail: Buffer | null } | undefined> {
  const row = await db
    .selectFrom('session')
    .select('detail_etag')
    .select(
      sql<Buffer | null>`case when detail_etag = any(${knownEtags}) then null else detail end`.as(
        'detail',
      ),
    )
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .executeTakeFirst()
  if (!row || row.detail_etag === null) return undefined
  return { etag: row.detail_etag, detail: row.detail }
}

/** Finds a recorded session; returns null where it does not exist or cannot be read. */
export async function findRecordedSession(db: Db, id: string): Promise<RecordedSession | null> {
  const found = await findDetail(db, id)
  return (found?.detail && (await readRecordedSession(found.detail))) ?? null
}

export async function getRecordedSession(db: Db, id: string): Promise<RecordedSession> {
  const session = await findRecordedSession(db, id)
  if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
  return session
}

/** Finds or inserts the row of a user's session: however often it is sent, it has one row. */
export async function ensureSessionRow(
  db: Db,
  id: string,
  detail: SessionDetail,
): Promise<{ id: string; internalSessionId: number }> {
  const known = await db
    .selectFrom('session')
    .select(['id', 'internal_session_id'])
    .where('user_id', '=', detail.userId)
    .where('game_session_id', '=', detail.sessionId)
    .where('origin', 'is', null)
    .executeTakeFirst()
  if (known) return { id: known.id, internalSessionId: known.internal_session_id }
  return { id, internalSessionId: await openSession(db, id, toSessionColumns(detail)) }
}

/** Returns what the stored recording of this id itself says; undefined where none is stored. */
export async function findOwnRecording(db: Db, id: string): Promise<SessionDetail | undefined> {
  const row = await db
    .selectFrom('session')
    .select(['detail', 'own_detail'])
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .executeTakeFirst()
  return row && readOwnDocument(row)
}

/** Returns whether the stored recording of this id is more complete than `detail`. */
export async function hasMoreCompleteRecording(
  db: Db,
  id: string,
  detail: SessionDetail,
): Promise<boolean> {
  const stored = await findOwnRecording(db, id)
  return stored !== undefined && isMoreComplete(stored, detail)
}

/** A recorder that was cut off sends what it has within this time. */
const LATE_HOURS = 1

/**
 * Returns whether a stream may be a file that was sent as if it were driven now, or as it was driven long ago: it began
 * when another user's recording of the same session was over, or its own times are long past. Times are what senders
 * say, except the moment at which the row was created: a file that arrives during a race makes its streams no copies.
 */
export async function isLateCopy(
  db: Db,
  { id, userId, sessionId, sessionStartTime }: SessionDetail,
): Promise<boolean> {
  const { rows } = await sql<{ readonly isLate: boolean }>`
    select own.created_at > ${sessionStartTime}::timestamptz + make_interval(hours => ${LATE_HOURS})
      or exists (
        select from session as other
        where other.game_session_id = ${sessionId} and other.user_id <> ${userId}
          and other.status = 'recorded' and other.origin is null and other.ended_at < own.created_at
          and other.created_at < own.created_at
      ) as "isLate"
    from session as own where own.id = ${id}`.execute(db)
  return rows[0]?.isLate === true
}

/** Compares first the result, then the laps: half a race never replaces a whole one. */
export function isMoreComplete(a: SessionDetail, b: SessionDetail): boolean {
  if (a.classification !== b.classification) return a.classification === 'final'
  return knownLaps(a) > knownLaps(b)
}

function knownLaps({ drivers }: SessionDetail): number {
  const laps = drivers.flatMap(({ lapTimes }) => lapTimes)
  return laps.filter(({ lapTime }) => lapTime !== null).length
}

/** Returns a session as lists show it. */
export function toSummary(row: SummaryRow): SessionSummary {
  return {
    id: row.id,
    internalSessionId: row.internal_session_id,
    sessionId: row.game_session_id,
    userId: row.user_id,
    userName: nameOf(row),
    trackId: row.track_id,
    trackName: row.track_name,
    sessionType: row.session_type,
    numberOfLaps: row.number_of_laps,
    sessionStartTime: row.started_at.toISOString(),
    sessionEndTime: row.ended_at?.toISOString() ?? null,
    gameVersion: row.game_version,
    gameBuild: row.game_build,
    packetFormat: row.packet_format,
    isMultiplayer: row.is_multiplayer,
    seasonLinkIdentifier: row.season_link_identifier,
    weekendLinkIdentifier: row.weekend_link_identifier,
    sessionLinkIdentifier: row.session_link_identifier,
    startTrackTemp: row.start_track_temp,
    startAirTemp: row.start_air_temp,
    startWeather: row.start_weather,
    ...(row.origin !== null && { origin: row.origin }),
    completeness: completenessOf(row),
  }
}
