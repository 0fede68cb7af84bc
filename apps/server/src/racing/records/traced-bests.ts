import type { SuggestedLap } from '@pitboard/contract/comparison/suggested-laps'
import type { LapCategory } from '@pitboard/contract/records/lap-category'
import { sql } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'
import type { Db } from '../../platform/db/tables.ts'
import { IS_LISTED, within } from './records.ts'

type Row = Omit<SuggestedLap, 'name'> & {
  readonly userId: string
  readonly username: string | null
  readonly hasTrace: boolean
}

const COLUMNS = sql`lap.session_id as "sessionId", lap.driver_idx as "driverIdx",
  lap.lap_num as "lapNum", lap.lap_time_ms as "lapTimeMs", "user".id as "userId",
  "user".username, lap.has_trace as "hasTrace"`

function toLap(row: Row | undefined): SuggestedLap | null {
  if (!row?.hasTrace) return null
  const { sessionId, driverIdx, lapNum, lapTimeMs } = row
  return { sessionId, driverIdx, lapNum, lapTimeMs, name: nameOf(row) }
}

/** Returns the fastest lap with a trace that a user has driven on a track, whatever the conditions. */
export async function findFastestTraced(
  db: Db,
  userId: string,
  { trackId, gameVersion }: Pick<LapCategory, 'trackId' | 'gameVersion'>,
): Promise<SuggestedLap | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from driven_lap as lap
    join "user" on "user".id = lap.user_id
    where ${IS_LISTED} and lap.user_id = ${userId} and lap.track_id = ${trackId}
      and lap.game_version = ${gameVersion} and lap.withheld is null and lap.has_trace
    order by lap.lap_time_ms, lap.session_id, lap.lap_num
    limit 1`.execute(db)
  return toLap(rows[0])
}

/**
 * Returns the record of a category; null where it has no trace, because the second best lap is not the
 * record.
 */
export async function findTracedRecord(
  db: Db,
  category: LapCategory,
): Promise<SuggestedLap | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from driven_lap as lap
    join "user" on "user".id = lap.user_id and "user".is_in_records
    where is_best and ${IS_LISTED} and ${within(category)} and lap.track_id = ${category.trackId}
    order by lap.lap_time_ms, lap.session_id, lap.lap_num
    limit 1`.execute(db)
  return toLap(rows[0])
}
