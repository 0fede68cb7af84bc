import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import { AuthError } from '../http/auth-error.ts'

/** Throws `user_banned`: 400 at sign-in and refresh, 403 elsewhere. */
export function checkNotBanned(
  { banned_until: until }: Pick<AuthUser, 'banned_until'>,
  now: Date,
  status: 400 | 403,
): void {
  if (until && until > now) throw new AuthError(status, 'user_banned', 'User is banned')
}
