const PAUSE_MS = 1000
/** It is added so that not all readers ask the server at once. */
const SPREAD_MS = 500

interface Throttle {
  /** Acts once this time is over, at the latest; what is asked for meanwhile is done with it. */
  readonly request: (afterMs: number) => void
  readonly stop: () => void
}

/** Does something as soon as it is asked for, but once a second at most. */
export function createThrottle(act: () => void): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueMs = Infinity
  let actedMs = -Infinity
  let lastWantedMs = -Infinity

  function plan(wantedMs: number): void {
    clearTimeout(timer)
    dueMs = Math.max(wantedMs, actedMs + PAUSE_MS)
    timer = setTimeout(run, dueMs - Date.now())
  }

  function run(): void {
    dueMs = Infinity
    actedMs = Date.now()
    act()
    // What is wanted later may not have been there yet.
    if (lastWantedMs > actedMs) plan(lastWantedMs)
  }

  return {
    request(afterMs) {
      const wantedMs = Date.now() + afterMs + (afterMs === 0 ? 0 : Math.random() * SPREAD_MS)
      lastWantedMs = Math.max(lastWantedMs, wantedMs)
      if (wantedMs < dueMs) plan(wantedMs)
    },
    stop: () => clearTimeout(timer),
  }
}
