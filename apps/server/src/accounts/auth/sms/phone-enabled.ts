import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'

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
