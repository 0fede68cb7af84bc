import type { FastifyRequest } from 'fastify'

/** The `WWW-Authenticate` of a 401 (RFC 6750): with a reason only where a token was sent. */
export function challengeOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const realm = 'Bearer realm="Pitboard"'
  const isBearer = /^bearer\b/i.test(headers.authorization ?? '')
  return isBearer ? `${realm}, error="invalid_token"` : realm
}
