import { bucketsOfNetworks, isLoopback } from '../../../platform/limits/networks.ts'
import type { Bucket, RateLimit } from '../../../platform/limits/rate-limits.ts'
import { AuthError } from './auth-error.ts'

const SECONDS = 3600
/** A third of the hour's messages is for accounts that somebody has confirmed. */
const RESERVED_PART = 1 / 3
/** One network may cause this part of the hour's messages, but never fewer than the number below. */
const NETWORK_PART = 1 / 8
const NETWORK_MIN = 5
const PER_ADDRESS = 10

/** A claim names the recipient of a message and the network that asks for it. */
export interface MessageClaim {
  readonly address: string
  /** This is the network address of the caller; null if the operator asks. */
  readonly from: string | null
  /** Somebody has confirmed an address of the account. */
  readonly isConfirmed: boolean
}

interface MessageLimits {
  /** Returns what a message is counted in. */
  bucketsOf(claim: MessageClaim): Bucket[]
  /** Returns the same, but counted for the network and the address alone: no message is sent. */
  pretendedBucketsOf(claim: MessageClaim): Bucket[]
}

/**
 * Shares the messages of an hour so that sign-ups, or one network, cannot use up what others need to get into their
 * accounts.
 */
export function createMessageLimits(kind: MessageKind, perHour: number): MessageLimits {
  const hourly = (name: string, calls: number): RateLimit => ({
    name: `${kind} ${name}`,
    calls,
    seconds: SECONDS,
    burst: calls,
  })
  const total = hourly('all', perHour)
  const unconfirmed = hourly('unconfirmed', perHour - Math.floor(perHour * RESERVED_PART))
  const byNetwork = hourly('network', Math.max(NETWORK_MIN, Math.floor(perHour * NETWORK_PART)))
  const byAddress = hourly('address', PER_ADDRESS)

  // The operator's own machine is a proxy that hides who calls: no share would be a fair one.
  const ofCaller = ({ address, from }: MessageClaim): Bucket[] => [
    ...(from === null || isLoopback(from) ? [] : bucketsOfNetworks(byNetwork, from)),
    { limit: byAddress, key: address },
  ]
  const ofServer = ({ isConfirmed }: MessageClaim): Bucket[] => [
    { limit: total, key: '' },
    ...(isConfirmed ? [] : [{ limit: unconfirmed, key: '' }]),
  ]
  return {
    bucketsOf: (claim) => [...ofCaller(claim), ...ofServer(claim)],
    pretendedBucketsOf: (claim) => [
      ...ofCaller(claim),
      ...ofServer(claim).map((bucket) => ({ ...bucket, isOnlyChecked: true })),
    ],
  }
}

export type MessageKind = 'email' | 'sms'

/** A user gets one message of a kind a minute. */
export const SEND_INTERVAL = { name: 'send interval', calls: 1, seconds: 60, burst: 1 } as const

/** Throws a 429 where the last message of the kind to the user was less than a minute ago. */
export function checkSendInterval(kind: MessageKind, sentAt: Date | null, now: Date): void {
  if (sentAt === null) return
  const waitMs = sentAt.getTime() + SEND_INTERVAL.seconds * 1000 - now.getTime()
  if (waitMs > 0) throw sendIntervalError(kind, waitMs / 1000)
}

export function sendIntervalError(kind: MessageKind, waitSeconds: number): AuthError {
  return new AuthError(
    429,
    `over_${kind}_send_rate_limit`,
    `For security purposes, you can only request this after ${Math.ceil(waitSeconds)} seconds.`,
  )
}
