import { LRUCache } from 'lru-cache'
import type { Bucket, RateLimit } from './rate-limits.ts'
import { createThroughputLimit, type ThroughputLimit } from './token-buckets.ts'
import { addCount, countOf } from '../turns/counts.ts'

/** Limits count an address by the networks that it belongs to. */
interface Network {
  readonly key: string
  /** All addresses of the network together have this many times the limit of one address. */
  readonly share: number
}

/**
 * The owner of one IPv6 address has its /64, a household or a small server has a /56, and a company, or anyone who asks
 * a provider for it, a /48 with 65,536 networks. Each of these may do more than a network within it, and far less than
 * all of them together.
 */
const WIDTHS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const

/** Returns the networks that limits count for, from the narrowest to the widest: a call needs room in each. */
export function networksOf(ip: string): readonly Network[] {
  const groups = groupsOf(ip)
  if (groups === null) return [{ key: ip.replace(/^::ffff:/i, ''), share: 1 }]
  return WIDTHS.map(({ bits, share }) => ({ key: prefixOf(groups, bits), share }))
}

/** Returns the network whose waiting work takes turns with that of others: the widest, so that nobody has two. */
export function networkOf(ip: string): string {
  return networksOf(ip).at(-1)?.key ?? ip
}

/** Returns whether two addresses are of one customer, as far as they show. */
export function isSameNetwork(one: string, other: string): boolean {
  return networksOf(one)[0]?.key === networksOf(other)[0]?.key
}

/** Returns null for IPv4, mapped addresses included. */
function groupsOf(ip: string): readonly number[] | null {
  if (!ip.includes(':') || /^::ffff:[\d.]+$/i.test(ip)) return null
  const [head = '', tail] = ip.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end].slice(0, 4).map((group) => Number.parseInt(group, 16))
}

function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16)).map((group, index) => {
    const cut = Math.max(0, 16 * (index + 1) - bits)
    return ((group >> cut) << cut).toString(16)
  })
  return `${kept.join(':')}/${bits}`
}

/** Returns a rate limit of each network of an address. */
export function bucketsOfNetworks(limit: RateLimit, ip: string): Bucket[] {
  return networksOf(ip).map(({ key, share }) => ({
    limit: { ...limit, calls: limit.calls * share, burst: limit.burst * share },
    key,
  }))
}

/** Counts what addresses hold at the same time, such as connections. */
export interface NetworkCount {
  isFull(address: string): boolean
  add(address: string, amount?: number): void
  remove(address: string, amount?: number): void
}

/** Addresses of this machine are not counted: there a proxy speaks for everyone. */
export function createNetworkCount(perAddressMax: number): NetworkCount {
  const held = new Map<string, number>()

  function change(address: string, amount: number): void {
    for (const { key } of networksOf(address)) addCount(held, key, amount)
  }

  return {
    isFull: (address) =>
      !isLoopback(address) &&
      networksOf(address).some(({ key, share }) => countOf(held, key) >= perAddressMax * share),
    add: (address, amount = 1) => change(address, amount),
    remove: (address, amount = 1) => change(address, -amount),
  }
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address)
}

/** A server remembers this many: the ones that have been quiet for longest are forgotten. */
const NETWORKS_REMEMBERED_MAX = 20_000

/** Limits an amount per second of each network of an address; see `createThroughputLimit`. */
export function createNetworkThroughput(perSecond: number) {
  const known = new LRUCache<string, ThroughputLimit>({ max: NETWORKS_REMEMBERED_MAX })
  return {
    /** Takes `amount`; returns how many milliseconds the address is ahead of its limits, else 0. */
    take(address: string, amount: number, nowMs: number): number {
      const waits = networksOf(address).map(({ key, share }) => {
        const limit = known.get(key) ?? createThroughputLimit(perSecond * share, nowMs)
        known.set(key, limit)
        return limit.take(amount, nowMs)
      })
      return Math.max(...waits)
    },
  }
}
