import { MINI_SECTORS } from '@pitboard/contract/live/mini-sectors'
import type { LapCategory } from '@pitboard/contract/records/lap-category'
import type { LapStatistics } from '@pitboard/contract/records/records'
import { sql } from 'kysely'
import { executePrepared } from '../../platform/db/prepared-statements.ts'
import type { Db } from '../../platform/db/tables.ts'
import { describeLaps, type OwnLapRow } from './describe-laps.ts'
import { IS_LISTED, LAP_COLUMNS, within } from './records.ts'

/** The newest laps of a category suffice, since so many are years of practice. */
const LAPS_MAX = 5_000

/** Returns what the laps of a user in one category have in common. */
export async function readLapStatistics(
  db: Db,
  userId: string,
  category: LapCategory,
): Promise<LapStatistics> {
  const [laps, miniSectorBest] = await Promise.all([
    listLaps(db, userId, category),
    findMiniSectorBest(db, userId, category),
  ])
  const statistics = describeLaps(laps)
  const { theoreticalBestMs } = statistics
  // Laps without a complete trace have no mini-sectors, and the best sectors may be theirs.
  const isBetter = (miniSectorBest?.timeMs ?? Infinity) <= (theoreticalBestMs ?? Infinity)
  return { ...statistics, miniSectorBest: isBetter ? miniSectorBest : null }
}

async function listLaps(db: Db, userId: string, category: LapCategory): Promise<OwnLapRow[]> {
  const { rows } = await executePrepared(
    db,
    sql<OwnLapRow>`
    select ${LAP_COLUMNS}, lap.withheld
    from driven_lap as lap
    where ${isOwnLap(userId, category)}
    order by lap.session_id desc, lap.lap_num desc
    limit ${sql.lit(LAPS_MAX)}`,
  )
  return rows
}

/** Two laps are the least that can be better together than alone. */
const MINI_SECTOR_LAPS_MIN = 2

/** Each mini-sector has its own aggregate, because a row for each would take twice as long. */
const SUM_OF_BESTS = sql.join(
  Array.from(
    { length: MINI_SECTORS },
    (_, index) => sql`min(trace.mini_sectors_ms[${sql.lit(index + 1)}])`,
  ),
  sql` + `,
)

async function findMiniSectorBest(
  db: Db,
  userId: string,
  category: LapCategory,
): Promise<LapStatistics['miniSectorBest']> {
  const { rows } = await executePrepared(
    db,
    sql<{ readonly timeMs: number; readonly laps: number }>`
    select ${SUM_OF_BESTS} as "timeMs", count(*) as laps
    from driven_lap as lap
    join lap_trace as trace on trace.session_id = lap.session_id
      and trace.driver_idx = lap.driver_idx and trace.lap_num = lap.lap_num
    where ${isOwnLap(userId, category)} and lap.withheld is null and lap.has_trace
      and cardinality(trace.mini_sectors_ms) = ${sql.lit(MINI_SECTORS)}
    having count(*) >= ${sql.lit(MINI_SECTOR_LAPS_MIN)}`,
  )
  return rows[0] ?? null
}

function isOwnLap(userId: string, category: LapCategory) {
  return sql<boolean>`${IS_LISTED} and lap.user_id = ${userId}
    and lap.track_id = ${category.trackId} and ${within(category)}`
}
