import { createStore, useStore } from '../../state/store.ts'

/** The lap that all charts point at: under the pointer, else the one that was chosen. */
export interface HoveredLap {
  readonly lap: () => number
  readonly hover: (lap: number | null) => void
  readonly choose: (lap: number) => void
  /** Another lap is complete: it is chosen if the last one was. */
  readonly advance: (lastLap: number) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createHoveredLap(first: number): HoveredLap {
  const shown = createStore(first)
  let chosen = first
  let last = first

  function choose(lap: number): void {
    chosen = lap
    shown.set(lap)
  }

  return {
    lap: shown.get,
    subscribe: shown.subscribe,
    hover: (lap) => shown.set(lap ?? chosen),
    choose,
    advance(lastLap) {
      if (chosen === last) choose(lastLap)
      last = lastLap
    },
  }
}

export function useHoveredLap({ lap, subscribe }: HoveredLap): number {
  return useStore({ get: lap, subscribe })
}
