import { createStore, useStore } from '../../state/store.ts'

/** The lap that all charts point at: under the pointer, else the one that was chosen. */
export interface HoveredLap {
  readonly lap: () => number
  readonly hover: (lap: number | null) => void
  readonly choose: (lap: number) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createHoveredLap(first: number): HoveredLap {
  const shown = createStore(first)
  let chosen = first
  return {
    lap: shown.get,
    subscribe: shown.subscribe,
    hover: (lap) => shown.set(lap ?? chosen),
    choose(lap) {
      chosen = lap
      shown.set(lap)
    },
  }
}

export function useHoveredLap({ lap, subscribe }: HoveredLap): number {
  return useStore({ get: lap, subscribe })
}
