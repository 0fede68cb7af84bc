import { setTimeout as sleep } from 'node:timers/promises'

const SHORTEST_WAIT_MS = 4
// What a timer can wait.
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** Waits until a datagram is due and gives its time of now; `speed` is times real time. */
export function createPace(
  speed: number,
  interrupted: AbortSignal,
): (atMs: number) => Promise<number> {
  const startedAtMs = Date.now()
  let firstAtMs: number | null = null
  let lastMs = startedAtMs
  return async (atMs) => {
    firstAtMs ??= atMs
    const dueMs = startedAtMs + (atMs - firstAtMs) / speed
    const waitMs = dueMs - Date.now()
    if (waitMs > SHORTEST_WAIT_MS) {
      await sleep(Math.min(waitMs, LONGEST_WAIT_MS), null, { signal: interrupted }).catch(() => {})
    }
    lastMs = Math.max(lastMs, speed === Infinity ? Date.now() : Math.round(dueMs))
    return lastMs
  }
}
