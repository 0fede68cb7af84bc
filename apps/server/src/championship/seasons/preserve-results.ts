import { BLANK_DRIVER, BLANK_SESSION } from '@pitboard/contract/blank-session'
import type { Driver } from '@pitboard/contract/driver'
import type { RecordedSession, SessionDetail } from '@pitboard/contract/session'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { columnsOf } from '../../racing/sessions/columns.ts'
import { uidOf } from '../../racing/sessions/manual-results/create-session.ts'
import { packDocument, readRecorded } from '../../racing/sessions/document.ts'
import { recordSession } from '../../racing/sessions/queries.ts'
import { noteLost, type Lost } from './deleted-session-notes.ts'

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
  const recorded = session.detail === null ? undefined : await readRecorded(session.detail)
  const lost: Lost[] = []
  for (const [ownerId, own] of Map.groupBy(uses, ({ owner_id }) => owner_id)) {
    const seasonIds = own.map(({ season_id }) => season_id)
    const copied = recorded && (await storeCopy(context, db, recorded, ownerId))
    if (copied) await replaceSession(db, seasonIds, session.id, copied.resultId)
    for (const { season_id: seasonId, event_id: eventId } of own) {
      lost.push({ seasonId, eventId, sessionId: session.id, ...copied })
    }
  }
  await noteLost(context, db, lost)
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
  const columns = { ...columnsOf(draft), document_hash: `preserved ${id}` }
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
    ...{ trackId, trackName, sessionType, numberOfLaps, classification },
    ...{ gameVersion, packetFormat, isMultiplayer, sessionStartTime, sessionEndTime },
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
    ...{ driverIdx, name, carNumber, team, teamId, teamColour, isHuman, telemetryPublic },
    ...{ position, startingPosition, finishingPosition, resultStatus, numberOfLaps },
    ...{ totalRaceTime, totalPenaltiesSeconds, bestLapTimeMs, currentLapNumber: numberOfLaps ?? 0 },
  }
}

async function replaceSession(
  db: Db,
  seasonIds: readonly string[],
  before: string,
  after: string,
): Promise<void> {
  for (const table of ['season_session', 'season_adjustment'] as const) {
    await db
      .updateTable(table)
      .set({ session_id: after })
      .where('session_id', '=', before)
      .where('season_id', '=', sql<string>`any(${seasonIds}::uuid[])`)
      .execute()
  }
}
