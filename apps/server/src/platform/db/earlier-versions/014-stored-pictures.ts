import { sql, type Kysely } from 'kysely'

/** Stores the pictures that acts on a league took away, by the version each act made: an undo brings them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table league_picture_kept (
    league_id uuid not null references league on delete cascade,
    version integer not null,
    file_key uuid not null unique,
    content_type text not null,
    bytes integer not null,
    etag text not null,
    primary key (league_id, version)
  )`.execute(db)
  await sql`create trigger league_picture_kept_removed after delete on league_picture_kept
    for each row execute function storage_file_left()`.execute(db)
}
