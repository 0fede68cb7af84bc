import { flushSync } from 'react-dom'

/** A frame has time for this much beside style, layout and paint; a phone is done with less in it. */
const FRAME_BUDGET_MS = 4

/** Parts of the page wait for their turn, so that a tick does not update all of them in one long task. */
export interface FrameTurns {
  readonly request: (update: () => void) => void
  /** It needs no turn any more. */
  readonly cancel: (update: () => void) => void
}

interface Frames {
  readonly request: (callback: () => void) => unknown
  readonly nowMs: () => number
  /** Calls an update and waits until the page has it. */
  readonly finish: (update: () => void) => void
}

/** Runs updates in the order of their requests: as many in a frame as it has time for, and at least one. */
export function createFrameTurns({ request, nowMs, finish }: Frames): FrameTurns {
  const waiting = new Set<() => void>()
  let isRequested = false

  function requestFrame(): void {
    if (isRequested || waiting.size === 0) return
    isRequested = true
    request(takeTurns)
  }

  function takeTurns(): void {
    isRequested = false
    const startedMs = nowMs()
    for (const update of waiting) {
      waiting.delete(update)
      finish(update)
      if (nowMs() - startedMs >= FRAME_BUDGET_MS) break
    }
    requestFrame()
  }

  return {
    request(update) {
      waiting.add(update)
      requestFrame()
    },
    cancel: (update) => waiting.delete(update),
  }
}

/** The whole page shares these turns. */
export const frameTurns = createFrameTurns({
  // The task runs after the frame: before it, the task would also paint what has changed until now.
  request: (callback) => requestAnimationFrame(() => setTimeout(callback)),
  nowMs: () => performance.now(),
  finish: flushSync,
})
