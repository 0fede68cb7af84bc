import type { Db } from '@pitboard/server/platform/db/tables'
import { sql } from 'kysely'

const USERS = 20_000
const SESSIONS = 66_667
const LAPS_PER_SESSION = 15
export const COUNTS = { users: USERS, laps: SESSIONS * LAPS_PER_SESSION }

/** Drives every 50th session, 20,000 laps in every category there is. */
export const BUSY_USER = id('1', 1)
/** Drives about 65 sessions in four years. */
export const USUAL_USER = id('1', 1 + Math.round(0.25 * (USERS - 1)))
const BUSY_EVERY = 50
export const KINDS = ['race', 'qualifying', 'practice', 'timeTrial']

/**
 * Stores four years of laps: half of the users drive hardly anything, one in ten is in no record, one session in eight
 * is wet, one lap in fifty is withheld, and half of the laps have a trace.
 */
export async function fill(db: Db): Promise<void> {
  await db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own)
    await sql`insert into "user" (id, username, is_in_records)
      select ${idOf('1', 'n')}, 'Driver ' || n, n % 10 <> 7
      from generate_series(1, ${sql.lit(USERS)}) n`.execute(own)
    await sql`
      insert into session (id, game_session_id, user_id, status, track_id, track_name, session_type,
        number_of_laps, started_at, game_version, game_build, packet_format, is_multiplayer,
        season_link_identifier, weekend_link_identifier, session_link_identifier, frames_seen,
        laps_missing, hidden_names, restricted_drivers, classification, detail, detail_etag)
      select ${idOf('4', 'n')}, n::text,
        case when n % ${sql.lit(BUSY_EVERY)} = 0 then ${BUSY_USER}::uuid
          else ${idOf('1', `(1 + (power(hash % 1000 / 1000.0, 2) * ${USERS - 1})::int)`)} end,
        'recorded', hash / 19 % 33, 'Track', 10, 15,
        timestamptz '2022-03-01' + n * interval '30 minutes', 2022 + n::bigint * 4 / ${sql.lit(SESSIONS + 1)}, '1.1',
        2022, false, 0, 0, 0, 1, 0, 0, 0, 'final', '\\x1f8b', 'e'
      from generate_series(1, ${sql.lit(SESSIONS)}) n
      cross join lateral (select ('x' || substr(md5('s' || n), 1, 7))::bit(28)::int as hash) a
    `.execute(own)
    await sql`
      insert into driven_lap (session_id, lap_num, user_id, driver_idx, track_id, game_version,
        session_kind, tyre_class, weather, tyre_compound, tyre_age_laps, lap_time_ms,
        sector1_time_ms, sector2_time_ms, sector3_time_ms, withheld, driven_at, has_trace)
      select id, lap, user_id, 0, track_id, game_version, (${sql.val(KINDS)}::text[])[1 + n % 4],
        case when n % 8 = 3 then 'wet' else 'dry' end, case when n % 8 = 3 then 'wet' else 'dry' end,
        case when n % 8 = 3 then 8 else 16 + n % 3 end, lap, time, time / 3, time / 3, time - time / 3 * 2,
        case when hash % 50 = 0 then 'flashback' end, started_at, lap % 2 = 0
      from (select *, game_session_id::int as n from session) s
      cross join generate_series(1, ${sql.lit(LAPS_PER_SESSION)}) lap
      cross join lateral (select ('x' || substr(md5(lap || 'l' || n), 1, 7))::bit(28)::int as hash) a
      cross join lateral (select 70000 + track_id * 900 + hash % 9000 as time) b`.execute(own)
    await sql`update driven_lap lap set is_best = true from (
        select distinct on (user_id, track_id, game_version, session_kind, tyre_class, weather)
          session_id, lap_num from driven_lap where withheld is null
        order by user_id, track_id, game_version, session_kind, tyre_class, weather,
          lap_time_ms, session_id, lap_num) best
      where lap.session_id = best.session_id and lap.lap_num = best.lap_num`.execute(own)
    await sql`insert into lap_trace (session_id, driver_idx, lap_num, flags, sample_hz, trace, mini_sectors_ms)
      select session_id, 0, lap_num, 0, 60, '\\x00', array_fill(lap_time_ms / 24, array[24])
      from driven_lap where has_trace`.execute(own)
    await sql`set session_replication_role = default`.execute(own)
  })
  await sql`vacuum analyze`.execute(db)
}

export function sessionId(index: number): string {
  return id('4', index)
}

function id(kind: string, index: number): string {
  return `0190a000-000${kind}-7000-8000-${index.toString(16).padStart(12, '0')}`
}

function idOf(kind: string, index: string) {
  return sql.raw(`('0190a000-000${kind}-7000-8000-' || lpad(to_hex(${index}), 12, '0'))::uuid`)
}
