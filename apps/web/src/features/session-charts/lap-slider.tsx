import { useText } from '../../messages/use-text.ts'
import { type HoveredLap, useHoveredLap } from './laps/hovered-lap.ts'

interface LapSliderProps {
  readonly hovered: HoveredLap
  readonly lastLap: number
  /** Once the reader has let go. */
  readonly onChosen: (lap: number) => void
}

/** Points all charts at a lap without a mouse. */
export function LapSlider({ hovered, lastLap, onChosen }: LapSliderProps) {
  const text = useText()
  const lap = useHoveredLap(hovered)
  return (
    <label className="control flex items-center gap-3">
      <span className="timing w-20 shrink-0 text-lg tabular-nums">
        {text('session.lapNumber', { lap })}
      </span>
      <input
        type="range"
        min={1}
        max={lastLap}
        value={lap}
        aria-label={text('charts.lap')}
        aria-valuetext={text('session.lapNumber', { lap })}
        onChange={(event) => hovered.choose(Number(event.target.value))}
        onPointerUp={() => onChosen(hovered.lap())}
        onKeyUp={() => onChosen(hovered.lap())}
        className="h-6 w-full max-w-md accent-secondary"
      />
    </label>
  )
}
