import { callerOfToken, roleOfKey } from '../../accounts/access/api-key-caller.ts'
import type { Caller } from '../../accounts/access/caller.ts'
import { AuthError } from '../../accounts/auth/http/auth-error.ts'
import type { AppContext } from '../../context.ts'

/** Who speaks on a channel, and for how long. */
export interface Grant {
  readonly caller: Caller
  readonly token: string | null
  /** Null: as long as the key is good. */
  readonly expiresAtMs: number | null
}

/** Throws an AuthError for a token that is not good (any more). */
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
