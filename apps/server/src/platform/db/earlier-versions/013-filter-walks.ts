import { sql, type Kysely } from 'kysely'

/**
 * Equal values are sorted by time: each field that an order can begin with has one index, which also holds the other
 * requested fields. For fields that grow with time, one small index says which blocks of rows hold which values.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...DROPPED, ...WALKED, BLOCKS]) await sql.raw(statement).execute(db)
}

const DROPPED = [
  'session_laps',
  'session_game',
  'session_track_sorted',
  'session_type_sorted',
  'session_track_newest',
  'session_track_type_newest',
  'session_type_newest',
  'session_by_track_id',
  'session_by_number_of_laps',
  'session_by_game_version',
].map((index) => `drop index ${index}`)

const COLUMNS = ['track_id', 'session_type', 'number_of_laps', 'game_version']

const WALKED = COLUMNS.map((column) => {
  const others = COLUMNS.filter((other) => other !== column)
  return `create index session_by_${column} on session (${column}, started_at desc, id desc)
    include (${others.join(', ')}, user_id) where status = 'recorded'`
})

const BLOCKS = `create index session_blocks on session
  using brin (internal_session_id, started_at, ended_at)
  with (pages_per_range = 32, autosummarize = on)`
