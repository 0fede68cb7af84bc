import { sql, type Kysely } from 'kysely'

/**
 * Adds whether the telemetry of a lap proves its time, with which cars and assists it was driven, and how old its tyres
 * were. All of it is unknown of what was stored before (`docs/records.md#records-need-proof`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Lists of bests show these columns of a lap. */
const SHOWN = `driver_idx, sector1_time_ms, sector2_time_ms, sector3_time_ms, tyre_compound,
  tyre_age_laps, set_age_laps, has_trace, driven_at, is_proven, assists`

/** The indexes of bests have the new columns too. */
const STATEMENTS = [
  `alter table lap_trace add column is_proven boolean`,
  `alter table driven_lap
    add column is_proven boolean,
    add column formula text not null default 'f1',
    add column performance text not null default 'standard',
    add column assists text[],
    add column set_age_laps integer`,
  `drop index driven_lap_record, driven_lap_best`,
  `create index driven_lap_record on driven_lap
    (game_version, session_kind, tyre_class, weather, formula, performance, track_id, lap_time_ms,
      session_id, lap_num)
    include (user_id, ${SHOWN}) where is_best`,
  `create index driven_lap_best on driven_lap
    (user_id, game_version desc, track_id, session_kind, tyre_class, weather, formula, performance)
    include (session_id, lap_num, lap_time_ms, ${SHOWN}) where is_best`,
]
