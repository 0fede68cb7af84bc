import type { KeyboardEvent } from 'react'
import { useStore } from '../../state/store.ts'
import type { PlotView } from './plot-view.ts'
import { canZoom, zoomAt } from './plot-window.ts'
import { ZOOM_STEP } from './plot-zoom.tsx'

interface PlotSliderProps {
  readonly view: PlotView
  readonly label: string
  /** Returns what is at the cursor, such as "Lap 3". */
  readonly wordsOf: (at: number) => string
  readonly min: number
  readonly step: number
}

/** Points all charts at a place of their axis without a mouse; plus, minus and zero zoom. */
export function PlotSlider({ view, label, wordsOf, min, step }: PlotSliderProps) {
  const at = Math.round(useStore(view.cursor))
  const words = wordsOf(at)

  function press(event: KeyboardEvent) {
    // On a live page the arrow keys seek everywhere else.
    if (event.key.startsWith('Arrow')) event.stopPropagation()
    if (!canZoom(view.range())) return
    const zoom = (factor: number) =>
      zoomAt(view.window.get(), factor, view.cursor.get(), view.range())
    const zoomed = {
      '+': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      '0': () => view.range(),
    }[event.key]
    if (zoomed === undefined) return
    event.preventDefault()
    view.show(zoomed())
  }

  return (
    <label className="control flex min-w-0 flex-1 basis-64 items-center gap-3">
      <span className="timing w-20 shrink-0 text-timing tabular-nums">{words}</span>
      <input
        type="range"
        min={min}
        max={Math.floor(view.range().to)}
        step={step}
        value={at}
        aria-label={label}
        aria-valuetext={words}
        onChange={({ target }) => view.reveal(Number(target.value))}
        onKeyDown={press}
        className="h-6 w-full min-w-0 accent-text"
      />
    </label>
  )
}
