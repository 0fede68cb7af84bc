import { LRUCache } from 'lru-cache'
import { networkOf, networksOf } from '../../platform/limits/networks.ts'
import { addCount, countOf } from '../../platform/turns/counts.ts'

export const LIMITS = {
  channels: 100,
  joinsPerSecond: 100,
  /** Clients renew the token of each channel after a heartbeat. */
  messagesPerSecond: 250,
  /** Messages, pings and pongs of a connection that is being closed are read too. */
  framesPerSecond: 1_000,
  bytesPerSecond: 1_048_576,
  messageBytes: 262_144,
  /** This many messages wait for one that takes time, such as a join. */
  waiting: 500,
  backlogBytes: 1_048_576,
  /** Broadcasts are skipped for a client that has this much left to read. */
  skippedAboveBytes: 65_536,
  /** A client that stays that far behind for this long is disconnected. */
  slowMs: 30_000,
  topicBytes: 255,
  presenceBytes: 4_096,
  /** Clients send a heartbeat every 25 to 30 seconds. */
  silenceMs: 75_000,
} as const

export const CONNECTIONS_MAX = 20_000
/** Loopback is not counted: a proxy there forwards all clients. */
export const CONNECTIONS_PER_ADDRESS_MAX = 200
export const CHANNELS_PER_ADDRESS_MAX = 2_000
/** Each change of a row is compared with every watch. */
export const WATCHES_PER_ADDRESS_MAX = 4_000
/** Above it the busiest connections of the address lose messages. */
export const MESSAGES_PER_ADDRESS_PER_SECOND = 2_000
/** A connection may send this many even if its address exceeds the limit. */
export const MESSAGES_ALWAYS_TAKEN_PER_SECOND = 20

/** Rooms and senders have this many deliveries per second, and may burst for three seconds. */
const ROOM_PER_SECOND = 5_000
const SENDER_PER_SECOND = 5_000
const BURST_SECONDS = 3
/** A large message needs any positive balance and is charged afterwards. */
const DEBT_SECONDS_MAX = 30
const SERVER_PER_SECOND = 20_000
/** Includes fair shares, because an attacker with many addresses has many shares. */
const SERVER_PER_SECOND_MAX = 2 * SERVER_PER_SECOND
const BYTES_PER_UNIT = 4_096
const SENDERS_MAX = 20_000

export interface Sender {
  readonly address: string
  readonly userId: string | null
}

export interface RoomBudget {
  /** Returns false if the room, the sender or the server has used up its budget. */
  take(sender: Sender, receivers: number, bytes: number): boolean
  /** Charges for mandatory messages: a member leaves. */
  charge(sender: Sender, receivers: number, bytes: number): void
}

interface DeliveryBudget {
  openRoom(): RoomBudget
}

/**
 * A delivery costs one unit for each receiver, and one more for every 4 KiB. A room, an address, a user
 * and the server have a budget each. When the server's is used up, senders below their fair share of the
 * second are still served.
 */
export function createDeliveryBudget(now: () => number): DeliveryBudget {
  const senders = new LRUCache<string, Bucket>({ max: SENDERS_MAX })
  const share = createFairShare(now)

  const bucketsOf = ({ address, userId }: Sender): Bucket[] => {
    const user = userId === null ? [] : [{ key: `user ${userId}`, share: 1 }]
    return [...networksOf(address), ...user].map(({ key, share }) => {
      const known = senders.get(key) ?? createBucket(SENDER_PER_SECOND * share, now)
      senders.set(key, known)
      return known
    })
  }

  return {
    openRoom() {
      const room = createBucket(ROOM_PER_SECOND, now)
      const charge = (sender: Sender, units: number) => {
        for (const bucket of [room, ...bucketsOf(sender)]) bucket.charge(units)
        share.charge(networkOf(sender.address), units)
      }
      return {
        charge: (sender, receivers, bytes) => charge(sender, unitsOf(receivers, bytes)),
        take(sender, receivers, bytes) {
          const units = unitsOf(receivers, bytes)
          const isAllowed =
            [room, ...bucketsOf(sender)].every((bucket) => bucket.hasLeft()) &&
            share.allows(networkOf(sender.address))
          if (isAllowed) charge(sender, units)
          return isAllowed
        },
      }
    },
  }
}

function unitsOf(receivers: number, bytes: number): number {
  return receivers * (1 + Math.floor(bytes / BYTES_PER_UNIT))
}

interface Bucket {
  hasLeft(): boolean
  charge(units: number): void
}

function createBucket(perSecond: number, now: () => number): Bucket {
  let left = perSecond * BURST_SECONDS
  let atMs = now()
  const refill = () => {
    const nowMs = now()
    left = Math.min(perSecond * BURST_SECONDS, left + ((nowMs - atMs) * perSecond) / 1000)
    atMs = nowMs
  }
  return {
    hasLeft() {
      refill()
      return left > 0
    },
    charge(units) {
      refill()
      left = Math.max(-perSecond * DEBT_SECONDS_MAX, left - units)
    },
  }
}

/** Shares the server's budget of the current second by address. */
function createFairShare(now: () => number) {
  const used = new Map<string, number>()
  let total = 0
  let untilMs = now() + 1000

  const renew = () => {
    if (now() < untilMs) return
    used.clear()
    total = 0
    untilMs = now() + 1000
  }
  return {
    allows(address: string): boolean {
      renew()
      if (total < SERVER_PER_SECOND) return true
      if (total >= SERVER_PER_SECOND_MAX) return false
      const senders = used.has(address) ? used.size : used.size + 1
      return countOf(used, address) < SERVER_PER_SECOND / senders
    },
    charge(address: string, units: number): void {
      renew()
      total += units
      addCount(used, address, units)
    },
  }
}
