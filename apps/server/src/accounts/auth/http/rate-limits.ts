import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import { createTokenBuckets } from '../../../platform/limits/token-buckets.ts'
import { AuthError } from './auth-error.ts'
import { createMessageLimits, type MessageClaim, type MessageKind } from './message-limits.ts'

/** How many calls an address may make: `burst` at once, then `calls` in `seconds` (PROTOCOL §7.7). */
const LIMITS = {
  token: { calls: 150, seconds: 300, burst: 30 },
  signup: { calls: 30, seconds: 300, burst: 30 },
  anonymous: { calls: 30, seconds: 3600, burst: 30 },
  otp: { calls: 30, seconds: 300, burst: 30 },
  recover: { calls: 30, seconds: 300, burst: 30 },
  resend: { calls: 30, seconds: 300, burst: 30 },
  verify: { calls: 30, seconds: 300, burst: 30 },
  user: { calls: 30, seconds: 300, burst: 30 },
  reauthenticate: { calls: 30, seconds: 300, burst: 30 },
  sso: { calls: 30, seconds: 300, burst: 30 },
  authorize: { calls: 60, seconds: 300, burst: 30 },
  samlAcs: { calls: 15, seconds: 300, burst: 30 },
  factors: { calls: 15, seconds: 60, burst: 15 },
  factorVerifies: { calls: 15, seconds: 60, burst: 15 },
  passkeys: { calls: 30, seconds: 300, burst: 30 },
  /** Of one account, from anywhere. */
  wrongPasswords: { calls: 30, seconds: 900, burst: 15 },
  wrongCodes: { calls: 20, seconds: 3600, burst: 10 },
  wrongFactorCodes: { calls: 20, seconds: 3600, burst: 10 },
} as const
type LimitName = keyof typeof LIMITS

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted per address of the caller. */
    readonly limit?: LimitName
  }
}

export interface RateLimits {
  /** Counts a call. Throws a 429 where there were too many. */
  take(limit: LimitName, key: string): void
  /**
   * Counts an attempt before `check` judges it, so that parallel guesses cannot share one place,
   * and uncounts it unless `check` throws or returns an AuthError. Throws a 429 without judging
   * where there were too many.
   */
  countFailures<T>(limit: LimitName, key: string, check: () => Promise<T>): Promise<T>
  /** Counts a message. Throws a 429 above one of the limits that it has. */
  takeMessage(kind: MessageKind, claim: MessageClaim): void
  /** Refuses as `takeMessage` would, and counts for the caller alone: nothing is sent. */
  pretendMessage(kind: MessageKind, claim: MessageClaim): void
}

export function createRateLimits({ config, now }: Pick<AppContext, 'config' | 'now'>): RateLimits {
  const nowMs = () => now().getTime()
  const calls = new Map(
    Object.entries(LIMITS).map(
      ([name, limit]) => [name, createTokenBuckets(limit, nowMs)] as const,
    ),
  )
  const messages = {
    email: createMessageLimits(config.authMailsPerHour, nowMs),
    sms: createMessageLimits(config.authSmsPerHour, nowMs),
  }
  const take = (limit: LimitName, key: string) => {
    if (config.authRateLimits && calls.get(limit)?.take(key) === false) throw tooMany()
  }
  return {
    take,
    async countFailures(limit, key, check) {
      take(limit, key)
      const result = await check()
      if (!(result instanceof AuthError)) calls.get(limit)?.refund(key)
      return result
    },
    takeMessage(kind, claim) {
      if (config.authRateLimits && !messages[kind].take(claim)) throw tooManyMessages(kind)
    },
    pretendMessage(kind, claim) {
      if (config.authRateLimits && !messages[kind].pretend(claim)) throw tooManyMessages(kind)
    },
  }
}

function tooManyMessages(kind: MessageKind): AuthError {
  return new AuthError(429, `over_${kind}_send_rate_limit`, `${kind} rate limit exceeded`)
}

function tooMany(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** The routes that name a limit are counted per address. */
export function registerRateLimits(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request) => {
    const { limit } = request.routeOptions.config
    if (limit !== undefined) limits.take(limit, networkOf(request.ip))
  })
}
