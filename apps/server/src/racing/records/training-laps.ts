import type { LapCategory } from '@pitboard/contract/records/lap-category'
import {
  TRAINING_LAPS_MAX,
  TRAINING_SESSIONS_MAX,
  type TrainingLap,
  type TrainingLaps,
} from '@pitboard/contract/records/records'
import { sql } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'
import { executePrepared } from '../../platform/db/prepared-statements.ts'
import type { Db } from '../../platform/db/tables.ts'
import { IS_LISTED, within } from './records.ts'

/** Matches laps of a category that have a trace and that nothing contradicts. */
function isTraced(category: LapCategory) {
  return sql<boolean>`${IS_LISTED} and lap.track_id = ${category.trackId} and ${within(category)}
    and lap.withheld is null and lap.is_proven and lap.has_trace`
}

const COLUMNS = sql`lap.session_id as "sessionId", lap.driver_idx as "driverIdx",
  lap.lap_num as "lapNum", lap.lap_time_ms as "lapTimeMs",
  to_char(lap.driven_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "drivenAt"`

/** Reads the laps that coaching compares. `against` is a user, or null for the holder of the record. */
export async function readTrainingLaps(
  db: Db,
  userId: string,
  category: LapCategory,
  against: string | null,
): Promise<TrainingLaps> {
  const laps = await listOwnLaps(db, userId, category)
  const reference = await findReference(db, userId, category, against)
  return {
    laps,
    reference,
    references: reference ? await listFastest(db, reference.userId, category) : [],
  }
}

async function listOwnLaps(db: Db, userId: string, category: LapCategory): Promise<TrainingLap[]> {
  const { rows } = await executePrepared(
    db,
    sql<TrainingLap>`
    select "sessionId", "driverIdx", "lapNum", "lapTimeMs", "drivenAt" from (
      select ${COLUMNS},
        row_number() over (partition by lap.session_id order by lap.lap_time_ms, lap.lap_num) as place,
        dense_rank() over (order by lap.driven_at desc, lap.session_id) as session_place
      from driven_lap as lap
      where lap.user_id = ${userId} and ${isTraced(category)}) as ranked
    where place <= ${sql.lit(TRAINING_LAPS_MAX)}
      and session_place <= ${sql.lit(TRAINING_SESSIONS_MAX)}
    order by session_place desc, place`,
  )
  return rows
}

/**
 * Finds the driver of the references. Other users must be in the records, because their laps are shown with
 * their names.
 */
async function findReference(
  db: Db,
  userId: string,
  category: LapCategory,
  against: string | null,
): Promise<TrainingLaps['reference']> {
  const { rows } = await executePrepared(
    db,
    sql<{ readonly userId: string; readonly username: string | null }>`
    select "user".id as "userId", "user".username
    from driven_lap as lap
    join "user" on "user".id = lap.user_id
    where ("user".is_in_records or "user".id = ${userId}) and ${isTraced(category)}
      and (${against}::uuid is null or "user".id = ${against}::uuid)
    order by lap.lap_time_ms, lap.session_id, lap.lap_num
    limit 1`,
  )
  const [found] = rows
  return found ? { userId: found.userId, username: nameOf(found) } : null
}

async function listFastest(db: Db, userId: string, category: LapCategory): Promise<TrainingLap[]> {
  const { rows } = await executePrepared(
    db,
    sql<TrainingLap>`
    select ${COLUMNS} from driven_lap as lap
    where lap.user_id = ${userId} and ${isTraced(category)}
    order by lap.lap_time_ms, lap.session_id, lap.lap_num
    limit ${sql.lit(TRAINING_LAPS_MAX)}`,
  )
  return rows
}
