import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { SessionResult } from '../../standings/session-result.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { gunzip } from '../../../platform/http/compression.ts'
import { isNameHidden } from '../../../racing/sessions/store/session-document.ts'

/** Increase it when the derivation changes: older cached results are derived again. */
const FORM = '3'

/** Reads the results of recorded sessions by id, cached until their document changes. */
export async function readResults(
  db: Db,
  sessionIds: readonly string[],
): Promise<Map<string, SessionResult>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('session')
    .leftJoin('session_result', (join) =>
      join
        .onRef('session_result.session_id', '=', 'session.id')
        .on('session_result.detail_etag', '=', sql<string>`${FORM} || ':' || session.detail_etag`),
    )
    .select(['session.id', 'result'])
    .where('session.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .where('status', '=', 'recorded')
    .orderBy('session.id')
    .execute()
  const results = new Map<string, SessionResult>()
  for (const { id, result } of rows) {
    const known = result ?? (await makeResult(db, id))
    if (known) results.set(id, known)
  }
  return results
}

async function makeResult(db: Db, id: string): Promise<SessionResult | undefined> {
  const row = await db
    .selectFrom('session')
    .select(['detail', 'detail_etag'])
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .executeTakeFirst()
  if (!row?.detail || row.detail_etag === null) return undefined
  const detail: SessionDetail = JSON.parse((await gunzip(row.detail)).toString('utf8'))
  const result = toSessionResult(detail)
  const values = { detail_etag: `${FORM}:${row.detail_etag}`, result: JSON.stringify(result) }
  // The session may have been deleted meanwhile.
  await db
    .insertInto('session_result')
    .columns(['session_id', 'detail_etag', 'result'])
    .expression((from) =>
      from
        .selectFrom('session')
        .select(['session.id'])
        .select([
          sql<string>`${values.detail_etag}`.as('e'),
          sql<string>`${values.result}::jsonb`.as('r'),
        ])
        .where('session.id', '=', id),
    )
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute()
  return result
}

export function toSessionResult(detail: SessionDetail): SessionResult {
  const fastestIdx = findUntimedFastest(detail)
  return {
    plannedLaps: detail.numberOfLaps ?? 0,
    raceKind: detail.raceKind ?? null,
    recorderDriverIdx: detail.recorderDriverIdx ?? null,
    cars: detail.drivers.map((driver) => ({
      driverIdx: driver.driverIdx,
      name: driver.name,
      isHidden: isNameHidden(driver),
      isHuman: driver.isHuman,
      carNumber: driver.carNumber,
      team: driver.team,
      teamColour: driver.teamColour,
      position: driver.finishingPosition ?? driver.position,
      resultStatus: driver.resultStatus,
      numberOfLaps: driver.numberOfLaps,
      totalRaceTimeMs: driver.totalRaceTime,
      totalPenaltiesSeconds: driver.totalPenaltiesSeconds,
      bestLapTimeMs: driver.bestLapTimeMs,
      startingPosition: driver.startingPosition,
      ...(driver.driverIdx === fastestIdx && { hasFastestLap: true }),
    })),
  }
}

function findUntimedFastest(detail: SessionDetail): number | null {
  return untimedFastestLaps(detail).at(-1)?.driverIdx ?? null
}

/**
 * Returns the events that say who had the fastest lap of a typed result without lap times: a table may say who it was, and
 * no time.
 */
export function untimedFastestLaps({
  origin,
  drivers,
  events,
}: Pick<SessionDetail, 'origin' | 'drivers' | 'events'>): SessionDetail['events'] {
  if (origin !== 'hand' || drivers.some(({ bestLapTimeMs }) => bestLapTimeMs !== null)) return []
  return events.filter(({ kind }) => kind === 'fastestLap')
}

/**
 * Returns whether a document says something else of the result than the one that it replaces. A recording may complete
 * one that has not seen the end, which is marked as provisional. After a final one also a value that was unknown is a
 * change: a best lap that is filled in can move the point for the fastest lap.
 */
export function changesResult(before: SessionDetail, after: SessionDetail): boolean {
  const isRecorded = before.origin === undefined || before.origin === null
  if (!isRecorded) return !isDeepStrictEqual(shownResult(before), shownResult(after))
  if (before.classification !== 'final') return false
  return !isDeepStrictEqual(toSessionResult(before), toSessionResult(after))
}

function shownResult(detail: SessionDetail) {
  const { trackId, sessionType, sessionStartTime } = detail
  return { ...toSessionResult(detail), trackId, sessionType, sessionStartTime }
}
