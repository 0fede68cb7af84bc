import type { FrameTurns } from './frame-turns.ts'
import type { LiveStore } from './live-store.ts'

/** What nobody sees need not change more often. */
const UNSEEN_MS = 1_000
/** All of it at once would be a long task on a phone. */
const UNSEEN_STEPS = 10

export interface SightStore extends LiveStore {
  readonly setInSight: (isInSight: boolean) => void
  /** Returns how to stop. */
  readonly start: () => () => void
}

/**
 * The store for a part of the page. In sight its readers see a change in the part's turn, before the
 * next change at the latest, or at once without turns; out of sight some of them at a time, all within
 * a second. A seek is seen at once.
 */
export function createSightStore(store: LiveStore, turns: FrameTurns | null): SightStore {
  const listeners = new Set<() => void>()
  let view = store.view()
  let isInSight = true
  let isWaiting = false
  let step = 0
  /** Until all readers have seen the latest change. */
  let stepsLeft = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    turns?.cancel(update)
    clearTimeout(timer)
    timer = undefined
    isWaiting = false
    stepsLeft = 0
  }

  function update(): void {
    stop()
    view = store.view()
    for (const listener of listeners) listener()
  }

  function takeStep(): void {
    view = store.view()
    step = (step + 1) % UNSEEN_STEPS
    let place = 0
    for (const listener of listeners) {
      if (Math.floor((place++ * UNSEEN_STEPS) / listeners.size) === step) listener()
    }
    timer = --stepsLeft > 0 ? setTimeout(takeStep, UNSEEN_MS / UNSEEN_STEPS) : undefined
  }

  function follow(): void {
    const isSeek = view.jumps !== store.view().jumps
    if (isSeek || isWaiting || (isInSight && turns === null)) return update()
    if (isInSight) {
      isWaiting = true
      turns?.request(update)
    } else {
      stepsLeft = UNSEEN_STEPS
      timer ??= setTimeout(takeStep, UNSEEN_MS / UNSEEN_STEPS)
    }
  }

  return {
    ...store,
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setInSight(next) {
      isInSight = next
      if (isInSight) update()
    },
    start() {
      const unsubscribe = store.subscribe(follow)
      update()
      return () => {
        unsubscribe()
        stop()
      }
    },
  }
}
