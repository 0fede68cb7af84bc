import type { AuthUser, OneTimeToken, TokenPurpose } from '../tables/auth-tables.ts'
import { isUniqueViolation } from '../../../platform/db/in-transaction.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { lockUser, updateUser } from '../users/queries.ts'
import { checkNotBanned, emailTaken, phoneTaken } from '../core/callers.ts'
import { confirmAddress, confirmAddressChange } from './confirm.ts'
import { deleteTokensOf } from './one-time-tokens.ts'

export interface VerifyType {
  readonly purposes: readonly TokenPurpose[]
  /** Flows of a mail of this type name this way of signing in. */
  readonly flowMethods: readonly string[]
}

const SIGNUP_METHODS = ['email/signup', 'invite']

/** POST /verify takes these types (PROTOCOL §4). */
const VERIFY_TYPES: Readonly<Record<string, VerifyType>> = {
  signup: { purposes: ['confirmation'], flowMethods: SIGNUP_METHODS },
  invite: { purposes: ['confirmation'], flowMethods: SIGNUP_METHODS },
  magiclink: { purposes: ['recovery'], flowMethods: ['magiclink'] },
  recovery: { purposes: ['recovery'], flowMethods: ['recovery'] },
  email: {
    purposes: ['confirmation', 'recovery'],
    flowMethods: [...SIGNUP_METHODS, 'magiclink', 'recovery'],
  },
  email_change: {
    purposes: ['email_change_current', 'email_change_new'],
    flowMethods: ['email_change'],
  },
  sms: { purposes: ['confirmation'], flowMethods: [] },
  phone_change: { purposes: ['phone_change'], flowMethods: [] },
}

export function findVerifyType(name: string): VerifyType | undefined {
  return Object.hasOwn(VERIFY_TYPES, name) ? VERIFY_TYPES[name] : undefined
}

/** The first of two addresses has agreed; nobody is signed in by that. */
export const HALFWAY_MESSAGE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Does what a valid token stands for, once. Returns null if the other address has to agree as well. */
export async function useToken(
  auth: AuthContext,
  token: OneTimeToken,
  source: Source,
): Promise<AuthUser | null> {
  const user = await lockUser(auth.db, token.user_id)
  if (!user) throw linkExpired()
  checkNotBanned(user, auth.now(), 403)
  const taken = await confirm(auth, user, token, source).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw token.purpose === 'phone_change' ? phoneTaken() : emailTaken()
  })
  if (taken) await audit(auth, { action: 'login', userId: user.id, ip: source.ip })
  return taken
}

async function confirm(
  auth: AuthContext,
  user: AuthUser,
  { id, purpose, relates_to: address }: OneTimeToken,
  source: Source,
): Promise<AuthUser | null> {
  switch (purpose) {
    case 'confirmation':
      if (address === user.email) return confirmAddress(auth, user, 'email', source)
      if (address === user.phone) return confirmAddress(auth, user, 'phone', source)
      throw linkExpired()
    case 'recovery':
      if (address !== user.email) throw linkExpired()
      return confirmAddress(auth, await withoutForeignPassword(auth, user), 'email', source)
    case 'email_change_current':
    case 'email_change_new': {
      const agreeing = purpose === 'email_change_new' ? user.new_email : user.email
      if (address !== agreeing) throw linkExpired()
      const isBoth = user.email === null || user.email_change_confirmed > 0
      if (isBoth) return confirmAddressChange(auth, user, 'email', source)
      await auth.db.deleteFrom('auth.one_time_tokens').where('id', '=', id).execute()
      await updateUser(auth, user.id, { email_change_confirmed: 1 })
      return null
    }
    case 'phone_change':
      if (address !== user.new_phone) throw linkExpired()
      return confirmAddressChange(auth, user, 'phone', source)
    case 'reauthentication':
      await deleteTokensOf(auth.db, user.id)
      throw linkExpired()
  }
}

/** The user who chose the password of an unconfirmed account may not be the reader of its mail. */
async function withoutForeignPassword(auth: AuthContext, user: AuthUser): Promise<AuthUser> {
  if (user.email_confirmed_at !== null) return user
  return updateUser(auth, user.id, { password_hash: null })
}

export function linkExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

export function codeExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}
