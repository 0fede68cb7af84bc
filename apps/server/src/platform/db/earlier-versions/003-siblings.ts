import { sql, type Kysely } from 'kysely'

/** Recordings of one session by several users are linked; how complete each is can be asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...COLUMNS, ...INDEXES, ...STALENESS, ...CAPTURES]) {
    await sql.raw(statement).execute(db)
  }
}

/** A live row has none of them; what was stored before is looked through after the start. */
const COLUMNS = [
  `alter table session
    add column own_detail bytea,
    add column group_id uuid,
    add column derived_at timestamptz,
    add column frames_seen real,
    add column laps_missing integer,
    add column hidden_names smallint,
    add column restricted_drivers smallint,
    add column classification text check (classification in ('final', 'provisional')),
    add column lap_marks integer[] not null default '{}'`,
  `alter table session alter column own_detail set storage external`,
]

const INDEXES = [
  `create index session_group on session (group_id) where group_id is not null`,
  `create index session_game_session on session (game_session_id) where status = 'recorded'`,
  `create index session_lobby on session (track_id, session_type, started_at)
    where status = 'recorded' and is_multiplayer`,
]

/**
 * The deletion of a user, by any way, removes what they lent to others. The rows of siblings are not
 * touched here: deleting and linking would deadlock.
 */
const STALENESS = [
  `create sequence session_mark`,
  `create table session_to_link (
    session_id uuid primary key,
    mark bigint not null default nextval('session_mark')
  )`,
  `insert into session_to_link (session_id) select id from session where status = 'recorded'`,
  `create function mark_to_link(ids uuid[]) returns void language sql as $$
    insert into session_to_link (session_id) select distinct unnest(ids) order by 1
    on conflict (session_id) do update set mark = nextval('session_mark')
  $$`,
  `create function session_gone() returns trigger language plpgsql as $$
  begin
    perform mark_to_link(array(select id from session where group_id = old.group_id));
    if old.capture_key is not null then
      insert into removed_capture (session_id, capture_key) values (old.id, old.capture_key)
      on conflict do nothing;
    end if;
    return null;
  end $$`,
  `create trigger session_gone after delete on session
    for each row execute function session_gone()`,
  `create function user_renamed() returns trigger language plpgsql as $$
  begin
    perform mark_to_link(array(
      select id from session
      where user_id = new.id or group_id in (select group_id from session where user_id = new.id)
    ));
    return null;
  end $$`,
  `create trigger user_renamed after update of username on "user"
    for each row when (old.username is distinct from new.username)
    execute function user_renamed()`,
]

/** These files are left to be removed after the rows they belonged to. */
const CAPTURES = [
  `create table removed_capture (
    session_id uuid primary key,
    capture_key text not null,
    removed_at timestamptz not null default now()
  )`,
]
