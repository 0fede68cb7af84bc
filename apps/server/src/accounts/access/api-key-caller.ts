import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf, callerOf, type Caller } from './caller.ts'
import type { KeySet } from '../auth/keys/key-set.ts'
import type { AppContext } from '../../context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no API key: opened by a bare browser, or by another service (PROTOCOL §2.2). */
    readonly open?: boolean
  }
}

/** Every call shows the anonymous or the service key, as header or in the query. */
export function registerApiKey(app: FastifyInstance, keys: KeySet): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open === true || request.is404) return undefined
    const key = apiKeyOf(request)
    if (key === null) return refuseKey(reply, 'No API key found in request')
    if (roleOfKey(keys, key) !== null) return undefined
    return refuseKey(reply, 'Invalid authentication credentials')
  })
}

function refuseKey(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(401).header('www-authenticate', 'Key realm="Pitboard"').send({ message })
}

/**
 * Returns the role of a key that belongs to no user; null for a foreign key. Keys stand in the `apikey`
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
  return new URLSearchParams(query).get('apikey') || null
}

/**
 * Finds the caller by the bearer token, else by the key. A user who owes a second factor has the rights that everybody
 * has. Throws an AuthError for a token that is not valid (any more).
 */
export async function callerOfKey(context: AppContext, request: FastifyRequest): Promise<Caller> {
  const caller = await callerOfToken(context, bearerOf(request), apiKeyOf(request))
  return isSignedIn(caller) ? caller : { kind: 'anon' }
}

/** Returns false for anonymous callers, and for users who have not shown their second factor. */
export function isSignedIn(caller: Caller): boolean {
  return caller.kind === 'service' || (caller.kind === 'user' && !caller.needsSecondFactor)
}

/** Finds the caller by a token and a key that did not come in a header. */
export async function callerOfToken(
  context: AppContext,
  token: string | null,
  key: string | null,
): Promise<Caller> {
  const role = roleOfKey(context.keys, token)
  if (token !== null && role === null) return callerOf(context, token)
  return { kind: role ?? roleOfKey(context.keys, key) ?? 'anon' }
}

/** Compares hashes: they have equal lengths, and the time reveals nothing. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(expected))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
