import { Type } from 'typebox'
import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { AuthError } from '../http/auth-error.ts'
import { readEmail, readPhone } from './addresses.ts'
import { findUserByEmail, findUserByPhone } from './queries.ts'

/** What a body names a user by. */
export const IDENTIFIER_FIELDS = {
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
}

export type Identifier =
  | { readonly kind: 'email'; readonly address: string }
  | { readonly kind: 'phone'; readonly address: string }

/** Null where there is none. Throws a 400 for both, and for what is no address. */
export function readIdentifier(
  { email = '', phone = '' }: { email?: string | undefined; phone?: string | undefined },
  messageForBoth: string,
): Identifier | null {
  if (email !== '' && phone !== '') throw new AuthError(400, 'validation_failed', messageForBoth)
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
