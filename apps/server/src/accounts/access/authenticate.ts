import type { TokenScope } from '@pitboard/contract/wire/token-scopes'
import { type Endpoint, scopeOf } from '@pitboard/contract/wire/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/http/api-error.ts'
import { AuthError } from '../auth/http/auth-error.ts'
import { RECORDER_KEY_PREFIX } from './recorder-key.ts'
import { isPersonalToken, rateLimitHeaders, type TokenCaller } from './personal-token.ts'
import { bearerOf, type Caller, type UserCaller, userIn } from './caller.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds the caller with this token. Throws an AuthError if the token is not valid, or no longer. */
    callerOf(token: string): Promise<Caller>
    /** Returns the owner of a personal access token. Throws for one that is not valid (any more). */
    callerOfPersonalToken(token: string): Promise<TokenCaller>
    /** Returns the owner of a recorder key; null for an unknown key. */
    ownerOfKey(key: string): Promise<string | null>
    /** Throws for a key that the user does not have, and where too many wrong ones came before. */
    checkRecorderKey(attempt: KeyAttempt): Promise<KeyOwner>
  }
}

/** Recordings are uploaded by a signed-in user, or by their recorder with its key as the bearer token. */
export interface Uploader {
  readonly userId: string
}

/** A recorder key comes with the user whom the address names; neither has been checked yet. */
export interface KeyAttempt {
  readonly userId: string
  readonly key: string
  readonly address: string
}

export interface KeyOwner extends Uploader {
  readonly keyId: string
}

type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'user'; readonly user: UserCaller }
  | ({ readonly kind: 'token' } & TokenCaller)
  | { readonly kind: 'recorder'; readonly userId: string }

/**
 * Returns the caller as the product API sees them; null for nobody. Needs only the head of the request. A token or key
 * that is sent and not valid is refused everywhere, so that nobody mistakes a visitor's answer for their own; the
 * public anonymous key, which official clients send, counts as none.
 */
export async function authenticate(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserCaller | KeyOwner | Uploader | null> {
  const { auth = 'public' } = endpoint
  const shown = await readCredentials(request)
  if (shown.kind === 'token') reply.headers(rateLimitHeaders(shown.callsLeft))
  if (auth === 'recorderKey') return readKeyOwner(request)
  if (auth === 'public') return null
  if (shown.kind === 'token') {
    checkScope(endpoint, shown.scopes)
    return shown.user
  }
  if (shown.kind === 'recorder' && auth === 'recorder') return { userId: shown.userId }
  if (auth === 'optional') {
    return shown.kind === 'user' && !shown.user.needsSecondFactor ? shown.user : null
  }
  if (shown.kind !== 'user') {
    throw new ApiError(401, 'Sign in first: this call needs an access token.')
  }
  if (shown.user.needsSecondFactor) {
    const kind = 'second-factor-required'
    throw new ApiError(403, 'Confirm your second factor first.', { kind })
  }
  return shown.user
}

function checkScope(endpoint: Endpoint, scopes: readonly TokenScope[]): void {
  const needed = scopeOf(endpoint)
  if (needed === null || scopes.some((scope) => scope === needed)) return
  const isOutOfReach = needed === 'none'
  const detail = isOutOfReach
    ? 'No personal access token can make this call. Sign in instead.'
    : `This call needs a personal access token with the scope ${needed}.`
  const scope = isOutOfReach ? '' : `, scope="${needed}"`
  const challenge = `Bearer realm="Pitboard", error="insufficient_scope"${scope}`
  throw new ApiError(403, detail, {
    kind: 'insufficient-scope',
    headers: { 'www-authenticate': challenge },
  })
}

/** Browsers add `Basic` automatically where a proxy asks for a password: other schemes are not ours. */
async function readCredentials(request: FastifyRequest): Promise<Credentials> {
  if (!/^bearer\b/i.test(request.headers.authorization ?? '')) return { kind: 'none' }
  const token = bearerOf(request)
  if (token === null) throw invalidToken('The access token is not valid. Sign in again.')
  if (isPersonalToken(token)) {
    const caller = await request.server.callerOfPersonalToken(token).catch(refuseUser)
    return { kind: 'token', ...caller }
  }
  if (token.startsWith(RECORDER_KEY_PREFIX)) {
    const userId = await request.server.ownerOfKey(token)
    if (userId !== null) return { kind: 'recorder', userId }
    const kind = 'invalid-recorder-key'
    throw new ApiError(401, 'The recorder key is wrong or was revoked.', { kind })
  }
  const caller = await request.server.callerOf(token).catch(refuseUser)
  const user = userIn(caller)
  return user ? { kind: 'user', user } : { kind: 'none' }
}

/**
 * Reads the owner of the key before the other parameters are validated, so that a stranger learns nothing about them.
 */
async function readKeyOwner({ server, params, query, ip }: FastifyRequest): Promise<KeyOwner> {
  const key = readText(query, 'key')
  if (key === '') {
    const kind = 'invalid-recorder-key'
    throw new ApiError(401, 'This call needs a recorder key as the parameter key.', { kind })
  }
  return server.checkRecorderKey({ userId: readText(params, 'id'), key, address: ip })
}

function readText(parameters: unknown, name: string): string {
  if (typeof parameters !== 'object' || parameters === null) return ''
  const value: unknown = Reflect.get(parameters, name)
  return typeof value === 'string' ? value : ''
}

function refuseUser(error: unknown): never {
  if (!(error instanceof AuthError)) throw error
  throw invalidToken(describeRefusal(error))
}

function describeRefusal({ code, message }: AuthError): string {
  if (code === 'user_banned') return 'This account is banned.'
  if (code === 'user_not_found') return 'The account of this access token does not exist any more.'
  if (code === 'session_not_found') return 'This sign-in has ended. Sign in again.'
  return message.includes('"exp" claim')
    ? 'The access token has expired. Refresh it or sign in again.'
    : 'The access token is not valid. Sign in again.'
}

function invalidToken(detail: string): ApiError {
  return new ApiError(401, detail, { kind: 'invalid-token' })
}
