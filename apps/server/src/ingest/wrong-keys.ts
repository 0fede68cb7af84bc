const WINDOW_MS = 60_000
const WRONG_KEYS_MAX = 20
const ADDRESSES_MAX = 10_000

/** Who guesses keys has to wait. */
export interface WrongKeys {
  /** Seconds until this address may try again; 0 where it may now. */
  waitSeconds(address: string, nowMs: number): number
  note(address: string, nowMs: number): void
}

export function createWrongKeys(): WrongKeys {
  const byAddress = new Map<string, { wrong: number; readonly untilMs: number }>()

  return {
    waitSeconds(address, nowMs) {
      const known = byAddress.get(address)
      if (!known || nowMs >= known.untilMs || known.wrong < WRONG_KEYS_MAX) return 0
      return Math.ceil((known.untilMs - nowMs) / 1000)
    },
    note(address, nowMs) {
      const known = byAddress.get(address)
      if (known && nowMs < known.untilMs) {
        known.wrong++
        return
      }
      byAddress.delete(address)
      const [oldest] = byAddress.keys()
      if (byAddress.size >= ADDRESSES_MAX && oldest !== undefined) byAddress.delete(oldest)
      byAddress.set(address, { wrong: 1, untilMs: nowMs + WINDOW_MS })
    },
  }
}
