import { sql, type Kysely } from 'kysely'

/** A user's sessions at tracks and of types are listed and counted by the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index session_user_recorded`.execute(db)
  await sql`create index session_user_recorded on session (user_id, started_at desc, id desc)
    include (track_id, session_type) where status = 'recorded'`.execute(db)
}
