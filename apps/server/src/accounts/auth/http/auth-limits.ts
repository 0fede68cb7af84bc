import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context.ts'
import { bucketsOfNetworks } from '../../../platform/limits/networks.ts'
import type { Bucket, RateLimit } from '../../../platform/limits/rate-limits.ts'
import { AuthError } from './auth-error.ts'
import {
  createMessageLimits,
  type MessageClaim,
  type MessageKind,
  sendIntervalError,
  SEND_INTERVAL,
} from './message-limits.ts'

/** An address may make this many calls: `burst` at once, then `calls` in `seconds` (PROTOCOL §7.7). */
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
  /** This limits one account, from anywhere. */
  wrongPasswords: { calls: 30, seconds: 900, burst: 15 },
  wrongCodes: { calls: 20, seconds: 3600, burst: 10 },
  wrongFactorCodes: { calls: 20, seconds: 3600, burst: 10 },
} as const
type LimitName = keyof typeof LIMITS

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls are counted per address of the caller. */
    readonly limit?: LimitName
  }
}

/** The limits of the sign-in service hold for all servers of a database. */
export interface AuthLimits {
  /** Counts a call from an address. Throws a 429 where there were too many from one of its networks. */
  takeFrom(limit: LimitName, ip: string): Promise<void>
  /**
   * Counts an attempt before `check` judges it, so that parallel guesses cannot share one place,
   * and uncounts it unless `check` throws or returns an AuthError. Throws a 429 without judging
   * where there were too many.
   */
  countFailures<T>(limit: LimitName, key: string, check: () => Promise<T>): Promise<T>
  /** Counts a message. Throws a 429 above one of the limits that it has. */
  takeMessage(kind: MessageKind, claim: MessageClaim): Promise<void>
  /** Refuses as `takeMessage` would, and counts for the caller alone: nothing is sent. */
  pretendMessage(kind: MessageKind, claim: MessageClaim): Promise<void>
  /** Refuses as `checkSendInterval` would, for an address that gets no message. */
  pretendInterval(kind: MessageKind, purpose: string, address: string): Promise<void>
}

export function createAuthLimits({
  config,
  rateLimits,
}: Pick<AppContext, 'config' | 'rateLimits'>): AuthLimits {
  const isOn = config.authRateLimits
  const messages = {
    email: createMessageLimits('email', config.authMailsPerHour),
    sms: createMessageLimits('sms', config.authSmsPerHour),
  }
  const take = async (...buckets: readonly Bucket[]) => {
    if (isOn && (await rateLimits.take(...buckets)) > 0) throw tooMany()
  }
  return {
    takeFrom: (limit, ip) => take(...bucketsOfNetworks(rateLimitOf(limit), ip)),
    async countFailures(limit, key, check) {
      await take(bucketOf(limit, key))
      const result = await check()
      if (isOn && !(result instanceof AuthError)) rateLimits.refund(bucketOf(limit, key))
      return result
    },
    async takeMessage(kind, claim) {
      if (!isOn) return
      const waitSeconds = await rateLimits.take(...messages[kind].bucketsOf(claim))
      if (waitSeconds > 0) throw tooManyMessages(kind)
    },
    async pretendMessage(kind, claim) {
      if (!isOn) return
      const waitSeconds = await rateLimits.take(...messages[kind].pretendedBucketsOf(claim))
      if (waitSeconds > 0) throw tooManyMessages(kind)
    },
    async pretendInterval(kind, purpose, address) {
      const bucket = { limit: SEND_INTERVAL, key: `${purpose}:${address}` }
      const waitSeconds = await rateLimits.take(bucket)
      if (waitSeconds > 0) throw sendIntervalError(kind, waitSeconds)
    },
  }
}

function bucketOf(name: LimitName, key: string): Bucket {
  return { limit: rateLimitOf(name), key }
}

function rateLimitOf(name: LimitName): RateLimit {
  return { name: `auth ${name}`, ...LIMITS[name] }
}

function tooManyMessages(kind: MessageKind): AuthError {
  return new AuthError(429, `over_${kind}_send_rate_limit`, `${kind} rate limit exceeded`)
}

function tooMany(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** The routes that name a limit are counted per address. */
export function registerAuthLimits(app: FastifyInstance, limits: AuthLimits): void {
  app.addHook('onRequest', async (request) => {
    const { limit } = request.routeOptions.config
    if (limit !== undefined) await limits.takeFrom(limit, request.ip)
  })
}
