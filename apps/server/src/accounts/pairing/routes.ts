import {
  type PairingRequest,
  type PairingResult,
  recorderPairings,
} from '@pitboard/contract/accounts/recorder-pairing'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { originOf } from '../../platform/http/request-origin.ts'
import { isVisibleText, toOneLine } from '../../platform/http/sanitize-text.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { bucketsOfNetworks, isSameNetwork, networkOf } from '../../platform/limits/networks.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { createTokenBuckets } from '../../platform/limits/token-buckets.ts'
import { route } from '../access/route.ts'
import { findUser } from '../users/queries.ts'
import { checkHasRoomForKey, createRecorderKey } from '../users/recorder-keys.ts'
import {
  decidePairing,
  findPairing,
  LIFETIME_MS,
  type Poll,
  pollPairing,
  removeExpiredPairings,
  startPairing,
} from './pairings.ts'
import { createUpdateKeyReader } from './update-key.ts'

/** A caller may make `burst` calls at once, then `calls` in `seconds`. */
const LIMITS = {
  startsOfNetwork: { name: 'pairings of a network', calls: 30, seconds: 600, burst: 10 },
  /** This limits calls that name a code: nobody finds the code of another by trying. */
  codesOfUser: { name: 'codes of a user', calls: 20, seconds: 60, burst: 20 },
  codesOfNetwork: { name: 'codes of a network', calls: 40, seconds: 60, burst: 40 },
} as const satisfies Record<string, RateLimit>
/** Protects this process alone: a recorder polls every few seconds. */
const POLLS_OF_NETWORK = { calls: 200, seconds: 60, burst: 200 }

/** Recorders are paired without copying a key (docs/recorder.md). */
export function registerPairing(app: FastifyInstance, context: AppContext): void {
  const { db, now, rateLimits } = context
  const nowMs = () => now().getTime()
  const readUpdateKey = createUpdateKeyReader(context)
  const polls = createTokenBuckets(POLLS_OF_NETWORK, nowMs)
  const cleanup = createPeriodicJob(() => removeExpiredPairings(context), {
    everyMs: LIFETIME_MS,
    log: context.log,
    leadership: context.leadership,
    failure: 'expired pairings could not be removed',
  })
  app.addHook('onReady', async () => cleanup.start())
  app.addHook('preClose', () => cleanup.stop())

  async function countCode(userId: string, { ip }: FastifyRequest): Promise<void> {
    const waitSeconds = await rateLimits.take(
      { limit: LIMITS.codesOfUser, key: userId },
      ...bucketsOfNetworks(LIMITS.codesOfNetwork, ip),
    )
    if (waitSeconds > 0) throw tooMany('Too many codes were tried. Wait a minute.', 60)
  }

  route(app, recorderPairings.start, async ({ body, request, reply }) => {
    const { ip } = request
    if ((await rateLimits.take(...bucketsOfNetworks(LIMITS.startsOfNetwork, ip))) > 0) {
      throw tooMany('Too many pairings were started from this address. Try again later.', 60)
    }
    const started = await startPairing(context, {
      computerName: readStatement(body.computerName),
      operatingSystem: readStatement(body.operatingSystem),
      recorderVersion: readStatement(body.recorderVersion),
      ipAddress: ip.split('%')[0] ?? ip,
    })
    if (started === null)
      throw tooMany('Too many pairings wait at the moment. Try again later.', 60)
    const { deviceCode, userCode, intervalMs } = started
    const verificationUri = `${originOf(request, context)}/pair`
    reply.header('cache-control', 'no-store')
    return {
      deviceCode,
      userCode,
      verificationUri,
      verificationUriComplete: `${verificationUri}?code=${userCode}`,
      expiresIn: LIFETIME_MS / 1000,
      interval: intervalMs / 1000,
    }
  })

  // The address is short enough to type. The page is a part of the dashboard, where `code` belongs to the sign-in.
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
    const answer = await answerPoll(context, await pollPairing(context, body.deviceCode))
    if (answer.recorder === null) return answer
    const { publicKey: updateKey } = await readUpdateKey()
    return { ...answer, recorder: { ...answer.recorder, updateKey } }
  })

  route(app, recorderPairings.get, async ({ user, params, request, reply }) => {
    await countCode(user.userId, request)
    const pairing = await findPairing(context, params.userCode)
    if (pairing === null) throw noSuchCode()
    reply.header('cache-control', 'no-store')
    const { requestedAt, expiresAt, ...shown } = pairing
    const answer: PairingRequest = {
      ...shown,
      isSameNetwork: isSameNetwork(shown.ipAddress, request.ip),
      requestedAt: requestedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }
    return answer
  })

  route(app, recorderPairings.confirm, async ({ user, params, request }) => {
    await countCode(user.userId, request)
    await checkHasRoomForKey(db, user.userId)
    const isDecided = await decidePairing(context, params.userCode, { userId: user.userId })
    if (!isDecided) throw noSuchCode()
    return null
  })

  route(app, recorderPairings.refuse, async ({ user, params, request }) => {
    await countCode(user.userId, request)
    if (!(await decidePairing(context, params.userCode, 'refused'))) throw noSuchCode()
    return null
  })
}

/** The key is created only now, so that no clear key is stored for a recorder that is gone. */
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

/** Returns a recorder's words about itself, without what could turn or hide the text around them. */
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
