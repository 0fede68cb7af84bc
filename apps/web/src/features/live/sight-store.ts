import type { FrameTurns } from './frame-turns.ts'
import type { LiveStore } from '../race/live-store.ts'

/** What nobody sees need not change more often. */
const UNSEEN_MS = 2_000

interface SightStore extends LiveStore {
  readonly setInSight: (isInSight: boolean) => void
  /** Returns how to stop. */
  readonly start: () => () => void
}

/**
 * Creates the store for a part of the page. In sight its readers see a change in the part's turn, before the next
 * change at the latest, or at once without turns; out of sight they see it in a turn every two seconds. A seek is seen
 * at once.
 */
export function createSightStore(store: LiveStore, turns: FrameTurns | null): SightStore {
  const listeners = new Set<() => void>()
  let view = store.view()
  let isInSight = true
  let isWaiting = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    turns?.cancel(update)
    clearTimeout(timer)
    timer = undefined
    isWaiting = false
  }

  function update(): void {
    stop()
    view = store.view()
    for (const listener of listeners) listener()
  }

  function updateInTurn(): void {
    if (turns === null) return update()
    isWaiting = true
    turns.request(update)
  }

  function follow(): void {
    if (view.jumps !== store.view().jumps) return update()
    if (!isInSight) timer ??= setTimeout(updateInTurn, UNSEEN_MS)
    else if (isWaiting) update()
    else updateInTurn()
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
