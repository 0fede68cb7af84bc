import { sql, type Kysely } from 'kysely'

/**
 * Accounts live in a schema of their own: an outside service can take their place (AUTH_URL), and
 * then the product's tables know its users by their id alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema auth`.execute(db)
  for (const statement of [...PROFILES, ...ACCOUNTS, ...SINGLE_SIGN_ON, ...SECOND_FACTORS]) {
    await sql.raw(statement).execute(db)
  }
}

/** A profile is a user's public side. It has no name until they have chosen one. */
const PROFILES = [
  `alter table "user"
    alter column username drop not null,
    drop constraint user_username_key,
    add column avatar_url text,
    add column updated_at timestamptz not null default now()`,
  `create unique index user_username on "user" (lower(username))`,
]

const ACCOUNTS = [
  `create table auth.users (
    id uuid primary key,
    aud text not null default 'authenticated',
    role text not null default 'authenticated',
    email text check (email = lower(email)),
    email_confirmed_at timestamptz,
    phone text,
    phone_confirmed_at timestamptz,
    password_hash text,
    invited_at timestamptz,
    confirmation_sent_at timestamptz,
    recovery_sent_at timestamptz,
    new_email text,
    email_change_sent_at timestamptz,
    email_change_confirmed smallint not null default 0,
    new_phone text,
    phone_change_sent_at timestamptz,
    reauthentication_sent_at timestamptz,
    last_sign_in_at timestamptz,
    app_metadata jsonb not null default '{}',
    user_metadata jsonb not null default '{}',
    is_anonymous boolean not null default false,
    is_sso_user boolean not null default false,
    banned_until timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index users_email on auth.users (email) where not is_sso_user`,
  `create unique index users_phone on auth.users (phone)`,
  `create index users_created on auth.users (created_at, id)`,

  `create table auth.identities (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    provider text not null,
    provider_id text not null,
    identity_data jsonb not null,
    email text generated always as (lower(identity_data ->> 'email')) stored,
    last_sign_in_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider, provider_id)
  )`,
  `create index identities_user on auth.identities (user_id)`,
  `create index identities_email on auth.identities (email)`,

  // A refresh token is the session, a counter and a signature: none has to be stored.
  `create table auth.sessions (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    aal text not null default 'aal1',
    factor_id uuid,
    refresh_counter bigint not null default 0,
    refreshed_at timestamptz,
    not_after timestamptz,
    user_agent text,
    ip inet,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index sessions_user on auth.sessions (user_id)`,

  `create table auth.session_methods (
    session_id uuid not null references auth.sessions on delete cascade,
    method text not null,
    provider text,
    used_at timestamptz not null default now(),
    primary key (session_id, method)
  )`,

  `create table auth.one_time_tokens (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    purpose text not null check (purpose in ('confirmation', 'recovery', 'email_change_current',
      'email_change_new', 'phone_change', 'reauthentication')),
    token_hash text not null,
    relates_to text not null,
    failed_attempts integer not null default 0,
    created_at timestamptz not null default now(),
    unique (user_id, purpose)
  )`,
  `create index one_time_tokens_hash on auth.one_time_tokens (token_hash)`,
  `create index one_time_tokens_relates on auth.one_time_tokens (relates_to)`,

  `create table auth.flow_states (
    id uuid primary key,
    user_id uuid references auth.users on delete cascade,
    auth_code uuid unique,
    code_challenge text,
    code_challenge_method text,
    authentication_method text not null,
    provider text,
    provider_access_token text,
    provider_refresh_token text,
    nonce text,
    code_verifier text,
    redirect_to text,
    linking_user_id uuid references auth.users on delete cascade,
    invite_token text,
    session_not_after timestamptz,
    auth_code_issued_at timestamptz,
    used_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index flow_states_user on auth.flow_states (user_id, authentication_method, created_at desc)`,
  `create index flow_states_created on auth.flow_states (created_at)`,

  `create table auth.audit_log (
    id uuid primary key,
    action text not null,
    actor_id uuid,
    user_id uuid,
    ip inet,
    details jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create index audit_log_newest on auth.audit_log (created_at desc, id desc)`,
  `create index audit_log_user on auth.audit_log (user_id, created_at desc)`,
]

const SINGLE_SIGN_ON = [
  `create table auth.sso_providers (
    id uuid primary key,
    resource_id text unique,
    disabled boolean not null default false,
    entity_id text not null unique,
    metadata_xml text not null,
    metadata_url text,
    attribute_mapping jsonb not null default '{}',
    name_id_format text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table auth.sso_domains (
    id uuid primary key,
    sso_provider_id uuid not null references auth.sso_providers on delete cascade,
    domain text not null unique check (domain = lower(domain)),
    created_at timestamptz not null default now()
  )`,
  `create table auth.saml_relay_states (
    id uuid primary key,
    sso_provider_id uuid not null references auth.sso_providers on delete cascade,
    request_id text not null,
    flow_state_id uuid references auth.flow_states on delete cascade,
    redirect_to text,
    created_at timestamptz not null default now()
  )`,
  // An assertion counts once.
  `create table auth.saml_assertions (
    id text primary key,
    expires_at timestamptz not null
  )`,
]

const SECOND_FACTORS = [
  `create table auth.factors (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    friendly_name text not null default '',
    factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
    status text not null default 'unverified' check (status in ('unverified', 'verified')),
    secret text,
    phone text,
    webauthn_credential jsonb,
    last_used_step bigint,
    last_challenged_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index factors_user on auth.factors (user_id)`,
  `create table auth.factor_challenges (
    id uuid primary key,
    factor_id uuid not null references auth.factors on delete cascade,
    ip inet,
    code_hash text,
    webauthn_challenge text,
    failed_attempts integer not null default 0,
    verified_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index factor_challenges_factor on auth.factor_challenges (factor_id)`,
]
