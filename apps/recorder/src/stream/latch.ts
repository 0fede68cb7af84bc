interface Latch {
  /** Ends the wait that is under way, or the next one. */
  readonly wake: () => void
  readonly wait: () => Promise<void>
}

/** Lets one loop sleep until something may have changed. */
export function createLatch(): Latch {
  let woken = false
  let resume: (() => void) | null = null
  return {
    wake() {
      if (resume === null) woken = true
      else resume()
      resume = null
    },
    async wait() {
      if (!woken) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
      woken = false
    },
  }
}
