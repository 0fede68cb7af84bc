import type { FastifyRequest } from 'fastify'
import { bearerOf } from '../auth/caller.ts'
import { getSignedIn } from '../auth/signed-in.ts'
import { ApiError } from '../errors.ts'
import { RECORDER_KEY_PREFIX } from '../users/queries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose recorder key this is; null where it is nobody's. */
    ownerOfKey(key: string): Promise<string | null>
  }
}

/** Who brings recordings: a signed-in user, or his recorder with its key as the bearer token. */
export interface Sender {
  readonly userId: string
}

export async function getSender(request: FastifyRequest): Promise<Sender> {
  const token = bearerOf(request)
  if (token === null || !token.startsWith(RECORDER_KEY_PREFIX)) return getSignedIn(request)
  const userId = await request.server.ownerOfKey(token)
  if (userId !== null) return { userId }
  const headers = { 'www-authenticate': 'Bearer' }
  throw new ApiError(401, 'The recorder key is wrong or was revoked.', { headers })
}
