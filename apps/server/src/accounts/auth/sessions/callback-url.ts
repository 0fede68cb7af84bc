import type { AuthError } from '../http/auth-error.ts'
import type { TokenResponse } from './tokens.ts'

type Values = Readonly<Record<string, string>>

/** Returns the address with these in its fragment, in alphabetical order; a fragment of its own goes. */
export function withFragment(target: string, values: Values): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(sorted({ ...values, sb: '' })).toString()
  return url.href
}

/** Adds the values as `withFragment` does, but a fragment of the address stays before them, as in the original. */
export function withSession(target: string, values: Values): string {
  const own = new URL(target).hash
  return own === ''
    ? withFragment(target, values)
    : target + new URL(withFragment(target, values)).hash
}

/** Returns the address with these in its query as well; what stands there stays. */
export function withQuery(target: string, values: Values): string {
  const url = new URL(target)
  for (const [name, value] of sorted(values)) url.searchParams.set(name, value)
  return url.href
}

/** Returns what a fragment says of a new session, for the implicit flow. */
export function sessionValues(tokens: TokenResponse): Values {
  return {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    token_type: tokens.token_type,
  }
}

const ERRORS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
  [500, 'server_error'],
  [503, 'temporarily_unavailable'],
])

/** Returns what an address says of a failure. */
export function errorValues({ status, code, message }: AuthError): Values {
  const error = ERRORS.get(status)
  return {
    ...(error !== undefined && { error }),
    error_code: code,
    error_description: message,
  }
}

function sorted(values: Values): [string, string][] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
