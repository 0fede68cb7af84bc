import type { FastifyInstance } from 'fastify'
import { liveSessions, type Lease } from '@pitboard/contract/live/live'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { route } from '../../accounts/access/route.ts'
import { createRecorderKeyCheck } from './check-recorder-key.ts'
import type { Ingest } from './ingest.ts'
import { FIRST_DATAGRAM_MS } from './transports/udp-leases.ts'
import { TOKEN_LIFETIME_MS } from './transports/lease-tokens.ts'

export function registerIngest(app: FastifyInstance, context: AppContext, ingest: Ingest): void {
  const { now, publicUrl } = context
  app.decorate('checkRecorderKey', createRecorderKeyCheck(context))

  route(app, liveSessions.register, async ({ user: owner, query, request }): Promise<Lease> => {
    const nowMs = now().getTime()
    const host = request.hostname.replaceAll(/[[\]]/g, '')
    const liveUrl = `${publicUrl()}/liveUser/${owner.userId}`
    if (query.useTcp ?? true) {
      const expiresAtMs = nowMs + TOKEN_LIFETIME_MS
      const token = ingest.tokens().issue(owner, expiresAtMs)
      const expiresAt = new Date(expiresAtMs).toISOString()
      return { protocol: 'tcp', host, port: ingest.tcpPort(), token, expiresAt, liveUrl }
    }
    const port = await ingest.leaseUdp(owner, request.ip)
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
