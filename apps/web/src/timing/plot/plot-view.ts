import { createStore, type Store } from '../../state/store.ts'
import { clampWindow, isWhole, panBy, type PlotRange, type PlotWindow } from './plot-window.ts'

/** All charts of a page share zoom and cursor along the axis. They change without React. */
export interface PlotView {
  readonly range: () => PlotRange
  readonly window: Pick<Store<PlotWindow>, 'get' | 'subscribe'>
  readonly cursor: Pick<Store<number>, 'get' | 'subscribe'>
  readonly show: (window: PlotWindow) => void
  /** Moves the cursor under a passing pointer; null moves it back to where it was chosen. */
  readonly hover: (at: number | null) => void
  readonly choose: (at: number) => void
  /** It does the same, and the window moves so that the cursor is in sight. */
  readonly reveal: (at: number) => void
  /** There is more to show now. The whole stays the whole, and a cursor at the end stays there. */
  readonly extend: (to: number) => void
  /** Calls the listener once zoom or cursor have rested. Returns how to unsubscribe. */
  readonly onSettled: (listener: (zoom: PlotWindow | null, at: number | null) => void) => () => void
}

/** Browsers refuse addresses that change too often. */
const SETTLED_MS = 400

interface ViewStart {
  readonly range: PlotRange
  readonly zoom: PlotWindow | null
  readonly at: number | null
  /** Returns where a cursor can be, such as whole laps. */
  readonly snap?: (at: number) => number
}

export function createPlotView({ range: all, zoom, at, snap = (to) => to }: ViewStart): PlotView {
  let range = all
  const whole = () => ({ from: range.from, to: range.to })
  const window = createStore<PlotWindow>(zoom === null ? whole() : clampWindow(zoom, range))
  let chosen = within(at ?? range.from)
  let isChosen = at !== null
  const cursor = createStore(chosen)
  const listeners = new Set<Parameters<PlotView['onSettled']>[0]>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function within(to: number): number {
    return snap(Math.min(Math.max(to, range.from), range.to))
  }

  function settle(): void {
    clearTimeout(timer)
    if (listeners.size === 0) return
    timer = setTimeout(() => {
      const shown = window.get()
      for (const listener of listeners) {
        listener(isWhole(shown, range) ? null : shown, isChosen ? chosen : null)
      }
    }, SETTLED_MS)
  }

  function choose(to: number): void {
    chosen = within(to)
    isChosen = true
    cursor.set(chosen)
    settle()
  }

  return {
    range: () => range,
    window,
    cursor,
    choose,
    show(next) {
      window.set(clampWindow(next, range))
      settle()
    },
    hover: (to) => cursor.set(to === null ? chosen : within(to)),
    reveal(to) {
      const { from, to: end } = window.get()
      if (to < from || to > end) window.set(panBy({ from, to: end }, to - (from + end) / 2, range))
      choose(to)
    },
    extend(to) {
      if (to === range.to) return
      const wasWhole = isWhole(window.get(), range)
      const wasAtEnd = chosen === range.to
      range = { ...range, to }
      window.set(wasWhole ? whole() : clampWindow(window.get(), range))
      chosen = within(wasAtEnd ? to : chosen)
      cursor.set(chosen)
    },
    onSettled(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
