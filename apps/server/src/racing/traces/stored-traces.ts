import type { LapFlag } from '@pitboard/contract/traces/lap-traces'
import type { TraceColumnsData } from '@pitboard/telemetry/traces/trace-codec'
import type { Db } from '../../platform/db/tables.ts'
import { isAlive } from '../../platform/queues/dead-jobs.ts'
import { judgeByTraces, storeTyreAges } from '../records/store-driven-laps.ts'
import { type PackedTrace, unpackFlags, unpackTrace } from './pack-trace.ts'

const ROWS_AT_ONCE = 500

/** Replaces the traces of a session. */
export async function storeTraces(
  db: Db,
  sessionId: string,
  traces: readonly PackedTrace[],
): Promise<void> {
  await db.deleteFrom('lap_trace').where('session_id', '=', sessionId).execute()
  for (let first = 0; first < traces.length; first += ROWS_AT_ONCE) {
    const rows = traces.slice(first, first + ROWS_AT_ONCE)
    await db
      .insertInto('lap_trace')
      .values(
        rows.map((lap) => ({
          session_id: sessionId,
          driver_idx: lap.driverIdx,
          lap_num: lap.lapNum,
          flags: lap.flags,
          sample_hz: lap.sampleHz,
          trace: Buffer.from(lap.trace),
          contradiction: lap.contradiction,
          is_proven: lap.isProven,
          mini_sectors_ms: lap.miniSectorsMs && [...lap.miniSectorsMs],
        })),
      )
      .execute()
  }
  await db.deleteFrom('lap_trace_job').where('session_id', '=', sessionId).execute()
  await storeTyreAges(db, sessionId, traces)
  await judgeByTraces(db, sessionId)
}

export interface LapAddress {
  readonly sessionId: string
  readonly driverIdx: number
  readonly lapNum: number
}

export interface StoredTrace extends TraceColumnsData {
  readonly flags: readonly LapFlag[]
  readonly sampleHz: number | null
  readonly packed: Buffer
}

/** Returns the trace of a lap; null without one. */
export async function findTrace(
  db: Db,
  { sessionId, driverIdx, lapNum }: LapAddress,
): Promise<StoredTrace | null> {
  const row = await db
    .selectFrom('lap_trace')
    .select(['flags', 'sample_hz', 'trace'])
    .where('session_id', '=', sessionId)
    .where('driver_idx', '=', driverIdx)
    .where('lap_num', '=', lapNum)
    .executeTakeFirst()
  const columns = row && unpackTrace(row.trace)
  if (!columns) return null
  return {
    ...columns,
    flags: unpackFlags(row.flags),
    sampleHz: row.sample_hz,
    packed: row.trace,
  }
}

/** Lists the laps of a session that have a trace, with their flags. */
export async function listTraces(
  db: Db,
  sessionId: string,
): Promise<(driverIdx: number, lapNum: number) => readonly LapFlag[] | null> {
  const rows = await db
    .selectFrom('lap_trace')
    .select(['driver_idx', 'lap_num', 'flags'])
    .where('session_id', '=', sessionId)
    .execute()
  const flags = new Map(rows.map((row) => [`${row.driver_idx} ${row.lap_num}`, row.flags]))
  return (driverIdx, lapNum) => {
    const bits = flags.get(`${driverIdx} ${lapNum}`)
    return bits === undefined ? null : unpackFlags(bits)
  }
}

/** Returns whether the traces of a session are still to be made. */
export async function hasTraceJob(db: Db, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('lap_trace_job')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where(isAlive('traces'))
    .executeTakeFirst()
  return found !== undefined
}
