import type { LiveStore } from './live-store.ts'

/** What nobody sees need not change more often. */
const UNSEEN_MS = 1_000

export interface SightStore extends LiveStore {
  readonly setInSight: (isInSight: boolean) => void
  /** Returns how to stop. */
  readonly start: () => () => void
}

/**
 * The store for a part of the page that may be out of sight: there its readers see a change after a
 * second at the latest, and a seek at once.
 */
export function createSightStore(store: LiveStore): SightStore {
  const listeners = new Set<() => void>()
  let view = store.view()
  let isInSight = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function update(): void {
    clearTimeout(timer)
    timer = undefined
    if (view === store.view()) return
    view = store.view()
    for (const listener of listeners) listener()
  }

  function follow(): void {
    if (isInSight || view.jumps !== store.view().jumps) update()
    else timer ??= setTimeout(update, UNSEEN_MS)
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
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}
