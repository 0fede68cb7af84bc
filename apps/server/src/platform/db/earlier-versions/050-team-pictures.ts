import { sql, type Kysely } from 'kysely'

/** Adds pictures of teams in rosters, with those that changes have taken away: an undo restores them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Teams have no foreign key: a picture stays while its team is removed, for an undo.
  await sql`create table season_team_picture (
    file_key uuid primary key,
    season_id uuid not null references season on delete cascade,
    team_id uuid not null,
    content_type text not null,
    bytes integer not null,
    etag text not null,
    archived_version integer,
    unique (season_id, archived_version)
  )`.execute(db)
  await sql`create unique index season_team_picture_current
    on season_team_picture (season_id, team_id) where archived_version is null`.execute(db)
  await sql`create trigger season_team_picture_removed after delete on season_team_picture
    for each row execute function storage_file_left()`.execute(db)
}
