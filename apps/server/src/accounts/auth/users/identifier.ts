import { Type } from 'typebox'
import type { AuthUser } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { findUserByEmail, findUserByPhone } from './queries.ts'

const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u
const EMAIL_CHARACTERS_MAX = 255

/**
 * Returns an email address as it is stored and compared. Throws a 400 for invalid addresses, also for characters that
 * show nothing or only look like others: in lower case they would be somebody else's address.
 */
export function readEmail(text: string): string {
  const written = text.trim()
  const email = written.toLowerCase()
  const isPlain = written.normalize('NFKC') === written && !/[\p{Cc}\p{Cf}]/u.test(written)
  if (isPlain && email.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(email)) return email
  throw invalid('Unable to validate email address: invalid format')
}

/** Returns a phone number as it is stored: E.164 without the plus. Throws a 400 for an invalid number. */
export function readPhone(text: string): string {
  const phone = text.trim().replaceAll(' ', '').replace(/^\+/, '')
  if (/^[1-9]\d{6,14}$/.test(phone)) return phone
  throw invalid('Invalid phone number format (E.164 required)')
}

/** A body names a user by these fields. */
export const IDENTIFIER_FIELDS = {
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
}

export type Identifier =
  | { readonly kind: 'email'; readonly address: string }
  | { readonly kind: 'phone'; readonly address: string }

/** Returns null if both are absent. Throws a 400 if both are given and for an invalid address. */
export function readIdentifier(
  { email = '', phone = '' }: { email?: string | undefined; phone?: string | undefined },
  messageForBoth: string,
): Identifier | null {
  if (email !== '' && phone !== '') throw invalid(messageForBoth)
  if (email !== '') return { kind: 'email', address: readEmail(email) }
  if (phone !== '') return { kind: 'phone', address: readPhone(phone) }
  return null
}

export async function findIdentified(
  db: Db,
  { kind, address }: Identifier,
): Promise<AuthUser | undefined> {
  return kind === 'email' ? findUserByEmail(db, address) : findUserByPhone(db, address)
}

/** Phone numbers count where they can be confirmed, or need not be. */
export function isPhoneEnabled({
  texter,
  config,
}: Pick<AuthContext, 'texter' | 'config'>): boolean {
  return texter !== null || config.authAutoconfirm
}

export function checkPhoneEnabled(auth: AuthContext, status: 400 | 422, message: string): void {
  if (!isPhoneEnabled(auth)) throw new AuthError(status, 'phone_provider_disabled', message)
}
