import type { FastifyInstance } from 'fastify'
import { type Lease, liveSessions } from '@pitboard/contract/live/live'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { route, webSocketRoute } from '../../accounts/access/route.ts'
import { NoAnswer } from '../../platform/fan-out/fan-out.ts'
import type { Ingest } from './ingest.ts'
import { INGEST_WEB_SOCKET_PATH } from '@pitboard/contract/ingest/ingest-address'
import { createClientAddress } from '../../platform/http/client-address.ts'
import type { Upgrades } from '../../platform/http/upgrades.ts'
import { createWebSocketIngest } from './transports/web-socket-ingest.ts'
import { FIRST_DATAGRAM_MS } from './transports/udp-lease.ts'
import { TOKEN_LIFETIME_MS } from './transports/lease-tokens.ts'
import { isUuid } from '@pitboard/contract/wire/uuid'
import type { KeyAttempt, KeyOwner } from '../../accounts/access/authenticate.ts'
import { findRecorderKey } from '../../accounts/access/recorder-key.ts'
import { bucketsOfNetworks, networkOf } from '../../platform/limits/networks.ts'
import { createFairQueue } from '../../platform/turns/fair-queue.ts'

/** No key that this server issues is nearly as long. */
const KEY_CHARS_MAX = 200

type CheckRecorderKey = (attempt: KeyAttempt) => Promise<KeyOwner>

/** The limit is that of a network. */
const WRONG_KEYS = { name: 'wrong recorder keys', calls: 20, seconds: 60, burst: 20 } as const

/**
 * Creates a check that throws a 401 for a wrong key, and a 429 where many wrong ones came from the address.
 */
function createRecorderKeyCheck({
  db,
  rateLimits,
}: Pick<AppContext, 'db' | 'rateLimits'>): CheckRecorderKey {
  const suspects = createFairQueue({ runningMax: 2, runningPerUserMax: 1, waitingMax: 1_000 })

  return async ({ userId, key, address }) => {
    const network = networkOf(address)
    const wrongKeys = bucketsOfNetworks(WRONG_KEYS, address)
    const isSuspect = wrongKeys.some((bucket) => rateLimits.knownWaitSeconds(bucket) > 0)
    const look = async () =>
      isUuid(userId) && key.length <= KEY_CHARS_MAX ? findRecorderKey(db, userId, key) : undefined
    // A right key always works; after many wrong ones from its address it has to queue.
    const found = isSuspect ? await suspects.run({ network }, look) : await look()
    if (found) return { userId: found.user_id, keyId: found.id }
    const waitSeconds = await rateLimits.take(...wrongKeys)
    if (waitSeconds > 0) {
      throw new ApiError(429, 'Too many wrong keys came from this address. Try again later.', {
        headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
      })
    }
    const kind = 'invalid-recorder-key'
    throw new ApiError(401, 'The user or the recorder key is wrong.', { kind })
  }
}

/**
 * Returns the error for a user whom another server records, which has not answered: two servers must not
 * record one user.
 */
function ownedElsewhere(): ApiError {
  return new ApiError(503, 'Another server is recording you. Try again in a minute.', {
    headers: { 'retry-after': '60' },
  })
}

export function registerIngest(
  app: FastifyInstance,
  context: AppContext,
  ingest: Ingest,
  { stopping, upgrades }: { readonly stopping: AbortSignal; readonly upgrades: Upgrades },
): void {
  const { config, log, now, publicUrl } = context
  webSocketRoute(app, liveSessions.ingest)
  upgrades.add(
    createWebSocketIngest({ recorders: ingest, log, addressOf: createClientAddress(config) }),
  )
  app.decorate('checkRecorderKey', createRecorderKeyCheck(context))

  route(app, liveSessions.register, async ({ user: owner, query, request }): Promise<Lease> => {
    if (stopping.aborted) {
      throw new ApiError(503, 'The server stops. Register again in a moment.', {
        headers: { 'retry-after': '1' },
      })
    }
    const nowMs = now().getTime()
    const own = config.ingestHost ?? request.hostname.replaceAll(/[[\]]/g, '')
    const liveUrl = `${publicUrl()}/liveUser/${owner.userId}`
    if (query.useTcp ?? true) {
      const other = await ingest.findOwner(owner.userId)
      const expiresAtMs = nowMs + TOKEN_LIFETIME_MS
      const token = ingest.tokens.issue(owner, expiresAtMs)
      const expiresAt = new Date(expiresAtMs).toISOString()
      const host = other?.host ?? own
      const port = other?.tcpPort ?? ingest.tcpPort()
      return {
        protocol: 'tcp',
        host,
        port,
        token,
        webSocketPath: INGEST_WEB_SOCKET_PATH,
        isTls: config.ingestTlsCert !== null,
        expiresAt,
        liveUrl,
      }
    }
    const leased = await ingest.leaseUdp(owner, request.ip).catch((error: unknown) => {
      throw error instanceof NoAnswer ? ownedElsewhere() : error
    })
    if (leased === null) {
      throw new ApiError(
        429,
        'Every UDP port is leased, or too many are from this address. Use TCP, or try again later.',
        {
          headers: { 'retry-after': '60' },
        },
      )
    }
    const expiresAt = new Date(nowMs + FIRST_DATAGRAM_MS).toISOString()
    const { host, port } = leased
    return { protocol: 'udp', host: host ?? own, port, token: null, expiresAt, liveUrl }
  })
}
