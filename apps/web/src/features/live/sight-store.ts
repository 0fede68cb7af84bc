import type { FrameTurns } from './frame-turns.ts'
import type { LiveStore } from '../race/live-store.ts'

/** What nobody sees need not change more often. */
const UNSEEN_REST_MS = 2_000
/** From this speed on nearly all values change with each state. */
const FAST_SPEED = 4

/** A part in sight stays as it is for this long after a change; the second time is for a session that is played fast. */
export interface SightPace {
  readonly restMs: number
  readonly fastRestMs: number
}

/** The part draws every state that there is. */
export const EVERY_STATE: SightPace = { restMs: 0, fastRestMs: 0 }
/** Times and speeds run in the part. */
export const RUNNING: SightPace = { restMs: 0, fastRestMs: 250 }
/** Nobody reads the part more often, and each change of it takes the time of a frame from a phone. */
export const READ: SightPace = { restMs: 250, fastRestMs: 500 }

interface SightStore extends LiveStore {
  readonly setInSight: (isInSight: boolean) => void
  /** Returns how to stop. */
  readonly start: () => () => void
}

/**
 * Creates the store for a part of the page. After a change the part rests, out of sight for two seconds. Then its readers
 * see the state in the part's turn, before the next change at the latest, or at once without turns. A seek is seen at
 * once.
 */
export function createSightStore(
  store: LiveStore,
  turns: FrameTurns | null,
  { restMs, fastRestMs }: SightPace,
): SightStore {
  const listeners = new Set<() => void>()
  let view = store.view()
  let isInSight = true
  let isWaiting = false
  /** The store has changed since the readers were told. */
  let isBehind = false
  let resting: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    turns?.cancel(update)
    clearTimeout(resting)
    resting = undefined
    isWaiting = false
  }

  function rest(): void {
    clearTimeout(resting)
    const inSightMs = view.speed >= FAST_SPEED ? fastRestMs : restMs
    const forMs = isInSight ? inSightMs : UNSEEN_REST_MS
    resting = forMs > 0 ? setTimeout(endRest, forMs) : undefined
  }

  function endRest(): void {
    resting = undefined
    if (isBehind) updateInTurn()
  }

  function update(): void {
    stop()
    isBehind = false
    view = store.view()
    rest()
    for (const listener of listeners) listener()
  }

  function updateInTurn(): void {
    if (turns === null) return update()
    isWaiting = true
    turns.request(update)
  }

  function follow(): void {
    if (view.jumps !== store.view().jumps) return update()
    isBehind = true
    if (resting !== undefined) return
    if (isWaiting && isInSight) update()
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
      if (next === isInSight) return
      isInSight = next
      if (isInSight) update()
      else rest()
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
