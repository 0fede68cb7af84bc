import type { ColumnType, Selectable } from 'kysely'

type Default<T> = ColumnType<T, T | undefined, T>
type Json = Record<string, unknown>

interface RecoveryCodeTable {
  id: string
  factor_id: string
  code_hash: Buffer
  used_at: Date | null
}

interface PasskeyTable {
  id: string
  user_id: string
  friendly_name: Default<string>
  /** base64url, as browsers send it. */
  credential_id: string
  credential: ColumnType<Json, string, string>
  last_used_at: Date | null
  created_at: Default<Date>
  updated_at: Default<Date>
}

interface PasskeyChallengeTable {
  id: string
  /** The user who registers a passkey; null for a sign-in. */
  user_id: string | null
  challenge: string
  created_at: Default<Date>
}

export interface PasskeyTables {
  'auth.recovery_codes': RecoveryCodeTable
  'auth.passkeys': PasskeyTable
  'auth.passkey_challenges': PasskeyChallengeTable
}

export type Passkey = Selectable<PasskeyTable>
