import { LRUCache } from 'lru-cache'
import { createTokenBuckets } from '../../../platform/limits/token-buckets.ts'
import { AuthError } from './auth-error.ts'

const SECONDS = 3600
/** Of the hour's messages a third is for accounts that somebody has confirmed. */
const RESERVED_PART = 1 / 3
/** What one network may cause of the hour's messages, and at least. */
const NETWORK_PART = 1 / 8
const NETWORK_MIN = 5
const PER_ADDRESS = 10

/** Whom a message goes to, and who asks for it. */
export interface MessageClaim {
  readonly address: string
  /** Null for the operator. */
  readonly network: string | null
  /** Whether somebody has confirmed an address of the account. */
  readonly isConfirmed: boolean
}

interface MessageLimits {
  /** False where one of the limits has nothing left; nothing is counted then. */
  take(claim: MessageClaim): boolean
  /** As `take`, but counted for the network and the address alone: no message is sent. */
  pretend(claim: MessageClaim): boolean
}

/**
 * The messages of an hour, so shared that sign-ups, or one network, cannot use up what others need
 * to get into their accounts.
 */
export function createMessageLimits(perHour: number, nowMs: () => number): MessageLimits {
  const hourly = (calls: number) =>
    createTokenBuckets({ calls, seconds: SECONDS, burst: calls }, nowMs)
  const total = hourly(perHour)
  const unconfirmed = hourly(perHour - Math.floor(perHour * RESERVED_PART))
  const byNetwork = hourly(Math.max(NETWORK_MIN, Math.floor(perHour * NETWORK_PART)))
  const byAddress = hourly(PER_ADDRESS)

  const ofCaller = ({ address, network }: MessageClaim) => [
    ...(network === null || isLoopback(network) ? [] : [{ buckets: byNetwork, key: network }]),
    { buckets: byAddress, key: address },
  ]
  const ofServer = ({ isConfirmed }: MessageClaim) => [
    { buckets: total, key: '' },
    ...(isConfirmed ? [] : [{ buckets: unconfirmed, key: '' }]),
  ]
  const isFree = (claim: MessageClaim) =>
    [...ofCaller(claim), ...ofServer(claim)].every(({ buckets, key }) => buckets.hasLeft(key))

  return {
    take(claim) {
      if (!isFree(claim)) return false
      for (const { buckets, key } of [...ofCaller(claim), ...ofServer(claim)]) buckets.take(key)
      return true
    },
    pretend(claim) {
      if (!isFree(claim)) return false
      for (const { buckets, key } of ofCaller(claim)) buckets.take(key)
      return true
    },
  }
}

/** The operator's own machine, or a proxy that hides who calls: no share would be a fair one. */
function isLoopback(network: string): boolean {
  return network.replace(/^::ffff:/, '').startsWith('127.') || network === '0:0:0:0'
}

const INTERVAL_SECONDS = 60
const KEYS_MAX = 50_000

export type MessageKind = 'email' | 'sms'

/** Throws a 429 where the last message of the kind to the user was less than a minute ago. */
export function checkSendInterval(kind: MessageKind, sentAt: Date | null, now: Date): void {
  if (sentAt === null) return
  const waitMs = sentAt.getTime() + INTERVAL_SECONDS * 1000 - now.getTime()
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AuthError(
    429,
    `over_${kind}_send_rate_limit`,
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
}

export interface SendIntervals {
  /** The same for an address that gets no message, so that the answers are the same. */
  pretend(kind: MessageKind, purpose: string, address: string): void
}

export function createSendIntervals(nowMs: () => number): SendIntervals {
  const lastMs = new LRUCache<string, number>({ maxSize: KEYS_MAX, sizeCalculation: () => 1 })
  return {
    pretend(kind, purpose, address) {
      const key = `${purpose}:${address}`
      const last = lastMs.get(key)
      checkSendInterval(kind, last === undefined ? null : new Date(last), new Date(nowMs()))
      lastMs.set(key, nowMs())
    },
  }
}
