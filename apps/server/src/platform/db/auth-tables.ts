import type { ColumnType, JSONColumnType, Selectable } from 'kysely'
import type { PasskeyTables } from './passkey-tables.ts'

/** Set by the database when it is left out. */
type Default<T> = ColumnType<T, T | undefined, T>
type Json = Record<string, unknown>
type JsonDefault = ColumnType<Json, string | undefined, string>

export interface AuthUserTable {
  id: string
  aud: Default<string>
  role: Default<string>
  /** Lower case. */
  email: string | null
  email_confirmed_at: Date | null
  /** The number without the leading plus. */
  phone: string | null
  phone_confirmed_at: Date | null
  password_hash: string | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  new_email: string | null
  email_change_sent_at: Date | null
  /** How many of the two addresses have agreed to the change. */
  email_change_confirmed: Default<number>
  new_phone: string | null
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  app_metadata: JsonDefault
  user_metadata: JsonDefault
  is_anonymous: Default<boolean>
  is_sso_user: Default<boolean>
  banned_until: Date | null
  deleted_at: Date | null
  created_at: Default<Date>
  updated_at: Default<Date>
}

/** Messages that wait to be sent. */
interface OutboxTable {
  id: string
  user_id: string | null
  kind: string
  /** Encrypted: see auth/outbox. */
  content: Buffer
  /** Whether it ends with the user's notifications by mail. */
  is_notification: Default<boolean>
  attempts: Default<number>
  next_attempt_at: Date
  expires_at: Date
  created_at: Default<Date>
}

/** What the servers of this database share. */
interface ServerSecretTable {
  name: string
  /** The fingerprint of the secret, or a key that is encrypted with a key derived from it. */
  content: Buffer
  created_at: Default<Date>
}

interface IdentityTable {
  id: string
  user_id: string
  provider: string
  /** The provider's name for the person; for e-mail and phone the user's id. */
  provider_id: string
  identity_data: JSONColumnType<Json>
  email: ColumnType<string | null, never, never>
  last_sign_in_at: Date | null
  created_at: Default<Date>
  updated_at: Default<Date>
}

interface AuthSessionTable {
  id: string
  user_id: string
  aal: Default<string>
  factor_id: string | null
  /** Number of the refresh token that is good now. */
  refresh_counter: Default<number>
  /** Number of the first refresh token since a second factor was shown last. */
  elevated_counter: number | null
  refreshed_at: Date | null
  not_after: Date | null
  user_agent: string | null
  ip: string | null
  created_at: Default<Date>
  updated_at: Default<Date>
}

interface SessionMethodTable {
  session_id: string
  method: string
  provider: string | null
  used_at: Default<Date>
}

export type TokenPurpose =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change'
  | 'reauthentication'

interface OneTimeTokenTable {
  id: string
  user_id: string
  purpose: TokenPurpose
  /** Hex SHA-224 of address and code; with `pkce_` before it where the request had a challenge. */
  token_hash: string
  /** The address it was sent to. */
  relates_to: string
  failed_attempts: Default<number>
  created_at: Default<Date>
}

interface FlowStateTable {
  id: string
  user_id: string | null
  auth_code: string | null
  code_challenge: string | null
  code_challenge_method: string | null
  authentication_method: string
  provider: string | null
  provider_access_token: string | null
  provider_refresh_token: string | null
  /** Ours towards the provider, as is the verifier. */
  nonce: string | null
  code_verifier: string | null
  redirect_to: string | null
  /** Set where a signed-in user links the provider's identity. */
  linking_user_id: string | null
  invite_token: string | null
  /** When the session that comes of it ends, whatever happens. */
  session_not_after: Date | null
  auth_code_issued_at: Date | null
  used_at: Date | null
  created_at: Default<Date>
}

interface AuditLogTable {
  id: string
  action: string
  /** Who did it; null where nobody was signed in. */
  actor_id: string | null
  /** Whom it was done to. */
  user_id: string | null
  ip: string | null
  details: JsonDefault
  created_at: Default<Date>
}

interface SsoProviderTable {
  id: string
  resource_id: string | null
  disabled: Default<boolean>
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: JsonDefault
  name_id_format: string | null
  created_at: Default<Date>
  updated_at: Default<Date>
}

interface SsoDomainTable {
  id: string
  sso_provider_id: string
  domain: string
  created_at: Default<Date>
}

export interface SamlRelayStateTable {
  id: string
  sso_provider_id: string
  request_id: string
  flow_state_id: string | null
  redirect_to: string | null
  created_at: Default<Date>
}

export interface SamlAssertionTable {
  id: string
  expires_at: Date
}

export interface FactorTable {
  id: string
  user_id: string
  friendly_name: Default<string>
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
  status: Default<'unverified' | 'verified'>
  /** Base32, of TOTP. */
  secret: string | null
  phone: string | null
  webauthn_credential: ColumnType<Json | null, string | null | undefined, string | null>
  /** The 30 s step of the last code taken: a code counts once. */
  last_used_step: number | null
  last_challenged_at: Date | null
  created_at: Default<Date>
  updated_at: Default<Date>
}

export interface FactorChallengeTable {
  id: string
  factor_id: string
  ip: string | null
  code_hash: string | null
  webauthn_challenge: string | null
  failed_attempts: Default<number>
  verified_at: Date | null
  created_at: Default<Date>
}

/** The tables of accounts, by their names with the schema. */
export interface AuthTables extends PasskeyTables {
  'auth.users': AuthUserTable
  'auth.identities': IdentityTable
  'auth.outbox': OutboxTable
  'auth.server_secrets': ServerSecretTable
  'auth.sessions': AuthSessionTable
  'auth.session_methods': SessionMethodTable
  'auth.one_time_tokens': OneTimeTokenTable
  'auth.flow_states': FlowStateTable
  'auth.audit_log': AuditLogTable
  'auth.sso_providers': SsoProviderTable
  'auth.sso_domains': SsoDomainTable
  'auth.saml_relay_states': SamlRelayStateTable
  'auth.saml_assertions': SamlAssertionTable
  'auth.factors': FactorTable
  'auth.factor_challenges': FactorChallengeTable
}

export type AuthUser = Selectable<AuthUserTable>
export type Identity = Selectable<IdentityTable>
export type AuthSession = Selectable<AuthSessionTable>
export type OneTimeToken = Selectable<OneTimeTokenTable>
export type FlowState = Selectable<FlowStateTable>
export type SsoProvider = Selectable<SsoProviderTable>
export type Factor = Selectable<FactorTable>
export type FactorChallenge = Selectable<FactorChallengeTable>
