import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'

/** Adds files of users, and announcements of what changes in tables that pages watch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...FILES, ...SESSION_ENDS]) await sql.raw(statement).execute(db)
  await announceChanges(db, {
    table: '"user"',
    name: 'profiles',
    keys: ['id'],
    columns: ['id', 'username', 'avatar_url', 'updated_at'],
  })
  await announceChanges(db, { table: 'session', name: 'sessions', keys: ['id'], columns: SESSION })
}

const SESSION = [
  'id',
  'internal_session_id',
  'game_session_id',
  'user_id',
  'status',
  'track_id',
  'track_name',
  'session_type',
  'number_of_laps',
  'started_at',
  'ended_at',
  'game_version',
  'is_multiplayer',
  'season_link_identifier',
  'weekend_link_identifier',
  'session_link_identifier',
]

/**
 * A file is listed as left over from before it is written until an object refers to it. So a file
 * without an object is always known, also after a crash or a deletion.
 */
const FILES = [
  `create table storage_object (
    id uuid primary key,
    bucket text not null,
    path text not null,
    owner_id uuid references "user" on delete cascade,
    file_key uuid not null unique,
    content_type text not null,
    bytes integer not null,
    etag text not null,
    cache_control text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (bucket, path)
  )`,
  `create index storage_object_owner on storage_object (owner_id)`,
  `create table storage_leftover (
    file_key uuid primary key,
    due_at timestamptz not null
  )`,
  `create index storage_leftover_due on storage_leftover (due_at)`,
  `create function storage_file_left() returns trigger language plpgsql as $$
  begin
    insert into storage_leftover (file_key, due_at) values (old.file_key, now())
    on conflict do nothing;
    return null;
  end $$`,
  `create trigger storage_object_removed after delete on storage_object
    for each row execute function storage_file_left()`,
  `create trigger storage_object_replaced after update of file_key on storage_object
    for each row when (old.file_key <> new.file_key) execute function storage_file_left()`,
]

/** A user who signs out, is signed out or banned stops receiving at once. */
const SESSION_ENDS = [
  `create function announce_session_end() returns trigger language plpgsql as $$
  begin
    perform pg_notify('pitboard_session_end', json_build_object('user', old.user_id, 'session', old.id)::text);
    return null;
  end $$`,
  `create trigger sessions_announce_end after delete on auth.sessions
    for each row execute function announce_session_end()`,
  `create function announce_user_end() returns trigger language plpgsql as $$
  begin
    perform pg_notify('pitboard_session_end', json_build_object('user', old.id, 'session', null)::text);
    return null;
  end $$`,
  `create trigger users_announce_end after delete on auth.users
    for each row execute function announce_user_end()`,
  `create trigger users_announce_ban after update of banned_until, deleted_at on auth.users
    for each row when (
      (old.banned_until, old.deleted_at) is distinct from (new.banned_until, new.deleted_at)
      and (new.banned_until is not null or new.deleted_at is not null))
    execute function announce_user_end()`,
]

interface Announced {
  /** SQL writes the table's name like this. */
  readonly table: string
  /** Clients use this name. */
  readonly name: string
  /** The keys identify a row and say who may read it: nothing else is sent of a deleted one. */
  readonly keys: readonly string[]
  /** Clients see these columns; changes of others are not announced. */
  readonly columns: readonly string[]
}

/**
 * Announces changes of a table's rows on the channel `pitboard_change` as they are committed. A row
 * that is too large for an announcement is announced by its keys.
 */
export async function announceChanges(
  db: QueryExecutorProvider,
  announced: Announced,
): Promise<void> {
  const { table, name, keys, columns } = announced
  const list = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`
  const statements = [
    `create function announce_${name}() returns trigger language plpgsql as $$
    declare
      head jsonb := jsonb_build_object('table', '${name}', 'type', tg_op, 'at', clock_timestamp());
      said jsonb;
    begin
      if tg_op = 'DELETE' then
        said := head || jsonb_build_object('keys', ${jsonRow('old', keys)});
      else
        said := head || jsonb_build_object('row', ${jsonRow('new', columns)});
        if octet_length(said::text) > 7900 then
          said := head || jsonb_build_object('keys', ${jsonRow('new', keys)});
        end if;
      end if;
      perform pg_notify('pitboard_change', said::text);
      return null;
    end $$`,
    `create trigger announce_${name} after insert or delete on ${table}
      for each row execute function announce_${name}()`,
    `create trigger announce_${name}_update after update on ${table}
      for each row when (${list('old')} is distinct from ${list('new')})
      execute function announce_${name}()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function jsonRow(of: string, columns: readonly string[]): string {
  return `jsonb_build_object(${columns.map((column) => `'${column}', ${of}.${column}`).join(', ')})`
}
