import { SIGN_IN_PARAM } from './begun-sign-ins.ts'

/** A mail link, a provider or the sign-in service left this in the page's address. */
export type Callback =
  | {
      readonly kind: 'tokens'
      readonly accessToken: string
      readonly refreshToken: string
      /** It is `recovery` of a password, `signup`, `magiclink` …; null from a provider. */
      readonly type: string | null
      /** It was made so long ago that it may have been passed on. */
      readonly isStale: boolean
      /** The sign-in service answers in the hash alone. */
      readonly source: Source
      /** This is the id of the sign-in that a browser began; it is null if the address names none. */
      readonly signIn: string | null
    }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'error'; readonly code: string }
  /** The first of the two addresses has agreed to a change. */
  | { readonly kind: 'halfConfirmed' }

type Source = 'query' | 'hash'

const STALE_AFTER_SECONDS = 120

const TOKENS = [
  'access_token',
  'refresh_token',
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'provider_token',
  'provider_refresh_token',
]
const TOKENS_THEMSELVES = ['access_token', 'refresh_token']
const ERRORS = ['error', 'error_code', 'error_description']

/** Reads the callback from an address; `href` is the address without it. */
export function readCallback(
  address: string,
  now: Date,
): { readonly callback: Callback | null; readonly href: string } {
  const url = new URL(address)
  const signIn = url.searchParams.get(SIGN_IN_PARAM)
  const query = takeFrom(url.searchParams, { source: 'query', signIn, now })
  const hashParams = new URLSearchParams(url.hash.slice(1))
  const hash = takeFrom(hashParams, { source: 'hash', signIn, now })
  if (hash ?? query) url.searchParams.delete(SIGN_IN_PARAM)
  if (hash) url.hash = hashParams.toString()
  return { callback: hash ?? query, href: url.href }
}

interface Place {
  readonly source: Source
  readonly signIn: string | null
  readonly now: Date
}

/** Removes what it has read. */
function takeFrom(params: URLSearchParams, place: Place): Callback | null {
  const callback = callbackIn(params, place)
  if (callback === null) return null
  const names = { tokens: TOKENS, code: ['code'], error: ERRORS, halfConfirmed: ['message'] }
  const isOfTokens = TOKENS_THEMSELVES.some((name) => params.has(name))
  const taken = isOfTokens ? [...TOKENS, ...names[callback.kind]] : names[callback.kind]
  for (const name of [...taken, 'sb']) params.delete(name)
  return callback
}

function callbackIn(params: URLSearchParams, { source, signIn, now }: Place): Callback | null {
  const errorCode = ERRORS.map((name) => params.get(name)).some((value) => value !== null)
  if (errorCode) {
    return { kind: 'error', code: params.get('error_code') ?? params.get('error') ?? 'unknown' }
  }
  const accessToken = params.get('access_token')
  const refreshToken = params.get('refresh_token')
  if (accessToken !== null && refreshToken !== null) {
    const type = params.get('type')
    const stale = isStale(params, now)
    return { kind: 'tokens', accessToken, refreshToken, type, isStale: stale, source, signIn }
  }
  if (accessToken !== null || refreshToken !== null) {
    return { kind: 'error', code: 'bad_oauth_callback' }
  }
  const code = params.get('code')
  if (code !== null) return { kind: 'code', code }
  return params.has('message') && params.has('sb') ? { kind: 'halfConfirmed' } : null
}

function isStale(params: URLSearchParams, now: Date): boolean {
  const issuedAt = Number(params.get('expires_at')) - Number(params.get('expires_in'))
  return issuedAt > 0 && now.getTime() / 1000 - issuedAt >= STALE_AFTER_SECONDS
}
