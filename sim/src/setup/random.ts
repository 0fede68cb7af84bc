import { itemAt } from '@pitboard/contract/wire/item-at'

/** A small seeded generator (mulberry32), so that a seed always gives the same race. */
export interface Random {
  /** 0 up to, not including, 1. */
  next(): number
  between(low: number, high: number): number
  /** Both ends included. */
  integer(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  function integer(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1))
  }
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => itemAt(items, integer(0, items.length - 1)),
    shuffle: (items) => {
      const left = [...items]
      const drawn = []
      while (left.length > 0) drawn.push(...left.splice(integer(0, left.length - 1), 1))
      return drawn
    },
  }
}
