export interface Turns {
  /** Does the work when it is its turn; null where too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T | null>
}

/** Some at once, the others in order, and not any number of them. */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  let running = 0
  const waiting: (() => void)[] = []

  return {
    async take(work) {
      if (running >= atOnce) {
        if (waiting.length >= waitingMax) return null
        await new Promise<void>((resolve) => void waiting.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // The place passes on: nobody who comes now gets ahead.
        if (next) next()
        else running--
      }
    },
  }
}
