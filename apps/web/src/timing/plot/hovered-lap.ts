import { useStore } from '../../state/store.ts'
import { createPlotView, type PlotView } from './plot-view.ts'

/** Fewer laps are never shown. */
const LEAST_LAPS = 5

/** All charts point at this lap: the one under the pointer, else the one that was chosen. */
export interface HoveredLap {
  readonly lap: () => number
  readonly hover: (lap: number | null) => void
  readonly choose: (lap: number) => void
  /** Another lap is complete: it is chosen if the last one was. */
  readonly advance: (lastLap: number) => void
  readonly subscribe: (listener: () => void) => () => void
  /** The charts over laps share this view: the part of the race that they show. */
  readonly view: PlotView
}

interface HoveredLapStart {
  readonly lastLap: number
  /** It is chosen at first, and the last one is where nothing is chosen. */
  readonly lap?: number
  /** The charts can be zoomed only if the page has buttons for it as well. */
  readonly isZoomable: boolean
}

export function createHoveredLap({ lastLap, lap, isZoomable }: HoveredLapStart): HoveredLap {
  const view = createPlotView({
    range: { from: 0, to: lastLap, leastSpan: isZoomable ? LEAST_LAPS : Number.POSITIVE_INFINITY },
    zoom: null,
    at: lap ?? lastLap,
    snap: Math.round,
  })

  return {
    lap: view.cursor.get,
    subscribe: view.cursor.subscribe,
    hover: view.hover,
    choose: view.choose,
    advance: view.extend,
    view,
  }
}

export function useHoveredLap({ lap, subscribe }: HoveredLap): number {
  return useStore({ get: lap, subscribe })
}
