import type { LapCategory, LapConditions } from '@pitboard/contract/records/lap-category'
import {
  type LapRecord,
  type PersonalBest,
  RECORDS_MAX,
  type TrackRecord,
} from '@pitboard/contract/records/records'
import type { SeasonRecord } from '@pitboard/contract/seasons/season-races'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { Track } from '@pitboard/contract/wire/enumerations'
import { sql } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'
import { executePrepared } from '../../platform/db/prepared-statements.ts'
import type { Db } from '../../platform/db/tables.ts'

const BESTS_MAX = 1_000
/** The recorder reads no earlier year. */
const FIRST_GAME_VERSION = 2022

/**
 * The moment is written as `Date.toISOString` does, because lists of hundreds of laps would parse and write
 * as many dates.
 */
export const LAP_COLUMNS = sql`lap.session_id as "sessionId", lap.driver_idx as "driverIdx",
  lap.lap_num as "lapNum", lap.lap_time_ms as "lapTimeMs",
  lap.sector1_time_ms as "sector1TimeMs", lap.sector2_time_ms as "sector2TimeMs",
  lap.sector3_time_ms as "sector3TimeMs", lap.tyre_compound as "tyreCompound",
  coalesce(lap.set_age_laps, lap.tyre_age_laps) as "tyreAgeLaps", lap.has_trace as "hasTrace",
  coalesce(lap.is_proven, false) as "isProven", lap.assists,
  to_char(lap.driven_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "drivenAt"`

const RECORD_COLUMNS = sql`${LAP_COLUMNS}, "user".id as "userId",
  "user".username, "user".avatar_url as "avatarUrl"`

/** Laps of sessions that are not recorded are in no list. */
export const IS_LISTED = sql<boolean>`lap.driven_at is not null`

/** The query reads bests alone: their index has all that is shown of a lap. */
const RECORDS = sql`driven_lap as lap
  join "user" on "user".id = lap.user_id and "user".is_in_records`

type StoredRecord = Omit<LapRecord, 'username'> & { readonly username: string | null }

function toRecord(lap: StoredRecord): LapRecord {
  return { ...lap, username: nameOf(lap) }
}

/** Returns the fastest laps of a track, one for each user who lets them be seen. */
export async function listRecords(db: Db, category: LapCategory): Promise<LapRecord[]> {
  const { rows } = await executePrepared(
    db,
    sql<StoredRecord>`
    select ${RECORD_COLUMNS} from ${RECORDS}
    where is_best and ${IS_LISTED} and ${within(category)} and lap.track_id = ${category.trackId}
    order by lap.lap_time_ms, lap.session_id, lap.lap_num
    limit ${sql.lit(RECORDS_MAX)}`,
  )
  return rows.map(toRecord)
}

/** Returns the fastest lap of each track; tracks without one are left out. */
export async function listTrackRecords(db: Db, conditions: LapConditions): Promise<TrackRecord[]> {
  const { rows } = await executePrepared(
    db,
    sql<StoredRecord & { readonly trackId: number }>`
    select track.id as "trackId", fastest.*
    from unnest(${Object.values(Track)}::int[]) as track (id)
    cross join lateral (
      select ${RECORD_COLUMNS} from ${RECORDS}
      where is_best and ${IS_LISTED} and ${within(conditions)} and lap.track_id = track.id
      order by lap.lap_time_ms, lap.session_id, lap.lap_num
      limit 1) as fastest`,
  )
  return rows
    .map(({ trackId, ...lap }) => {
      return { trackId, trackName: trackName(trackId), record: toRecord(lap) }
    })
    .toSorted((a, b) => a.trackName.localeCompare(b.trackName, 'en'))
}

/** Lists the laps of these sessions that are the fastest of their category, for users who let them be seen. */
export async function listStandingRecords(
  db: Db,
  sessionIds: readonly string[],
): Promise<SeasonRecord[]> {
  if (sessionIds.length === 0) return []
  const { rows } = await executePrepared(
    db,
    sql<SeasonRecord>`
    select lap.session_id as "sessionId", lap.driver_idx as "driverIdx", lap.track_id as "trackId",
      lap.lap_time_ms as "lapTimeMs", lap.tyre_class as "tyreClass", lap.weather
    from ${RECORDS}
    where is_best and ${IS_LISTED} and lap.session_id = any(${sessionIds}::uuid[])
      and not exists (
        select from driven_lap as faster
        join "user" as other on other.id = faster.user_id and other.is_in_records
        where faster.is_best and faster.driven_at is not null and faster.track_id = lap.track_id
          and faster.game_version = lap.game_version and faster.session_kind = lap.session_kind
          and faster.tyre_class = lap.tyre_class and faster.weather = lap.weather
          and faster.formula = lap.formula and faster.performance = lap.performance
          and (faster.lap_time_ms, faster.session_id, faster.lap_num)
            < (lap.lap_time_ms, lap.session_id, lap.lap_num))
    order by lap.driven_at, lap.session_id, lap.lap_time_ms
    limit ${sql.lit(RECORDS_MAX)}`,
  )
  return rows
}

/** Returns the years of the game with records, newest first. */
export async function listGameVersions(db: Db, now: Date): Promise<number[]> {
  // A game is named after its year or the next one. In the order of the index the first row is enough.
  const { rows } = await executePrepared(
    db,
    sql<{ year: number }>`
    select game.year
    from generate_series(${FIRST_GAME_VERSION}::int, ${now.getUTCFullYear() + 1}::int) as game (year)
    cross join lateral (
      select lap.lap_num from ${RECORDS}
      where is_best and ${IS_LISTED} and lap.game_version = game.year
      order by lap.session_kind, lap.tyre_class, lap.weather, lap.formula, lap.performance,
        lap.track_id, lap.lap_time_ms, lap.session_id, lap.lap_num
      limit 1) as fastest
    order by game.year desc`,
  )
  return rows.map(({ year }) => year)
}

export async function listPersonalBests(db: Db, userId: string): Promise<PersonalBest[]> {
  type Row = PersonalBest['best'] & LapCategory
  const { rows } = await executePrepared(
    db,
    sql<Row>`
    select lap.track_id as "trackId", lap.game_version as "gameVersion",
      lap.session_kind as "sessionKind", lap.tyre_class as "tyreClass", lap.weather, lap.formula,
      lap.performance, ${LAP_COLUMNS}
    from driven_lap as lap
    where is_best and ${IS_LISTED} and lap.user_id = ${userId}
    order by lap.game_version desc, lap.track_id, lap.session_kind, lap.tyre_class, lap.weather,
      lap.formula, lap.performance
    limit ${sql.lit(BESTS_MAX)}`,
  )
  return rows.map((row) => {
    const { trackId, gameVersion, sessionKind, tyreClass, weather, formula, performance, ...best } =
      row
    const conditions = { gameVersion, sessionKind, tyreClass, weather, formula, performance }
    return { trackId, ...conditions, trackName: trackName(trackId), best }
  })
}

export function within(conditions: LapConditions) {
  const { gameVersion, sessionKind, tyreClass, weather, formula, performance } = conditions
  return sql<boolean>`lap.game_version = ${gameVersion} and lap.session_kind = ${sessionKind}
    and lap.tyre_class = ${tyreClass} and lap.weather = ${weather}
    and lap.formula = ${formula} and lap.performance = ${performance}`
}
