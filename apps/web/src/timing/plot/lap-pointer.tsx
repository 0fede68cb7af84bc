import type { PointerEvent, ReactNode } from 'react'
import { type HoveredLap, useHoveredLap } from './hovered-lap.ts'
import { useText } from '../../messages/use-text.ts'
import type { PlotLine } from './line-plot-data.ts'
import { PlotSlider } from './plot-slider.tsx'
import { PlotZoom } from './plot-zoom.tsx'

/** Places are shares of the width, from 0 to 1. */
interface LapScale {
  readonly lapAt: (share: number) => number
  /** It returns the middle of a lap; null if that is unknown. */
  readonly placeOf: (lap: number) => number | null
}

interface LapPointerProps {
  readonly hovered: HoveredLap
  /** This many laps lie side by side. */
  readonly laps: number
  /** It says where laps lie that are not equally wide. */
  readonly scale?: LapScale
  readonly className?: string
  readonly children: ReactNode
}

/** Shows bars over laps that point at the lap which the other charts point at, and the other way round. */
export function LapPointer({
  hovered,
  laps,
  scale = evenScale(laps),
  className = '',
  children,
}: LapPointerProps) {
  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const lap = scale.lapAt((clientX - left) / width)
    hovered.hover(Math.min(Math.max(lap, 1), laps))
  }
  return (
    <div
      onPointerMove={point}
      onPointerLeave={() => hovered.hover(null)}
      className={`relative ${className}`}
    >
      {children}
      <Mark hovered={hovered} laps={laps} scale={scale} />
    </div>
  )
}

/** The mark is apart, so that pointing renders nothing except it. */
function Mark({ hovered, laps, scale }: Required<Omit<LapPointerProps, 'className' | 'children'>>) {
  const lap = useHoveredLap(hovered)
  const place = lap > laps ? null : scale.placeOf(lap)
  if (place === null) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 border-l border-dashed border-muted"
      style={{ left: `${place * 100}%` }}
    />
  )
}

function evenScale(laps: number): LapScale {
  return {
    lapAt: (share) => Math.floor(share * laps) + 1,
    placeOf: (lap) => (lap - 0.5) / laps,
  }
}

/** Points all charts at a lap without a mouse, and zooms them. */
export function LapControls({ hovered }: { readonly hovered: HoveredLap }) {
  const t = useText()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3">
      <PlotSlider
        view={hovered.view}
        label={t('charts.lap')}
        wordsOf={(lap) => t('session.lapNumber', { lap })}
        min={1}
        step={1}
      />
      <PlotZoom view={hovered.view} />
    </div>
  )
}

interface LapValuesProps {
  readonly lines: readonly PlotLine[]
  readonly selected: readonly number[]
  readonly hovered: HoveredLap
  readonly format: (value: number | null) => string
}

/** Shows what the lines say at the lap that is pointed at. */
export function LapValues({ lines, selected, hovered, format }: LapValuesProps) {
  const t = useText()
  const lap = useHoveredLap(hovered)
  const shown = lines.filter(
    ({ driverIdx }) => selected.length === 0 || selected.includes(driverIdx),
  )
  return (
    <div className="timing mt-2 flex flex-wrap gap-x-6 text-small">
      <p className="min-w-12 text-muted">{t('session.lapNumber', { lap })}</p>
      <ul className="flex flex-wrap gap-x-6">
        {shown.map(({ driver, values }) => (
          <li
            key={driver.driverIdx}
            title={driver.name}
            className={`flex items-center gap-1.5 font-semibold before:w-4 before:shrink-0 before:border-t-[3px] before:border-inherit ${driver.isSecond ? 'before:border-dashed' : ''}`}
            style={{ borderColor: driver.colour }}
          >
            {driver.code}
            <span className="min-w-8 font-medium tabular-nums">{format(values[lap] ?? null)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
