import type { GeneratedAlways } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'

declare module '../../../platform/db/tables.ts' {
  interface Refinements {
    'auth.users': {
      app_metadata: Json
      user_metadata: Json
    }
    'auth.identities': {
      identity_data: Json
      email: GeneratedAlways<string | null>
    }
    'auth.one_time_tokens': {
      purpose: TokenPurpose
    }
    'auth.audit_log': {
      details: Json
    }
    'auth.sso_providers': {
      attribute_mapping: Json
    }
    'auth.factors': {
      factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
      status: 'unverified' | 'verified'
      webauthn_credential: Json
    }
    'auth.passkeys': {
      credential: Json
    }
  }
}

type Json = Record<string, unknown>

export type TokenPurpose =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change'
  | 'reauthentication'

export type AuthUserTable = Tables['auth.users']
export type FactorTable = Tables['auth.factors']
export type FactorChallengeTable = Tables['auth.factor_challenges']
export type AuthUser = Row<'auth.users'>
export type Identity = Row<'auth.identities'>
export type AuthSession = Row<'auth.sessions'>
export type OneTimeToken = Row<'auth.one_time_tokens'>
export type FlowState = Row<'auth.flow_states'>
export type SsoProvider = Row<'auth.sso_providers'>
export type Factor = Row<'auth.factors'>
export type FactorChallenge = Row<'auth.factor_challenges'>
export type Passkey = Row<'auth.passkeys'>
