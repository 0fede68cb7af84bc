import { findPreset } from '@pitboard/contract/seasons/points-presets'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { Db } from '@pitboard/server/platform/db/tables'
import { sql } from 'kysely'

export const COUNTS = { users: 20_000, leagues: 100_000, seasons: 150_000, sessions: 1_000_000 }

/** This user owns every 50th session: a list of 20,000 that is filtered and has deep pages. */
export const BUSY_USER = '0190a000-0001-7000-8000-000000000001'
const BUSY_EVERY = 50

const TRACKS = Array.from({ length: 33 }, (_, id) => trackName(id))
const POINTS = JSON.stringify(findPreset('f1-2025'))

/** Names have three words and a number, and are as different as those of people. */
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

/**
 * Fills an empty database as one that many organisers have used for four years: versions of the game
 * follow one another, races are 5 to 70 laps, a few recordings have holes, and half of the users have
 * driven hardly anything.
 */
export async function fill(db: Db): Promise<void> {
  await db.connection().execute(async (own) => {
    // No client and no counter needs the triggers.
    await sql`set session_replication_role = replica`.execute(own)
    await sql`
      insert into "user" (id, username)
      select ${id('1', 'n')}, (array['Apex','Max','Kerb','Ayrton','Lando','Zoë','Łukasz','Ines'])[1 + n % 8]
        || ' ' || substr(md5(n::text), 1, 7)
      from generate_series(1, ${sql.lit(COUNTS.users)}) n`.execute(own)
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
      sql`
      insert into session (id, game_session_id, user_id, status, track_id, track_name, session_type,
        number_of_laps, started_at, ended_at, game_version, game_build, packet_format,
        is_multiplayer, season_link_identifier, weekend_link_identifier, session_link_identifier,
        start_track_temp, start_air_temp, start_weather, frames_seen, laps_missing, hidden_names,
        restricted_drivers, classification, detail, detail_etag)
      select
        ('0190a000-0004-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        ('x' || substr(md5(n::text), 1, 15))::bit(60)::bigint::text,
        case when n % ${sql.lit(BUSY_EVERY)} = 0 then ${BUSY_USER}::uuid
          else ${id('1', `(1 + (power(hash % 1000 / 1000.0, 2) * ${COUNTS.users - 1})::int)`)} end,
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
      from generate_series(1, ${sql.lit(COUNTS.sessions)}) n
      cross join lateral (select ('x' || substr(md5('s' || n), 1, 7))::bit(28)::int as hash) a
      cross join lateral (select hash / 19 % 33 as track, n::bigint * 4 / ${sql.lit(COUNTS.sessions)} as years,
        timestamptz '2022-03-01' + n * interval '2 minutes' + (hash % 60) * interval '1 minute' as start) b
    `.execute(own),
    )
    await sql`set session_replication_role = default`.execute(own)
  })
  await sql`vacuum analyze`.execute(db)
}

function id(kind: string, index: string) {
  return sql.raw(`('0190a000-000${kind}-7000-8000-' || lpad(to_hex(${index}), 12, '0'))::uuid`)
}

/** Fills the table while it has no indexes and creates them afterwards: that takes a fraction of the time. */
async function withIndexesLast(db: Db, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  await work()
  await sql`set maintenance_work_mem = '512MB'`.execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
  await sql`reset maintenance_work_mem`.execute(db)
}
