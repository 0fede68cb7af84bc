import type { FastifyInstance } from 'fastify'
import { liveSessions, type Lease } from '@pitboard/contract/live'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { networkOf } from '../auth/http/rate-limits.ts'
import { createFairQueue } from '../fair-queue.ts'
import { route } from '../route.ts'
import { findRecorderKey } from '../users/queries.ts'
import type { Ingest } from './ingest.ts'
import { FIRST_DATAGRAM_MS } from './leases.ts'
import { TOKEN_LIFETIME_MS } from './tokens.ts'
import { createWrongKeys } from './wrong-keys.ts'

export function registerIngest(app: FastifyInstance, context: AppContext, ingest: Ingest): void {
  const { db, now, publicUrl } = context
  const wrongKeys = createWrongKeys()
  const suspects = createFairQueue({ runningMax: 2, runningPerUserMax: 1, waitingMax: 1_000 })

  route(app, liveSessions.register, async ({ params: { id }, query, request }): Promise<Lease> => {
    const nowMs = now().getTime()
    const waitSeconds = wrongKeys.waitSeconds(request.ip, nowMs)
    const look = () => findRecorderKey(db, id, query.key)
    // A right key always works; behind many wrong ones it waits for its turn.
    const key =
      waitSeconds > 0 ? await suspects.run({ network: networkOf(request.ip) }, look) : await look()
    if (!key) {
      wrongKeys.note(request.ip, nowMs)
      if (waitSeconds > 0) {
        throw new ApiError(429, 'Too many wrong keys came from this address. Try again later.', {
          headers: { 'retry-after': String(waitSeconds) },
        })
      }
      throw new ApiError(401, 'The user or the recorder key is wrong.')
    }
    const host = request.hostname.replaceAll(/[[\]]/g, '')
    const liveUrl = `${publicUrl()}/liveUser/${id}`
    if (query.useTcp ?? true) {
      const expiresAtMs = nowMs + TOKEN_LIFETIME_MS
      const token = ingest.tokens().issue({ userId: id, keyId: key.id }, expiresAtMs)
      const expiresAt = new Date(expiresAtMs).toISOString()
      return { protocol: 'tcp', host, port: ingest.tcpPort(), token, expiresAt, liveUrl }
    }
    const port = await ingest.leaseUdp({ userId: id, keyId: key.id }, request.ip)
    if (port === null) {
      throw new ApiError(
        429,
        'Every UDP port is leased, or too many are from this address. Use TCP, or try again later.',
        {
          headers: { 'retry-after': '60' },
        },
      )
    }
    const expiresAt = new Date(nowMs + FIRST_DATAGRAM_MS).toISOString()
    return { protocol: 'udp', host, port, token: null, expiresAt, liveUrl }
  })
}
