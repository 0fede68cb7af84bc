import { sql, type Kysely } from 'kysely'

/** Every field of a filter has an index, and one index by time holds all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select quote_ident(nspname) as schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  const trgm = rows[0]?.schema ?? 'public'
  for (const statement of [...BY_TIME, ...fields(), ...texts(trgm)]) {
    await sql.raw(statement).execute(db)
  }
}

const BY_TIME = [
  `drop index session_recorded_newest`,
  `create index session_recorded_newest on session (started_at desc, id desc)
    include (user_id, game_session_id, internal_session_id, track_id, track_name, session_type,
      number_of_laps, ended_at, game_version, game_build, packet_format, is_multiplayer,
      season_link_identifier, weekend_link_identifier, session_link_identifier, start_track_temp,
      start_air_temp, start_weather, frames_seen, laps_missing, classification)
    where status = 'recorded'`,
]

function fields(): string[] {
  const columns = [
    'track_id',
    'number_of_laps',
    'ended_at',
    'game_version',
    'game_build',
    'packet_format',
    'is_multiplayer',
    'season_link_identifier',
    'weekend_link_identifier',
    'session_link_identifier',
    'start_track_temp',
    'start_air_temp',
    'start_weather',
    'frames_seen',
    'laps_missing',
    'classification',
  ]
  return columns.map(
    (column) =>
      `create index session_by_${column} on session (${column}, started_at desc, id desc)
        where status = 'recorded'`,
  )
}

function texts(trgm: string): string[] {
  return [
    `create index session_by_internal_number on session (internal_session_id)
      include (started_at, id) where status = 'recorded'`,
    `create index session_by_game_session on session
      using gin (game_session_id ${trgm}.gin_trgm_ops) where status = 'recorded'`,
  ]
}
