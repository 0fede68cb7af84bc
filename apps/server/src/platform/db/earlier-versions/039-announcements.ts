import { sql, type Kysely } from 'kysely'

/**
 * Adds receivers of a league's announcements, what is sent to them, and secret addresses of calendars. Triggers write a
 * delivery in the transaction of the change that it announces, so that no change is missed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...TRIGGERS]) await sql.raw(statement).execute(db)
}

/** `url` and `secret` are encrypted. `content` is the text that is sent: `json` preserves it as it is. `busy_until` is the lease of the server that sends, or a wait that the receiver demands. */
const TABLES = [
  `create table webhook (
    id uuid primary key,
    league_id uuid not null references league (id) on delete cascade,
    kind text not null check (kind in ('discord', 'generic')),
    name text not null,
    language text not null check (language in ('en', 'de')),
    url bytea not null,
    secret bytea,
    types jsonb not null,
    state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
    failing_since timestamptz,
    busy_until timestamptz not null default now(),
    attempted_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index webhook_league on webhook (league_id)`,
  `create table webhook_delivery (
    id uuid primary key default gen_random_uuid(),
    webhook_id uuid not null references webhook (id) on delete cascade,
    type text not null,
    subject text not null,
    season_id uuid references season (id) on delete cascade,
    details jsonb not null default '{}',
    content json,
    state text not null default 'waiting'
      check (state in ('waiting', 'delivered', 'failed', 'dropped')),
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    attempted_at timestamptz,
    ended_at timestamptz,
    status_code integer,
    duration_ms integer,
    failure text,
    answer text,
    created_at timestamptz not null default now(),
    unique (webhook_id, subject)
  )`,
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at) where ended_at is null`,
  `create index webhook_delivery_log on webhook_delivery (webhook_id, created_at)`,
  `create index webhook_delivery_season on webhook_delivery (season_id)`,
  `create table calendar_feed (
    user_id uuid primary key references "user" (id) on delete cascade,
    secret_hash bytea not null unique,
    created_at timestamptz not null default now()
  )`,
]

/** The same subject is announced once to each receiver. */
const TRIGGERS = [
  `create function announce(of_season uuid, wanted text, about text, more jsonb, unless text default '')
    returns void language sql as $$
    insert into webhook_delivery (webhook_id, type, subject, season_id, details)
    select webhook.id, wanted, about, of_season, more
    from league_season
    join league on league.id = league_season.league_id and league.deleted_at is null
    join webhook on webhook.league_id = league.id
    where season_id = of_season and state = 'active'
      and types @> jsonb_build_array(wanted) and not types @> jsonb_build_array(unless)
    order by webhook.id
    on conflict do nothing
  $$`,
  `create function announce_decision() returns trigger language plpgsql as $$
  begin
    perform announce(new.season_id, 'decision', 'decision ' || new.id, jsonb_build_object(
      'adjustmentId', new.details -> 'adjustmentId', 'isRevoked', new.action = 'adjustmentRevoked'));
    return null;
  end $$`,
  `create trigger announce_decision after insert on owner_change
    for each row when (new.season_id is not null and new.action in ('adjusted', 'adjustmentRevoked'))
    execute function announce_decision()`,
  `create function announce_publication() returns trigger language plpgsql as $$
  declare
    about text := 'publication ' || new.season_id || ' ' || new.version;
    more jsonb := jsonb_build_object('publication', new.version);
  begin
    if new.status = 'official' then
      perform announce(new.season_id, 'officialResult', about, more);
      perform announce(new.season_id, 'standings', about, more, 'officialResult');
    else
      perform announce(new.season_id, 'standings', about, more);
    end if;
    return null;
  end $$`,
  `create trigger announce_publication after insert on season_publication
    for each row execute function announce_publication()`,
  // A race of the past that is added to a season is not news.
  `create function announce_linked_session() returns trigger language plpgsql as $$
  declare
    more jsonb := jsonb_build_object('sessionId', new.session_id);
    driven record;
  begin
    select status, started_at as at from session
      where id = new.session_id into driven;
    if driven.status = 'live' then
      perform announce(new.season_id, 'live', 'live ' || new.session_id, more);
    elsif new.role <> 'practice' and driven.at > now() - interval '7 days' then
      perform announce(new.season_id, 'provisionalResult', 'result ' || new.session_id, more);
    end if;
    return null;
  end $$`,
  `create trigger announce_linked_session after insert on season_session
    for each row execute function announce_linked_session()`,
  `create function announce_recorded_session() returns trigger language plpgsql as $$
  begin
    perform announce(season_id, 'provisionalResult', 'result ' || new.id,
      jsonb_build_object('sessionId', new.id))
    from season_session where session_id = new.id and role <> 'practice' order by season_id;
    return null;
  end $$`,
  `create trigger announce_recorded_session after update of status on session
    for each row when (old.status = 'live' and new.status = 'recorded')
    execute function announce_recorded_session()`,
]
