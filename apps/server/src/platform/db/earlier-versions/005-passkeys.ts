import { sql, type Kysely } from 'kysely'

/** Adds passkeys, recovery codes, and since when a session has shown a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...SECOND_FACTORS, ...PASSKEYS]) await sql.raw(statement).execute(db)
}

const SECOND_FACTORS = [
  // The refresh token before this one has not shown the second factor.
  `alter table auth.sessions add column elevated_counter bigint`,
  `alter table auth.factors
    drop constraint factors_factor_type_check,
    add constraint factors_factor_type_check
      check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code'))`,
  `create table auth.recovery_codes (
    id uuid primary key,
    factor_id uuid not null references auth.factors on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    unique (factor_id, code_hash)
  )`,
]

const PASSKEYS = [
  `create table auth.passkeys (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    friendly_name text not null default '',
    credential_id text not null unique,
    credential jsonb not null,
    last_used_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index passkeys_user on auth.passkeys (user_id)`,
  // A user who signs in by passkey is not known yet.
  `create table auth.passkey_challenges (
    id uuid primary key,
    user_id uuid references auth.users on delete cascade,
    challenge text not null,
    created_at timestamptz not null default now()
  )`,
  `create index passkey_challenges_created on auth.passkey_challenges (created_at)`,
]
