import { sql, type Kysely } from 'kysely'

/** Makes lists by the fields that filters name most; whatever else they name is looked at row by row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
}

const INDEXES = [
  `create index session_user_recorded on session (user_id, started_at desc, id desc)
    where status = 'recorded'`,
  `create index session_track_type_newest
    on session (track_id, session_type, started_at desc, id desc) where status = 'recorded'`,
  `create index session_type_newest on session (session_type, started_at desc, id desc)
    where status = 'recorded'`,
  `create index session_track_name on session (track_name, started_at desc, id desc)
    where status = 'recorded'`,
  `create index session_laps on session (number_of_laps, id) where status = 'recorded'`,
  `create index session_game on session (game_version, id) where status = 'recorded'`,
  `create index session_track_sorted on session (track_id, id) where status = 'recorded'`,
  `create index session_type_sorted on session (session_type, id) where status = 'recorded'`,
]
