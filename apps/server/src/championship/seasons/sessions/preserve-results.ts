import { lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { toSessionColumns } from '../../../racing/sessions/store/session-columns.ts'
import {
  packDocument,
  readRecordedSession,
} from '../../../racing/sessions/store/session-document.ts'
import { previewWithout } from '../../../racing/sessions/matching/link-recordings.ts'
import { toSessionResult, untimedFastestLaps } from '../store/session-results.ts'
import { COPY_HASH, uidOf } from '../../../racing/sessions/manual-results/create-manual-result.ts'
import { recordSession } from '../../../racing/sessions/store/session-queries.ts'

export type FindLive = (sessionId: string) => Promise<LiveSession | null>

/** The session counts in an event of a season; in a deleted season, which can be restored, too. */
interface Use {
  readonly sessionId: string
  readonly seasonId: string
  readonly eventId: string
  readonly ownerId: string
}

interface Preserving {
  readonly spares: (use: Use) => boolean
  readonly findLive: FindLive
  /** The sessions stay, with other results. */
  readonly isReplaced?: boolean
}

/**
 * Before sessions are deleted or replaced, the seasons that count them get the classification as a manual result of
 * their owner, so that their standings stay as they are; `spares` chooses the seasons. Their histories
 * say so. `findLive` has the state of a session that is being driven.
 */
export async function preserveResults(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  goneIds: readonly string[],
  { spares, findLive, isReplaced = false }: Preserving,
): Promise<void> {
  const borrowers = await findBorrowers(db, goneIds)
  const uses = (await lockUses(db, [...goneIds, ...borrowers])).filter(spares)
  const gone = new Set(goneIds)
  const deletedSessions: DeletedSession[] = []
  for (const [sessionId, ofSession] of Map.groupBy(uses, (use) => use.sessionId)) {
    const recorded = gone.has(sessionId)
      ? await readClassified(db, sessionId, findLive)
      : await readBorrowed(db, sessionId, goneIds)
    if (recorded === undefined && !gone.has(sessionId)) continue
    for (const [ownerId, own] of Map.groupBy(ofSession, (use) => use.ownerId)) {
      const seasonIds = own.map(({ seasonId }) => seasonId)
      const copied = recorded && (await storeCopy(context, db, recorded, ownerId))
      if (copied) await replaceSession(db, seasonIds, sessionId, copied.resultId)
      for (const { seasonId, eventId } of own) {
        deletedSessions.push({ seasonId, eventId, sessionId, ...copied })
      }
    }
  }
  await recordDeletedSessions(context, db, deletedSessions, isReplaced)
}

/** Returns where the sessions count. Nobody else changes these seasons until the transaction ends. */
async function lockUses(db: Db, sessionIds: readonly string[]): Promise<Use[]> {
  const ids = sql<string>`any(${sessionIds}::uuid[])`
  const seasonIds = db
    .selectFrom('season_session')
    .select('season_id')
    .where('session_id', '=', ids)
  await db
    .selectFrom('season')
    .select('id')
    .where('id', 'in', seasonIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  return db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_id')
    .select(['session_id as sessionId', 'season_id as seasonId', 'event_id as eventId'])
    .select('owner_id as ownerId')
    .where('session_id', '=', ids)
    .orderBy('session_id')
    .orderBy('season_id')
    .execute()
}

/** Finds recordings of others in a season that have taken something from one of these. */
async function findBorrowers(db: Db, goneIds: readonly string[]): Promise<string[]> {
  const ids = sql<string>`any(${goneIds}::uuid[])`
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('own_detail', 'is not', null)
    .where(sql<boolean>`id <> all(${goneIds}::uuid[])`)
    .where(({ selectFrom, eb }) =>
      eb(
        'group_id',
        'in',
        selectFrom('session as gone').select('gone.group_id').where('gone.id', '=', ids),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('season_session').select('season_id').whereRef('session_id', '=', 'session.id'),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Classified = Omit<SessionDetail, 'siblings' | 'filled'>

/** Returns undefined for a session without a result. */
async function readClassified(
  db: Db,
  id: string,
  findLive: FindLive,
): Promise<Classified | undefined> {
  const row = await db
    .selectFrom('session')
    .select(['detail', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.status === 'live') return withDrivenDistance(await findLive(id))
  return row?.detail ? readRecordedSession(row.detail) : undefined
}

/** A race that nobody records to its end was as long as what was seen of it. */
function withDrivenDistance(state: LiveSession | null): Classified | undefined {
  if (state === null) return undefined
  const laps = lastLapOf(state)
  return { ...state, numberOfLaps: laps }
}

/** Returns undefined where its result does not depend on the others. */
async function readBorrowed(
  db: Db,
  id: string,
  goneIds: readonly string[],
): Promise<Classified | undefined> {
  const preview = await previewWithout(db, id, goneIds)
  if (!preview) return undefined
  const { before, after } = preview
  return isDeepStrictEqual(toSessionResult(before), toSessionResult(after)) ? undefined : before
}

async function storeCopy(
  { newId }: Pick<AppContext, 'newId'>,
  db: Db,
  recorded: Classified,
  userId: string,
): Promise<{ resultId: string }> {
  const id = newId()
  const sessionId = uidOf(id)
  const draft = classificationOf(recorded, { id, userId, sessionId })
  const columns = { ...toSessionColumns(draft), document_hash: `${COPY_HASH}${id}` }
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

/** The classification has no laps and telemetry: those are the deleted recording's. */
function classificationOf(
  recorded: Classified,
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
    events: untimedFastestLaps(recorded),
    origin: 'hand',
    completeness: { ...recorded.completeness, framesSeen: null, lapsMissing: 0, missingLaps: [] },
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
  for (const table of [
    'season_session',
    'season_adjustment',
    'steward_case',
    'driver_vote',
  ] as const) {
    await db
      .updateTable(table)
      .set({ session_id: after })
      .where('session_id', '=', before)
      .where('season_id', '=', sql<string>`any(${seasonIds}::uuid[])`)
      .execute()
  }
  // What users say of a race in the news of a league stays with it.
  await sql`
    update news_reaction set subject_id = ${after}
    where kind = 'race' and subject_id = ${before} and league_id in (
      select league_id from league_season where season_id = any(${seasonIds}::uuid[]))`.execute(db)
}

/** A season loses this of a deleted session. */
interface DeletedSession {
  readonly seasonId: string
  readonly eventId: string
  readonly sessionId: string
  /** This session holds its result from now on. */
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
  isReplaced = false,
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
    const details = JSON.stringify({ sessions, ...(isReplaced && { isReplaced }) })
    const change = { action: 'sessionsLost', details, author_id: owner_id, version }
    return { id: newId(), season_id, league_id: null, ...change }
  })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE)
    await db.insertInto('owner_change').values(part).execute()
  }
}

/**
 * Preserves results before an account is deleted. Its leagues are handed over already, so that heirs get the results of
 * their seasons, too.
 */
export async function preserveResultsOfUser(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  userId: string,
  findLive: FindLive,
): Promise<void> {
  // While they are locked, nobody adds them to a season.
  const sessions = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const goneIds = sessions.map(({ id }) => id)
  const spares = ({ ownerId }: Use) => ownerId !== userId
  await preserveResults(context, db, goneIds, { spares, findLive })
}
