import type { MessageClaim } from './rate-limits.ts'
import { createBuckets } from '../../../platform/limits/token-buckets.ts'

const SECONDS = 3600
/** Of the hour's messages a third is for accounts that somebody has confirmed. */
const RESERVED_PART = 1 / 3
/** What one network may cause of the hour's messages, and at least. */
const NETWORK_PART = 1 / 8
const NETWORK_MIN = 5
const PER_ADDRESS = 10

export interface MessageLimits {
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
  const hourly = (calls: number) => createBuckets({ calls, seconds: SECONDS, burst: calls }, nowMs)
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
