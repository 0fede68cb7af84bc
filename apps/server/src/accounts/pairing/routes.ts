import {
  type PairingRequest,
  type PairingResult,
  recorderPairings,
} from '@pitboard/contract/accounts/recorder-pairing'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { originOf } from '../../platform/http/request-origin.ts'
import { isVisibleText, toOneLine } from '../../platform/http/sanitize-text.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { createTokenBuckets } from '../../platform/limits/token-buckets.ts'
import { route } from '../access/route.ts'
import { findUser } from '../users/queries.ts'
import { checkHasRoomForKey, createRecorderKey } from '../users/recorder-keys.ts'
import { createPairings, LIFETIME_MS, type Poll } from './pairings.ts'

/** `burst` at once, then `calls` in `seconds`. */
const LIMITS = {
  startsOfNetwork: { name: 'pairings of a network', calls: 30, seconds: 600, burst: 10 },
  /** Of calls that name a code: nobody finds the code of another by trying. */
  codesOfUser: { name: 'codes of a user', calls: 20, seconds: 60, burst: 20 },
  codesOfNetwork: { name: 'codes of a network', calls: 40, seconds: 60, burst: 40 },
} as const satisfies Record<string, RateLimit>
/** Protects this process alone: a recorder polls every few seconds. */
const POLLS_OF_NETWORK = { calls: 200, seconds: 60, burst: 200 }

/** Pairing of recorders without copying a key (docs/recorder.md). */
export function registerPairing(app: FastifyInstance, context: AppContext): void {
  const { db, now, rateLimits } = context
  const nowMs = () => now().getTime()
  const pairings = createPairings(nowMs)
  const polls = createTokenBuckets(POLLS_OF_NETWORK, nowMs)

  async function countCode(userId: string, { ip }: FastifyRequest): Promise<void> {
    const waitSeconds = await rateLimits.take(
      { limit: LIMITS.codesOfUser, key: userId },
      { limit: LIMITS.codesOfNetwork, key: networkOf(ip) },
    )
    if (waitSeconds > 0) throw tooMany('Too many codes were tried. Wait a minute.', 60)
  }

  route(app, recorderPairings.start, async ({ body, request, reply }) => {
    const { ip } = request
    const starts = { limit: LIMITS.startsOfNetwork, key: networkOf(ip) }
    if ((await rateLimits.take(starts)) > 0) {
      throw tooMany('Too many pairings were started from this address. Try again later.', 60)
    }
    const started = pairings.start({
      computerName: readStatement(body.computerName),
      operatingSystem: readStatement(body.operatingSystem),
      recorderVersion: readStatement(body.recorderVersion),
      ipAddress: ip.split('%')[0] ?? ip,
    })
    if (started === null)
      throw tooMany('Too many pairings wait at the moment. Try again later.', 60)
    const { deviceCode, pairing, intervalMs } = started
    const verificationUri = `${originOf(request, context)}/pair`
    reply.header('cache-control', 'no-store')
    return {
      deviceCode,
      userCode: pairing.userCode,
      verificationUri,
      verificationUriComplete: `${verificationUri}?code=${pairing.userCode}`,
      expiresIn: LIFETIME_MS / 1000,
      interval: intervalMs / 1000,
    }
  })

  // Short enough to type. The page is a part of the dashboard, where `code` belongs to the sign-in.
  app.get<{ Querystring: { code?: unknown } }>('/pair', async ({ query: { code } }, reply) => {
    const hasCode = typeof code === 'string' && code !== ''
    return reply.redirect(
      `/dashboard/pair${hasCode ? `?recorder=${encodeURIComponent(code)}` : ''}`,
    )
  })

  route(app, recorderPairings.poll, async ({ body, request, reply }) => {
    if (!polls.take(networkOf(request.ip))) throw tooMany('Too many polls. Wait a moment.', 10)
    // It may hold the key, which no cache may store.
    reply.header('cache-control', 'no-store')
    return answerPoll(context, pairings.poll(body.deviceCode))
  })

  route(app, recorderPairings.get, async ({ user, params, request, reply }) => {
    await countCode(user.userId, request)
    const pairing = pairings.find(params.userCode)
    if (pairing === null) throw noSuchCode()
    reply.header('cache-control', 'no-store')
    const { requestedAtMs, expiresAtMs, ...shown } = pairing
    const answer: PairingRequest = {
      ...shown,
      isSameNetwork: networkOf(shown.ipAddress) === networkOf(request.ip),
      requestedAt: new Date(requestedAtMs).toISOString(),
      expiresAt: new Date(expiresAtMs).toISOString(),
    }
    return answer
  })

  route(app, recorderPairings.confirm, async ({ user, params, request }) => {
    await countCode(user.userId, request)
    await checkHasRoomForKey(db, user.userId)
    if (!pairings.decide(params.userCode, { userId: user.userId })) throw noSuchCode()
    return null
  })

  route(app, recorderPairings.refuse, async ({ user, params, request }) => {
    await countCode(user.userId, request)
    if (!pairings.decide(params.userCode, 'refused')) throw noSuchCode()
    return null
  })
}

/** The key is created only now, so that no clear key waits in memory for a recorder that is gone. */
async function answerPoll(context: AppContext, poll: Poll): Promise<PairingResult> {
  const { status, intervalMs, approved } = poll
  const interval = intervalMs / 1000
  if (approved === null) return { status, interval, recorder: null }
  const { userId, pairing } = approved
  try {
    const { key } = await createRecorderKey(context, userId, pairing.computerName)
    const user = await findUser(context.db, userId)
    if (key === null || user === undefined) return { status: 'refused', interval, recorder: null }
    return { status, interval, recorder: { userId, userName: user.username, key } }
  } catch (error) {
    // The account was deleted meanwhile, or has too many keys.
    if (!(error instanceof ApiError)) throw error
    return { status: 'refused', interval, recorder: null }
  }
}

/** A recorder's words about itself, without what could turn or hide the text around them. */
function readStatement(text: string): string {
  const shown = toOneLine(text).slice(0, TEXT_MAX.recorderKeyName)
  return isVisibleText(shown) ? shown : '?'
}

function noSuchCode(): ApiError {
  return new ApiError(404, 'No recorder is waiting with this code. It may have expired.')
}

function tooMany(detail: string, seconds: number): ApiError {
  return new ApiError(429, detail, { headers: { 'retry-after': String(seconds) } })
}
