import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { bearerOf, callerOf, type Caller } from './caller.ts'
import type { KeySet } from '../auth/keys/key-set.ts'
import type { AppContext } from '../../context.ts'

/**
 * What a key allows that names nobody; null for one that is not ours. Keys stand in the `apikey`
 * header or query parameter, and where nobody is signed in as the bearer token too.
 */
export function roleOfKey(keys: KeySet, key: string | null): 'anon' | 'service' | null {
  if (key === null) return null
  if (isSame(key, keys.serviceKey)) return 'service'
  return isSame(key, keys.anonKey) ? 'anon' : null
}

export function apiKeyOf({
  headers,
  url,
}: Pick<IncomingMessage, 'headers' | 'url'>): string | null {
  const { apikey } = headers
  if (typeof apikey === 'string' && apikey !== '') return apikey
  const [, query = ''] = (url ?? '').split('?', 2)
  return new URLSearchParams(query).get('apikey')
}

/**
 * Who calls, by the bearer token, else by the key. Who owes a second factor may do what everybody
 * may. Throws an AuthError for a token that is not good (any more).
 */
export async function callerOfKey(context: AppContext, request: FastifyRequest): Promise<Caller> {
  const caller = await callerOfToken(context, bearerOf(request), apiKeyOf(request))
  return isSignedIn(caller) ? caller : { kind: 'anon' }
}

/** False for everybody, and for a user whose account has a second factor that he has not shown. */
export function isSignedIn(caller: Caller): boolean {
  return caller.kind === 'service' || (caller.kind === 'user' && !caller.owesSecondFactor)
}

/** Who calls by a token and a key that did not come in a header. */
export async function callerOfToken(
  context: AppContext,
  token: string | null,
  key: string | null,
): Promise<Caller> {
  const role = roleOfKey(context.keys, token)
  if (token !== null && role === null) return callerOf(context, token)
  return { kind: role ?? roleOfKey(context.keys, key) ?? 'anon' }
}

/** Hashes are compared: equal lengths, and no time that tells how much was right. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(expected))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
