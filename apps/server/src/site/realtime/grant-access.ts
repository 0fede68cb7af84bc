import { callerOfToken, roleOfKey } from '../../accounts/access/api-key-caller.ts'
import type { Caller } from '../../accounts/access/caller.ts'
import { AuthError } from '../../accounts/auth/http/auth-error.ts'
import type { AppContext } from '../../context.ts'

/** A channel has this caller, and their token expires then. */
export interface Grant {
  readonly caller: Caller
  readonly token: string | null
  /** It is null for an API key without expiry. */
  readonly expiresAtMs: number | null
}

/** Throws an AuthError for an invalid or expired token. */
export async function grantAccess(
  context: AppContext,
  token: string | null,
  apiKey: string,
): Promise<Grant> {
  const caller = await callerOfToken(context, token, apiKey)
  if (token === null || roleOfKey(context.keys, token) !== null) {
    return { caller, token, expiresAtMs: null }
  }
  const { exp } = caller.kind === 'user' ? caller.claims : await context.keys.verify(token)
  const expiresAtMs = exp === undefined ? null : exp * 1000
  if (expiresAtMs !== null && expiresAtMs <= context.now().getTime()) {
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: token is expired')
  }
  return { caller, token, expiresAtMs }
}
