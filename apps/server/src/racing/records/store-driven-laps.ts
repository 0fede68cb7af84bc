import { USUAL_CARS } from '@pitboard/contract/records/lap-category'
import { TRACE_REASONS } from '@pitboard/contract/records/records'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { isAlive } from '../../platform/queues/dead-jobs.ts'
import { findOwnLaps, type OwnLap } from './driven-laps.ts'

/**
 * Stores the laps of the recording user, instead of what was stored of the session before. Laps with a number
 * in `edited` had other times in the earlier recording.
 */
export async function storeDrivenLaps(
  db: Db,
  session: SessionDetail,
  edited: readonly number[],
): Promise<void> {
  const before = await db
    .deleteFrom('driven_lap')
    .where('session_id', '=', session.id)
    .returning(['user_id', 'track_id', 'game_version', 'session_kind'])
    .returning(['lap_num', 'lap_time_ms', 'withheld'])
    .execute()
  // The recording that proved it was replaced, and the session may be derived again.
  const wasEdited = ({ lapNum, lapTimeMs }: OwnLap) =>
    before.some(
      (lap) =>
        lap.withheld === 'earlierRecording' &&
        lap.lap_num === lapNum &&
        lap.lap_time_ms === lapTimeMs,
    )
  const reasonFor = (lap: OwnLap) =>
    edited.includes(lap.lapNum) || wasEdited(lap) ? 'earlierRecording' : lap.withheld
  const { id, userId, trackId, gameVersion, settings } = session
  const { formula, performance } = settings ?? USUAL_CARS
  const toRow = (lap: OwnLap, gameVersion: number) => ({
    session_id: id,
    lap_num: lap.lapNum,
    user_id: userId,
    driver_idx: lap.driverIdx,
    track_id: trackId,
    game_version: gameVersion,
    session_kind: lap.sessionKind,
    tyre_class: lap.tyreClass,
    weather: lap.weather,
    tyre_compound: lap.tyreCompound,
    tyre_age_laps: lap.tyreAgeLaps,
    lap_time_ms: lap.lapTimeMs,
    withheld: reasonFor(lap),
    is_proven: false,
    formula,
    performance,
    assists: settings ? [...settings.assists] : null,
    sector1_time_ms: lap.sectorsMs[0],
    sector2_time_ms: lap.sectorsMs[1],
    sector3_time_ms: lap.sectorsMs[2],
  })
  const rows =
    gameVersion === null ? [] : findOwnLaps(session).map((lap) => toRow(lap, gameVersion))
  if (rows.length > 0) await db.insertInto('driven_lap').values(rows).execute()
  await withholdByTraces(db, id)
  for (const place of distinctPlaces([...before, ...rows])) await markBests(db, place)
}

/**
 * Judges the laps after the traces of a session are made, or when they will not be: only laps that they prove are in
 * records.
 */
export async function judgeByTraces(db: Db, sessionId: string): Promise<void> {
  // Laps from before traces proved anything now either have what proves them or lack it.
  await db
    .updateTable('driven_lap')
    .set({ is_proven: false })
    .where('session_id', '=', sessionId)
    .where('is_proven', 'is', null)
    .execute()
  for (const place of await withholdByTraces(db, sessionId)) await markBests(db, place)
}

interface LapTyres {
  readonly driverIdx: number
  readonly lapNum: number
  readonly tyreAgeLaps: number | null
}

/** Stores the ages of tyres that the game has sent; a lap without one has that of its stint. */
export async function storeTyreAges(
  db: Db,
  sessionId: string,
  laps: readonly LapTyres[],
): Promise<void> {
  const known = laps.filter(({ tyreAgeLaps }) => tyreAgeLaps !== null)
  await sql`update driven_lap as lap set set_age_laps = lap.tyre_age_laps + stint.before
    from (
      select driven.lap_num - tyre_age_laps as first_lap,
        percentile_disc(0.5) within group (order by age - tyre_age_laps) as before
      from driven_lap as driven
      join unnest(
        ${known.map(({ driverIdx }) => driverIdx)}::int[],
        ${known.map(({ lapNum }) => lapNum)}::int[],
        ${known.map(({ tyreAgeLaps }) => tyreAgeLaps)}::int[]
      ) as sent (driver_idx, lap_num, age)
        on sent.driver_idx = driven.driver_idx and sent.lap_num = driven.lap_num
      where session_id = ${sessionId}
      group by first_lap
    ) as stint
    where session_id = ${sessionId} and lap.lap_num - lap.tyre_age_laps = stint.first_lap`.execute(
    db,
  )
}

