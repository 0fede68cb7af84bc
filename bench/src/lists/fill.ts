import { findPreset } from '@pitboard/contract/seasons/points-presets'
import { sql } from 'kysely'
import type { Db } from '@pitboard/server/platform/db/tables'
import { withIndexesLast } from './indexes-last.ts'

export const COUNTS = { users: 20_000, leagues: 100_000, seasons: 150_000, sessions: 1_000_000 }

/** Owns every 50th session: a list of 20,000 that is filtered and has deep pages. */
export const BUSY_USER = '0190a000-0001-7000-8000-000000000001'
const BUSY_EVERY = 50

const POINTS = JSON.stringify(findPreset('f1-2025'))

/** Names of three words and a number, as different as those of people. */
const NAME = (index: string) =>
  sql.raw(`(
  (array['Apex','Midnight','Sunday','Grand','Turbo','Formula','Iron','Silver','Chicane','Pole',
    'Rapid','Nordic','Alpine','Coastal','Desert','Thunder','Velvet','Cobalt','Amber','Crimson'])[1 + (${index} * 7) % 20]
  || ' ' ||
  (array['Racing','Friends','Drivers','Endurance','Sprint','Masters','Rookies','Legends','Union',
    'Circuit','Circle','Garage','Paddock','Pitwall','Kerb','Slipstream','Tyre','Gravel','Podium'])[1 + (${index} * 13) % 19]
  || ' ' ||
  (array['League','Cup','Trophy','Series','Championship','Society','Club','Tour','Challenge','Masters',
    'Berlin','Lyon','Porto','Oslo','Turin','Graz','Gent','Malmö','Łódź','Košice','Brno','Tartu','Vaasa'])[1 + (${index} * 17) % 23]
  || ' ' || substr(md5(${index}::text), 1, 6))`)

/** Fills an empty database as one that many organisers have used for years. */
export async function fill(db: Db): Promise<void> {
  await db.connection().execute(async (own) => {
    // Triggers announce and count what nobody hears here.
    await sql`set session_replication_role = replica`.execute(own)
    await sql`insert into "user" (id, username)
      select ${id('1', 'i')}, ${NAME('i')} from generate_series(1, ${sql.lit(COUNTS.users)}) i`.execute(
      own,
    )
    await sql`insert into league (id, owner_id, name, description, discord, website, is_public)
      select ${id('2', 'i')}, ${id('1', `(1 + i % ${COUNTS.users})`)}, ${NAME('i')}, 'Every Sunday',
        '', '', i % 10 <> 0 from generate_series(1, ${sql.lit(COUNTS.leagues)}) i`.execute(own)
    await sql`insert into season (id, owner_id, name, points_system, visibility)
      select ${id('3', 'i')}, ${id('1', `(1 + i % ${COUNTS.users})`)}, ${NAME('i')}, ${POINTS}::jsonb,
        case when i % 10 = 0 then 'private' else 'listed' end
      from generate_series(1, ${sql.lit(COUNTS.seasons)}) i`.execute(own)
    await sql`insert into league_season (league_id, season_id)
      select ${id('2', `(1 + i % ${COUNTS.leagues})`)}, ${id('3', 'i')}
      from generate_series(1, ${sql.lit(COUNTS.seasons)}) i`.execute(own)
    await withIndexesLast(own, 'session', () =>
      sql`insert into session (id, game_session_id, user_id, status, track_id, track_name,
        session_type, number_of_laps, started_at, game_version, game_build, packet_format,
        is_multiplayer, season_link_identifier, weekend_link_identifier, session_link_identifier,
        start_track_temp, start_air_temp, start_weather, detail, detail_etag)
      select ${id('4', 'i')}, i::text,
        case when i % ${sql.lit(BUSY_EVERY)} = 0 then ${BUSY_USER}::uuid
          else ${id('1', `(1 + i % ${COUNTS.users})`)} end, 'recorded', i % 33,
        'Track', (array[5, 7, 10])[1 + i % 3], 20, timestamptz '2022-01-01' + i * interval '2 minutes',
        2025, '1.0', 2025, true, 0, i % 1000000, i, 30, 20, 0, '\\x1f8b', 'e'
      from generate_series(1, ${sql.lit(COUNTS.sessions)}) i`.execute(own),
    )
    await sql`set session_replication_role = default`.execute(own)
  })
  await sql`vacuum analyze`.execute(db)
}

function id(kind: string, index: string) {
  return sql.raw(`('0190a000-000${kind}-7000-8000-' || lpad(to_hex(${index}), 12, '0'))::uuid`)
}
