import { sql, type Kysely } from 'kysely'

/** Adds leagues, seasons and what belongs to them, found by names with typos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = await searchSchema(db)
  const statements = [
    ...searching(schema),
    ...LEAGUES,
    ...SEASONS,
    ...SEASON_PARTS,
    ...VISIBILITY,
    ...HISTORY,
    ...indexes(schema.trgm),
    announcing('league', ['id', 'owner_id', 'is_public'], [...LEAGUE_COLUMNS]),
    announcing('season', ['id', 'owner_id', 'visibility'], [...SEASON_COLUMNS]),
    ...WATCHING,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Returns where the two extensions are: another program of this database may have put them elsewhere. */
async function searchSchema(db: Kysely<unknown>): Promise<{ trgm: string; unaccent: string }> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create extension if not exists unaccent`.execute(db)
  const { rows } = await sql<{ name: string; schema: string }>`
    select extname as name, quote_ident(nspname) as schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname in ('pg_trgm', 'unaccent')`.execute(db)
  const of = (name: string) => rows.find((row) => row.name === name)?.schema ?? 'public'
  return { trgm: of('pg_trgm'), unaccent: of('unaccent') }
}

/** Compares names without accents and case. */
function searching({ trgm, unaccent }: { trgm: string; unaccent: string }): string[] {
  return [
    `create function search_text(text) returns text
      language sql immutable parallel safe strict
      return lower(${unaccent}.unaccent('${unaccent}.unaccent', $1))`,
    `create index user_search on "user" using gin (search_text(username) ${trgm}.gin_trgm_ops)
      where username is not null`,
  ]
}

const LEAGUES = [
  `create table league (
    id uuid primary key,
    owner_id uuid not null references "user" on delete cascade,
    name text not null,
    description text not null,
    discord text not null,
    website text not null,
    is_public boolean not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create table league_picture (
    league_id uuid primary key references league on delete cascade,
    file_key uuid not null unique,
    content_type text not null,
    bytes integer not null,
    etag text not null
  )`,
  `create trigger league_picture_removed after delete on league_picture
    for each row execute function storage_file_left()`,
  `create trigger league_picture_replaced after update of file_key on league_picture
    for each row when (old.file_key <> new.file_key) execute function storage_file_left()`,
]

const SEASONS = [
  `create table season (
    id uuid primary key,
    owner_id uuid not null references "user" on delete cascade,
    name text not null,
    points_system jsonb not null,
    aliases jsonb not null default '[]',
    dismissed_merges jsonb not null default '[]',
    visibility text not null default 'link' check (visibility in ('listed', 'link', 'private')),
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create table league_season (
    league_id uuid not null references league on delete cascade,
    season_id uuid not null references season on delete cascade,
    added_at timestamptz not null default now(),
    primary key (league_id, season_id)
  )`,
  `create index league_season_season on league_season (season_id)`,
]

const SEASON_PARTS = [
  `create table season_event (
    id uuid primary key,
    season_id uuid not null references season on delete cascade,
    track smallint not null,
    name text not null,
    starts_at timestamptz
  )`,
  `create index season_event_season on season_event (season_id)`,
  `create table season_session (
    season_id uuid not null references season on delete cascade,
    session_id uuid not null references session on delete cascade,
    event_id uuid not null references season_event on delete cascade,
    driver_names jsonb not null default '[]',
    role text not null
      check (role in ('race', 'sprint', 'qualifying', 'sprintQualifying', 'practice')),
    points_factor double precision not null default 1,
    primary key (season_id, session_id)
  )`,
  `create index season_session_session on season_session (session_id)`,
  `create index season_session_event on season_session (event_id)`,
  // Standings need this of a session's document; it is made from the document when it is asked for.
  `create table session_result (
    session_id uuid primary key references session on delete cascade,
    detail_etag text not null,
    result jsonb not null
  )`,
  `create table season_adjustment (
    id uuid primary key,
    season_id uuid not null references season on delete cascade,
    kind text not null
      check (kind in ('timePenalty', 'disqualification', 'points', 'teamPoints')),
    session_id uuid,
    driver_idx smallint,
    name text,
    seconds double precision,
    points double precision,
    reason text not null,
    author_id uuid not null references "user" on delete cascade,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    revoked_reason text
  )`,
  `create index season_adjustment_season on season_adjustment (season_id)`,
  `create index season_adjustment_author on season_adjustment (author_id)`,
  `create table season_publication (
    season_id uuid not null references season on delete cascade,
    version integer not null,
    status text not null check (status in ('provisional', 'official')),
    note text not null,
    published_at timestamptz not null default now(),
    standings bytea not null,
    primary key (season_id, version)
  )`,
  `alter table season_publication alter column standings set storage external`,
]

/**
 * A season is listed with a public league. One that is in private leagues alone is private, also
 * while these are deleted and can still be restored.
 */
const VISIBILITY = [
  `create function set_season_visibility(seasons uuid[]) returns void language sql as $$
    update season set visibility = found.visibility
    from (
      select asked.id, case
        when coalesce(bool_or(league.is_public and league.deleted_at is null), false) then 'listed'
        when coalesce(bool_or(not league.is_public), false) then 'private'
        else 'link' end as visibility
      from unnest(seasons) as asked (id)
      left join league_season on league_season.season_id = asked.id
      left join league on league.id = league_season.league_id
      group by asked.id
    ) as found
    where season.id = found.id and season.visibility <> found.visibility
  $$`,
  `create function league_season_changed() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      perform set_season_visibility(array[old.season_id]);
    else
      perform set_season_visibility(array[new.season_id]);
    end if;
    return null;
  end $$`,
  `create trigger league_season_changed after insert or delete on league_season
    for each row execute function league_season_changed()`,
  `create function league_visibility_changed() returns trigger language plpgsql as $$
  begin
    perform set_season_visibility(array(
      select season_id from league_season where league_id = new.id order by season_id));
    return null;
  end $$`,
  `create trigger league_visibility_changed after update on league
    for each row when ((old.is_public, old.deleted_at) is distinct from (new.is_public, new.deleted_at))
    execute function league_visibility_changed()`,
]

const HISTORY = [
  `create table owner_change (
    id uuid primary key,
    league_id uuid references league on delete cascade,
    season_id uuid references season on delete cascade,
    version integer not null,
    author_id uuid not null references "user" on delete cascade,
    action text not null,
    details jsonb not null,
    at timestamptz not null default now(),
    check (num_nonnulls(league_id, season_id) = 1)
  )`,
  `create index owner_change_league on owner_change (league_id, version)
    where league_id is not null`,
  `create index owner_change_season on owner_change (season_id, version)
    where season_id is not null`,
  `create index owner_change_author on owner_change (author_id)`,
]

function indexes(trgm: string): string[] {
  return [
    `create index league_newest on league (id desc) where is_public and deleted_at is null`,
    `create index league_owner on league (owner_id, id desc)`,
    `create index league_deleted on league (deleted_at) where deleted_at is not null`,
    `create index league_search on league using gin (search_text(name) ${trgm}.gin_trgm_ops)
    where deleted_at is null`,
    `create index season_newest on season (id desc)
    where visibility = 'listed' and deleted_at is null`,
    `create index season_owner on season (owner_id, id desc)`,
    `create index season_deleted on season (deleted_at) where deleted_at is not null`,
    `create index season_search on season using gin (search_text(name) ${trgm}.gin_trgm_ops)
    where deleted_at is null`,
    `create index session_track_newest on session (track_id, started_at desc)
    where status = 'recorded'`,
  ]
}

const LEAGUE_COLUMNS = ['id', 'name', 'owner_id', 'is_public', 'updated_at'] as const
const SEASON_COLUMNS = ['id', 'name', 'owner_id', 'visibility', 'updated_at'] as const

/**
 * To those who watch, what was deleted is gone although it can be restored, and so is what is hidden
 * from them now.
 */
function announcing(
  table: 'league' | 'season',
  keys: readonly string[],
  columns: readonly string[],
): string {
  const hides =
    table === 'league'
      ? 'old.is_public and not new.is_public'
      : `old.visibility <> 'private' and new.visibility = 'private'`
  return `create function announce_${table}s() returns trigger language plpgsql as $$
  declare
    head jsonb := jsonb_build_object('table', '${table}s', 'at', clock_timestamp());
    was boolean := false;
    stays boolean := false;
    said text := tg_op;
  begin
    if tg_op <> 'INSERT' then was := old.deleted_at is null; end if;
    if tg_op <> 'DELETE' then stays := new.deleted_at is null; end if;
    if was and (not stays or (tg_op = 'UPDATE' and ${hides})) then
      perform pg_notify('pitboard_change', (head || jsonb_build_object(
        'type', 'DELETE', 'keys', ${jsonRow('old', keys)}))::text);
      said := 'INSERT';
    end if;
    if stays then
      if not was then said := 'INSERT'; end if;
      perform pg_notify('pitboard_change', (head || jsonb_build_object(
        'type', said, 'row', ${jsonRow('new', columns)}))::text);
    end if;
    return null;
  end $$`
}

const WATCHING = [LEAGUE_COLUMNS, SEASON_COLUMNS].flatMap((columns, index) => {
  const table = index === 0 ? 'league' : 'season'
  const list = (of: string) =>
    `(${[...columns, 'deleted_at'].map((column) => `${of}.${column}`).join(', ')})`
  return [
    `create trigger announce_${table}s after insert or delete on ${table}
      for each row execute function announce_${table}s()`,
    `create trigger announce_${table}s_update after update on ${table}
      for each row when (${list('old')} is distinct from ${list('new')})
      execute function announce_${table}s()`,
  ]
})

function jsonRow(of: string, columns: readonly string[]): string {
  return `jsonb_build_object(${columns.map((column) => `'${column}', ${of}.${column}`).join(', ')})`
}
