import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import { AuthError } from '../http/auth-error.ts'

export function userGone(): AuthError {
  return new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
}

export function emailTaken(): AuthError {
  return new AuthError(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  )
}

export function phoneTaken(): AuthError {
  return new AuthError(
    422,
    'phone_exists',
    'A user with this phone number has already been registered',
  )
}

/** Throws `user_banned`: 400 at sign-in and refresh, 403 elsewhere. */
export function checkNotBanned(
  { banned_until: until }: Pick<AuthUser, 'banned_until'>,
  now: Date,
  status: 400 | 403,
): void {
  if (until && until > now) throw new AuthError(status, 'user_banned', 'User is banned')
}
