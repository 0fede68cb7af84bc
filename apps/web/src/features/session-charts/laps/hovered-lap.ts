import { useSyncExternalStore } from 'react'

/** The lap that all charts point at: under the pointer, else the one that was chosen. */
export interface HoveredLap {
  readonly lap: () => number
  readonly hover: (lap: number | null) => void
  readonly choose: (lap: number) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createHoveredLap(first: number): HoveredLap {
  let chosen = first
  let hovered: number | null = null
  const listeners = new Set<() => void>()

  function change(act: () => void): void {
    const before = hovered ?? chosen
    act()
    if ((hovered ?? chosen) === before) return
    for (const listener of listeners) listener()
  }

  return {
    lap: () => hovered ?? chosen,
    hover: (lap) => change(() => (hovered = lap)),
    choose: (lap) => change(() => ([chosen, hovered] = [lap, null])),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useHoveredLap(hovered: HoveredLap): number {
  return useSyncExternalStore(hovered.subscribe, hovered.lap)
}
