import { createStore, type Store } from '../../../state/store.ts'
import { clampWindow, type LapWindow, panBy } from './lap-window.ts'

/** Zoom and cursor, which all charts and the map share. They change without React. */
export interface CompareView {
  readonly lengthM: number
  readonly window: Pick<Store<LapWindow>, 'get' | 'subscribe'>
  readonly cursorM: Pick<Store<number>, 'get' | 'subscribe'>
  readonly show: (window: LapWindow) => void
  /** Under a pointer that passes; null puts the cursor back to where it was chosen. */
  readonly hover: (atM: number | null) => void
  readonly choose: (atM: number) => void
  /** The same, and the window moves so that the cursor is in sight. */
  readonly reveal: (atM: number) => void
  /** Calls the listener once zoom or cursor have rested. Returns how to unsubscribe. */
  readonly onSettled: (listener: (zoom: LapWindow | null, atM: number | null) => void) => () => void
}

/** Browsers refuse addresses that change too often. */
const SETTLED_MS = 400

interface ViewStart {
  readonly lengthM: number
  readonly zoom: readonly [number, number] | null
  readonly atM: number | null
}

export function createCompareView({ lengthM, zoom, atM }: ViewStart): CompareView {
  const whole = { fromM: 0, toM: lengthM }
  const window = createStore(
    zoom === null ? whole : clampWindow({ fromM: zoom[0], toM: zoom[1] }, lengthM),
  )
  let chosenM = Math.min(atM ?? 0, lengthM)
  let isChosen = atM !== null
  const cursorM = createStore(chosenM)
  const listeners = new Set<Parameters<CompareView['onSettled']>[0]>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { fromM, toM } = window.get()
      const isWhole = toM - fromM >= lengthM
      for (const listener of listeners) {
        listener(isWhole ? null : { fromM, toM }, isChosen ? chosenM : null)
      }
    }, SETTLED_MS)
  }

  function choose(at: number): void {
    chosenM = within(at, lengthM)
    isChosen = true
    cursorM.set(chosenM)
    settle()
  }

  return {
    lengthM,
    window,
    cursorM,
    choose,
    show(next) {
      window.set(clampWindow(next, lengthM))
      settle()
    },
    hover: (at) => cursorM.set(at === null ? chosenM : within(at, lengthM)),
    reveal(at) {
      const { fromM, toM } = window.get()
      if (at < fromM || at > toM) window.set(panBy({ fromM, toM }, at - (fromM + toM) / 2, lengthM))
      choose(at)
    },
    onSettled(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function within(atM: number, lengthM: number): number {
  return Math.min(Math.max(atM, 0), lengthM)
}
