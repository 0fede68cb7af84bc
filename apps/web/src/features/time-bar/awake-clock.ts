/** Two readings of the clocks differ by less while a computer runs. */
const JUMP_MS = 1_000

/** The clock goes on while the computer sleeps. */
interface AwakeClock {
  readonly now: () => number
  /** Returns how long it has slept in all; a wall clock that was set forwards looks the same. */
  readonly sleptMs: () => number
}

/**
 * Most systems stop a page's own clock during sleep, so that hours later nothing seems to have
 * happened. The wall clock goes on: it counts where it runs ahead of the page's by a jump.
 */
export function createAwakeClock(
  wallMs: () => number = () => Date.now(),
  steadyMs: () => number = () => performance.now(),
): AwakeClock {
  let sleptMs = 0
  let aheadMs = wallMs() - steadyMs()

  function read(): void {
    const nextMs = wallMs() - steadyMs()
    if (nextMs - aheadMs > JUMP_MS) sleptMs += nextMs - aheadMs
    aheadMs = nextMs
  }

  return {
    now() {
      read()
      return steadyMs() + sleptMs
    },
    sleptMs() {
      read()
      return sleptMs
    },
  }
}
