const STEP_MS = 20
const REMEMBERED_MS = 30_000

/**
 * How late this thread's own timer ran. A slow machine makes every process late: what is measured
 * of the server is judged after this share is taken off.
 */
export interface Lateness {
  /** The longest delay, in ms, of this thread's timer since an instant of `performance.now()`. */
  longestSinceMs(startMs: number): number
  stop(): void
}

export function measureLateness(): Lateness {
  const delays: { atMs: number; delayMs: number }[] = []
  let dueMs = performance.now() + STEP_MS
  const timer = setInterval(() => {
    const atMs = performance.now()
    const delayMs = atMs - dueMs
    dueMs = atMs + STEP_MS
    if (delayMs < STEP_MS / 2) return
    delays.push({ atMs, delayMs })
    while ((delays[0]?.atMs ?? atMs) < atMs - REMEMBERED_MS) delays.shift()
  }, STEP_MS)
  return {
    longestSinceMs(startMs) {
      const now = performance.now()
      const unfinished = Math.max(0, now - dueMs)
      return delays.reduce(
        (longest, { atMs, delayMs }) => (atMs < startMs ? longest : Math.max(longest, delayMs)),
        unfinished,
      )
    },
    stop: () => clearInterval(timer),
  }
}