/** Withholds, after a session is linked, the laps that another recording of it has with other times. */
export async function withholdDisputed(
  db: Db,
  sessionId: string,
  disputed: readonly number[],
): Promise<void> {
  const { rows } = await sql<Place>`update driven_lap as lap
    set withheld = case when lap.lap_num = any(${disputed}::int[]) then 'otherRecording' end
    where lap.session_id = ${sessionId} and case
      when lap.lap_num = any(${disputed}::int[])
        then lap.withheld is null or lap.withheld = any(${[...TRACE_REASONS]})
      else lap.withheld = 'otherRecording' end
    returning lap.user_id, lap.track_id, lap.game_version, lap.session_kind`.execute(db)
  if (rows.length === 0) return
  await withholdByTraces(db, sessionId)
  for (const place of distinctPlaces(rows)) await markBests(db, place)
}

/**
 * Withholds laps by what their traces show, including laps that another trace has judged before. Laps from before
 * traces proved anything stay as they were, unless something contradicts them.
 */
async function withholdByTraces(db: Db, sessionId: string): Promise<Place[]> {
  const { rows } = await sql<Place>`update driven_lap as lap
    set withheld = judged.reason, is_proven = judged.is_proven
    from (
      select lap.lap_num,
        case
          when trace.contradiction is not null then trace.contradiction
          when lap.is_proven is null then null
          when exists (select from lap_trace_job
            where session_id = lap.session_id and ${isAlive('traces')}) then 'unchecked'
          when trace.is_proven then null
          else 'noTelemetry'
        end as reason,
        case when lap.is_proven is not null then coalesce(trace.is_proven, false) end as is_proven
      from driven_lap as lap
      left join lap_trace as trace on trace.session_id = lap.session_id
        and trace.driver_idx = lap.driver_idx and trace.lap_num = lap.lap_num
      where lap.session_id = ${sessionId}
    ) as judged
    where lap.session_id = ${sessionId} and lap.lap_num = judged.lap_num
      and (lap.withheld is distinct from judged.reason
        or lap.is_proven is distinct from judged.is_proven)
      and (lap.withheld is null or lap.withheld = any(${[...TRACE_REASONS]}))
    returning lap.user_id, lap.track_id, lap.game_version, lap.session_kind`.execute(db)
  return distinctPlaces(rows)
}

/** Removes the laps before a session is deleted: another lap of its user there may then be their best. */
export async function removeDrivenLaps(db: Db, sessionId: string): Promise<void> {
  const removed = await db
    .deleteFrom('driven_lap')
    .where('session_id', '=', sessionId)
    .returning(['user_id', 'track_id', 'game_version', 'session_kind'])
    .execute()
  for (const place of distinctPlaces(removed)) await markBests(db, place)
}

interface Place {
  readonly user_id: string
  readonly track_id: number
  readonly game_version: number
  readonly session_kind: SessionKind
}

function distinctPlaces(rows: readonly Place[]): Place[] {
  const keyOf = (row: Place) =>
    [row.user_id, row.track_id, row.game_version, row.session_kind].join(' ')
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

/** Marks the best laps. Among equal ones the lap of the older session counts: ids sort by time. */
async function markBests(db: Db, place: Place): Promise<void> {
  await sql`update driven_lap as lap set is_best = ranked.is_best
    from (
      select session_id, lap_num, withheld is null and 1 = row_number() over (
        partition by tyre_class, weather, formula, performance
        order by withheld is not null, lap_time_ms, session_id, lap_num) as is_best
      from driven_lap
      where user_id = ${place.user_id} and track_id = ${place.track_id}
        and game_version = ${place.game_version} and session_kind = ${place.session_kind}
    ) as ranked
    where lap.session_id = ranked.session_id and lap.lap_num = ranked.lap_num
      and lap.is_best <> ranked.is_best`.execute(db)
}
