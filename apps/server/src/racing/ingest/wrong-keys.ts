import { LRUCache } from 'lru-cache'
import { networkOf } from '../../platform/http/client-address.ts'

const WINDOW_MS = 60_000
const WRONG_KEYS_MAX = 20
const NETWORKS_MAX = 10_000

/** Who guesses keys has to wait; an address of IPv6 counts as the network it is of. */
export interface WrongKeys {
  /** Seconds until this address may try again; 0 where it may now. */
  waitSeconds(address: string, nowMs: number): number
  note(address: string, nowMs: number): void
}

export function createWrongKeys(): WrongKeys {
  const byNetwork = new LRUCache<string, { wrong: number; readonly untilMs: number }>({
    max: NETWORKS_MAX,
  })

  return {
    waitSeconds(address, nowMs) {
      const known = byNetwork.get(networkOf(address))
      if (!known || nowMs >= known.untilMs || known.wrong < WRONG_KEYS_MAX) return 0
      return Math.ceil((known.untilMs - nowMs) / 1000)
    },
    note(address, nowMs) {
      const network = networkOf(address)
      const known = byNetwork.get(network)
      if (known && nowMs < known.untilMs) {
        known.wrong++
        return
      }
      byNetwork.set(network, { wrong: 1, untilMs: nowMs + WINDOW_MS })
    },
  }
}
