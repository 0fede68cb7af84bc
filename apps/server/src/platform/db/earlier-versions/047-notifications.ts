import { sql, type Kysely } from 'kysely'

/**
 * Adds what users follow, what they want to be notified of, and the notifications that wait. An event is one row in the
 * transaction of the change; a server makes a notification of it for each user and device.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...TRIGGERS]) await sql.raw(statement).execute(db)
}

/** `endpoint` and `secrets` of a device are encrypted. A notification without a device is a mail. */
const TABLES = [
  `create table follow (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references "user" on delete cascade,
    league_id uuid references league on delete cascade,
    season_id uuid references season on delete cascade,
    is_following boolean not null,
    created_at timestamptz not null default now(),
    check (num_nonnulls(league_id, season_id) = 1),
    unique (user_id, league_id),
    unique (user_id, season_id)
  )`,
  `create index follow_league on follow (league_id) where league_id is not null`,
  `create index follow_season on follow (season_id) where season_id is not null`,
  `create table notification_settings (
    user_id uuid primary key references "user" on delete cascade,
    is_mail_on boolean not null default true,
    language text not null check (language in ('en', 'de')),
    preferences jsonb not null default '{}'
  )`,
  `create table push_device (
    id uuid primary key,
    user_id uuid not null references "user" on delete cascade,
    endpoint_hash bytea not null unique,
    endpoint bytea not null,
    secrets bytea not null,
    user_agent text,
    language text not null check (language in ('en', 'de')),
    busy_until timestamptz not null default now(),
    failing_since timestamptz,
    attempted_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index push_device_user on push_device (user_id)`,
  `create table notification_event (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    subject text not null,
    season_id uuid not null references season on delete cascade,
    user_id uuid references "user" on delete cascade,
    details jsonb not null default '{}',
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    dispatched_at timestamptz,
    created_at timestamptz not null default now(),
    unique (season_id, subject)
  )`,
  `create index notification_event_due on notification_event (due_at) where dispatched_at is null`,
  `create index notification_event_user on notification_event (user_id) where user_id is not null`,
  `create index notification_event_created on notification_event (created_at)`,
  `create table notification (
    id uuid primary key default gen_random_uuid(),
    event_id uuid not null references notification_event on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    device_id uuid references push_device on delete cascade,
    subject text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    ended_at timestamptz,
    mail_id uuid,
    created_at timestamptz not null default now(),
    unique nulls not distinct (user_id, subject, device_id)
  )`,
  `create index notification_event_id on notification (event_id)`,
  `create index notification_device on notification (device_id) where device_id is not null`,
  `create index notification_mail_due on notification (due_at) where ended_at is null and device_id is null`,
  `create index notification_push_due on notification (due_at) where ended_at is null and device_id is not null`,
]

/** Receivers of a league and users get what is announced; the subject of a roster is one for each hour. */
const TRIGGERS = [
  `create function notify_of(of_season uuid, wanted text, about text, more jsonb)
    returns void language sql as $$
    insert into notification_event (kind, subject, season_id, details)
    values (wanted, about, of_season, more)
    on conflict do nothing
  $$`,
  `create or replace function announce(of_season uuid, wanted text, about text, more jsonb, unless text default '')
    returns void language plpgsql as $$
  begin
    insert into webhook_delivery (webhook_id, type, subject, season_id, details)
    select webhook.id, wanted, about, of_season, more
    from league_season
    join league on league.id = league_season.league_id and league.deleted_at is null
    join webhook on webhook.league_id = league.id
    where season_id = of_season and state = 'active'
      and types @> jsonb_build_array(wanted) and not types @> jsonb_build_array(unless)
    order by webhook.id
    on conflict do nothing;
    if wanted = 'decision' then
      perform notify_of(of_season, 'ownDecision', about, more);
    elsif wanted in ('live', 'officialResult', 'rosterChange', 'signUpOpen') then
      perform notify_of(of_season, wanted, about, more);
    end if;
  end $$`,
  // An undo is announced as the change that it makes.
  `create function announce_undo() returns trigger language plpgsql as $$
  declare
    undone jsonb := (select details from owner_change
      where season_id = new.season_id and version = (new.details ->> 'undone')::integer);
  begin
    perform announce(new.season_id, 'decision', 'decision ' || new.id, jsonb_build_object(
      'adjustmentId', undone -> 'adjustmentId', 'isRevoked', new.details ->> 'did' = 'adjusted'));
    return null;
  end $$`,
  `create trigger announce_undo after insert on owner_change
    for each row when (new.season_id is not null and new.action = 'undone'
      and new.details ->> 'did' in ('adjusted', 'adjustmentRevoked'))
    execute function announce_undo()`,
  // A form that opens later is announced by a job.
  `create function announce_sign_up() returns trigger language plpgsql as $$
  begin
    perform announce(new.season_id, 'signUpOpen',
      'signUp ' || new.season_id || ' ' || coalesce(extract(epoch from new.opens_at), 0), '{}');
    return null;
  end $$`,
  `create trigger announce_new_sign_up after insert on season_sign_up_form
    for each row when (coalesce(new.opens_at <= now(), true) and coalesce(new.closes_at > now(), true))
    execute function announce_sign_up()`,
  `create trigger announce_changed_sign_up after update on season_sign_up_form
    for each row when (coalesce(new.opens_at <= now(), true) and coalesce(new.closes_at > now(), true)
      and not (coalesce(old.opens_at <= now(), true) and coalesce(old.closes_at > now(), true)))
    execute function announce_sign_up()`,
  `create function announce_roster() returns trigger language plpgsql as $$
  begin
    perform announce(new.season_id, 'rosterChange',
      'roster ' || new.season_id || ' ' || extract(epoch from date_trunc('hour', now())), '{}');
    return null;
  end $$`,
  `create trigger announce_roster after insert on owner_change
    for each row when (new.season_id is not null and (new.action = 'rosterUpdated'
      or new.action = 'undone' and new.details ->> 'did' = 'rosterUpdated'))
    execute function announce_roster()`,
]
