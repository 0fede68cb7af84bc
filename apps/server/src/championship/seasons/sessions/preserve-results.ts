import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/car-fields'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { RecordedSession, SessionDetail } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { toSessionColumns } from '../../../racing/sessions/store/session-columns.ts'
import {
  packDocument,
  readRecordedSession,
} from '../../../racing/sessions/store/session-document.ts'
import { uidOf } from '../../../racing/sessions/manual-results/create-manual-result.ts'
import { recordSession } from '../../../racing/sessions/store/session-queries.ts'

interface Use {
  readonly season_id: string
  readonly event_id: string
  readonly owner_id: string
}

/**
 * Before a recording is deleted, the seasons of others get its classification as a manual result of
 * their owner, so that their standings stay as they are. Their histories say so.
 */
export async function preserveResults(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  session: { readonly id: string; readonly detail: Buffer | null },
  uses: readonly Use[],
): Promise<void> {
  const recorded = session.detail === null ? undefined : await readRecordedSession(session.detail)
  const deletedSessions: DeletedSession[] = []
  for (const [ownerId, own] of Map.groupBy(uses, ({ owner_id }) => owner_id)) {
    const seasonIds = own.map(({ season_id }) => season_id)
    const copied = recorded && (await storeCopy(context, db, recorded, ownerId))
    if (copied) await replaceSession(db, seasonIds, session.id, copied.resultId)
    for (const { season_id: seasonId, event_id: eventId } of own) {
      deletedSessions.push({ seasonId, eventId, sessionId: session.id, ...copied })
    }
  }
  await recordDeletedSessions(context, db, deletedSessions)
}

async function storeCopy(
  { newId }: Pick<AppContext, 'newId'>,
  db: Db,
  recorded: RecordedSession,
  userId: string,
): Promise<{ resultId: string }> {
  const id = newId()
  const sessionId = uidOf(id)
  const draft = classificationOf(recorded, { id, userId, sessionId })
  // The hash finds a document that is sent twice; this one was not sent.
  const columns = { ...toSessionColumns(draft), document_hash: `preserved ${id}` }
  const unread = { detail: Buffer.alloc(0), detailEtag: '', captureKey: null }
  await recordSession(db, id, { ...unread, columns })
  const { internal_session_id: internalSessionId, username } = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'user_id')
    .select(['internal_session_id', 'username'])
    .where('session.id', '=', id)
    .executeTakeFirstOrThrow()
  const detail = { ...draft, internalSessionId, userName: username ?? '' }
  const packed = await packDocument({ ...detail, siblings: [], filled: [] })
  await recordSession(db, id, { ...packed, columns, captureKey: null })
  return { resultId: id }
}

/** Without laps and telemetry: those are the deleted recording's. */
function classificationOf(
  recorded: RecordedSession,
  identity: { readonly id: string; readonly userId: string; readonly sessionId: string },
): SessionDetail {
  const { trackId, trackName, sessionType, numberOfLaps, raceKind, classification } = recorded
  const { gameVersion, packetFormat, isMultiplayer, sessionStartTime, sessionEndTime } = recorded
  return {
    ...BLANK_SESSION,
    ...identity,
    trackId,
    trackName,
    sessionType,
    numberOfLaps,
    classification,
    gameVersion,
    packetFormat,
    isMultiplayer,
    sessionStartTime,
    sessionEndTime,
    ...(raceKind !== undefined && { raceKind }),
    drivers: recorded.drivers.map(toClassified),
    origin: 'hand',
    completeness: { ...recorded.completeness, framesSeen: 0, lapsMissing: 0 },
  }
}

function toClassified(driver: Driver): Driver {
  const { driverIdx, name, carNumber, team, teamId, teamColour, isHuman, telemetryPublic } = driver
  const { position, startingPosition, finishingPosition, resultStatus, numberOfLaps } = driver
  const { totalRaceTime, totalPenaltiesSeconds, bestLapTimeMs } = driver
  return {
    ...BLANK_DRIVER,
    driverIdx,
    name,
    carNumber,
    team,
    teamId,
    teamColour,
    isHuman,
    telemetryPublic,
    position,
    startingPosition,
    finishingPosition,
    resultStatus,
    numberOfLaps,
    totalRaceTime,
    totalPenaltiesSeconds,
    bestLapTimeMs,
    currentLapNumber: numberOfLaps ?? 0,
  }
}

async function replaceSession(
  db: Db,
  seasonIds: readonly string[],
  before: string,
  after: string,
): Promise<void> {
  for (const table of ['season_session', 'season_adjustment', 'steward_case'] as const) {
    await db
      .updateTable(table)
      .set({ session_id: after })
      .where('session_id', '=', before)
      .where('season_id', '=', sql<string>`any(${seasonIds}::uuid[])`)
      .execute()
  }
}

/** What a season loses of a deleted session. */
interface DeletedSession {
  readonly seasonId: string
  readonly eventId: string
  readonly sessionId: string
  /** The session that holds its result from now on. */
  readonly resultId?: string
}

/** PostgreSQL takes 65,535 values in a statement. */
const ROWS_AT_ONCE = 1_000

/**
 * Adds to the history of seasons which of their sessions were deleted. Also to that of a deleted
 * season, which can be restored.
 */
export async function recordDeletedSessions(
  { newId }: Pick<AppContext, 'newId'>,
  db: Db,
  deletedSessions: readonly DeletedSession[],
): Promise<void> {
  if (deletedSessions.length === 0) return
  const bySeason = Map.groupBy(deletedSessions, ({ seasonId }) => seasonId)
  const seasons = await db
    .updateTable('season')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${[...bySeason.keys()]}::uuid[])`)
    .returning(['id', 'version', 'owner_id'])
    .execute()
  const rows = seasons.map(({ id: season_id, version, owner_id }) => {
    const sessions = (bySeason.get(season_id) ?? []).map(({ eventId, sessionId, resultId }) => ({
      eventId,
      sessionId,
      resultId,
    }))
    const details = JSON.stringify({ sessions })
    const change = { action: 'sessionsLost', details, author_id: owner_id, version }
    return { id: newId(), season_id, league_id: null, ...change }
  })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE)
    await db.insertInto('owner_change').values(part).execute()
  }
}

/** Notes in the seasons of others what they lose with a user's account. */
export async function recordDeletedSessionsOfUser(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  userId: string,
): Promise<void> {
  const deletedSessions = await db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_id')
    .innerJoin('session', 'session.id', 'session_id')
    .select(['season_id as seasonId', 'event_id as eventId', 'session_id as sessionId'])
    .where('session.user_id', '=', userId)
    .where('owner_id', '!=', userId)
    .orderBy('season_id')
    .orderBy('session_id')
    .execute()
  await recordDeletedSessions(context, db, deletedSessions)
}
