import type { Db } from '@pitboard/server/platform/db/tables'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { sql } from 'kysely'
import { withIndexesLast } from '../lists/indexes-last.ts'

export const SESSIONS = 1_000_000
export const USERS = 20_000

const TRACKS = Array.from({ length: 33 }, (_, id) => trackName(id))

/**
 * Four years of sessions: versions of the game follow one another, races are 5 to 70 laps, a few
 * recordings have holes, and half of the users have driven hardly anything.
 */
export async function fill(db: Db): Promise<void> {
  await db.connection().execute(async (own) => {
    // Triggers announce and count what nobody hears here.
    await sql`set session_replication_role = replica`.execute(own)
    await sql`
      insert into "user" (id, username)
      select ${userId('n')}, (array['Apex','Max','Kerb','Ayrton','Lando','Zoë','Łukasz','Ines'])[1 + n % 8]
        || ' ' || substr(md5(n::text), 1, 7)
      from generate_series(1, ${sql.lit(USERS)}) n`.execute(own)
    await withIndexesLast(own, 'session', () =>
      sql`
      insert into session (id, game_session_id, user_id, status, track_id, track_name, session_type,
        number_of_laps, started_at, ended_at, game_version, game_build, packet_format,
        is_multiplayer, season_link_identifier, weekend_link_identifier, session_link_identifier,
        start_track_temp, start_air_temp, start_weather, frames_seen, laps_missing, hidden_names,
        restricted_drivers, classification, detail, detail_etag)
      select
        ('0190a000-0004-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        ('x' || substr(md5(n::text), 1, 15))::bit(60)::bigint::text,
        ${userId(`(1 + (power(hash % 1000 / 1000.0, 2) * ${USERS - 1})::int)`)},
        'recorded', track, (${sql.val(TRACKS)}::text[])[1 + track],
        (array[1, 5, 8, 9, 10, 10, 10, 12])[1 + hash % 8],
        case when hash % 8 in (4, 5, 6) then (array[5, 14, 29, 50, 57, 66, 70])[1 + hash / 8 % 7] else 0 end,
        start, case when hash % 500 = 0 then null else start + interval '40 minutes' end,
        2022 + years, '1.' || (n / 20000) % 20, 2022 + years, hash % 3 > 0,
        case when hash % 4 = 0 then 0 else hash::bigint * 13 % 4294967296 end,
        case when hash % 4 = 0 then 0 else (n / 4)::bigint * 2654435761 % 4294967296 end, (n::bigint * 2654435761) % 4294967296,
        18 + hash / 11 % 30, 12 + hash / 13 % 22, (array[0, 0, 0, 1, 1, 2, 3, 4, 5])[1 + hash / 17 % 9],
        case when hash % 20 = 0 then (hash / 20 % 100) / 100.0 else 1 end,
        case when hash % 20 = 0 then hash / 20 % 300 else 0 end, 0, 0,
        case when hash % 7 = 0 then 'provisional' else 'final' end, '\\x1f8b', 'e'
      from generate_series(1, ${sql.lit(SESSIONS)}) n
      cross join lateral (select ('x' || substr(md5('s' || n), 1, 7))::bit(28)::int as hash) a
      cross join lateral (select hash / 19 % 33 as track, n::bigint * 4 / ${sql.lit(SESSIONS)} as years,
        timestamptz '2022-03-01' + n * interval '2 minutes' + (hash % 60) * interval '1 minute' as start) b
    `.execute(own),
    )
    await sql`set session_replication_role = default`.execute(own)
  })
  await sql`vacuum analyze`.execute(db)
}

function userId(index: string) {
  return sql.raw(`('0190a000-0001-7000-8000-' || lpad(to_hex(${index}), 12, '0'))::uuid`)
}
