/** The numbers follow from a seed. */
export interface Random {
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number
  /** Returns whether something of this likelihood happens. */
  chance(likelihood: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
}

/** Creates Mulberry32, which is small, fast and the same everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (likelihood) => next() < likelihood,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  }
}
