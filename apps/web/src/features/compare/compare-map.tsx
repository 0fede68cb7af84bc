import { gridDistance, nearestIndex } from '@pitboard/analysis/comparison/aligned-lap'
import { fitTrack, type TrackFit } from '@pitboard/analysis/track/track-geometry'
import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { useStore } from '../../state/store.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import type { ShownComparison } from './compared/compared-laps.ts'
import type { MapColouring } from './compare-search.ts'
import { LapBadge } from './compared/lap-badge.tsx'
import { lapName } from './compared/lap-name.ts'
import { gainPieces, type MapPiece, SPEED_STEPS, speedPieces, speedReach } from './map-pieces.ts'
import type { PlotView } from '../../timing/plot/plot-view.ts'
import { isWhole } from '../../timing/plot/plot-window.ts'

const BOX = { width: 480, height: 340, padding: 30 }
const EQUAL_COLOUR = 'var(--color-road)'
/** The colours go from slow to fast: darker is slower, so that a reader needs no hue. */
const SPEED_COLOURS = Array.from(
  { length: SPEED_STEPS },
  (_, step) => `var(--color-speed-${step + 1})`,
)
const LABEL_OFFSET = 15

interface CompareMapProps {
  readonly comparison: ShownComparison
  readonly view: PlotView
  readonly colouring: MapColouring
  readonly onColouring: (colouring: MapColouring) => void
}

/** Draws the track as the laps drove it. The table of corners says the same in numbers. */
export function CompareMap({ comparison, view, colouring, onColouring }: CompareMapProps) {
  const t = useText()
  const fit = useMemo(() => fitTrack(comparison.outline, BOX), [comparison])
  const isGain = colouring === 'gain' && comparison.laps.length > 1
  if (!fit) return <p className="text-muted">{t('compare.noMap')}</p>
  return (
    <div className="flex flex-col gap-3">
      {comparison.laps.length > 1 && (
        <ChoiceBar
          label={t('compare.mapColours')}
          value={colouring}
          onChange={onColouring}
          options={[
            { value: 'gain', label: t('compare.byGain') },
            { value: 'speed', label: t('compare.bySpeed') },
          ]}
        />
      )}
      <TrackDrawing comparison={comparison} view={view} fit={fit} isGain={isGain} />
      {isGain ? <GainLegend comparison={comparison} /> : <SpeedLegend comparison={comparison} />}
    </div>
  )
}

interface TrackDrawingProps {
  readonly comparison: ShownComparison
  readonly view: PlotView
  readonly fit: TrackFit
  readonly isGain: boolean
}

function TrackDrawing({ comparison, view, fit, isGain }: TrackDrawingProps) {
  const t = useText()
  const { grid, laps, corners } = comparison
  const dot = useRef<SVGCircleElement>(null)
  const pieces = useMemo(
    () => (isGain ? gainPieces(comparison) : speedPieces(comparison)),
    [comparison, isGain],
  )
  useEffect(() => {
    const move = () => {
      const point = fit.points[nearestIndex(grid, view.cursor.get()) % fit.points.length]
      if (!dot.current || !point) return
      dot.current.style.transform = `translate(${point[0]}px, ${point[1]}px)`
    }
    move()
    return view.cursor.subscribe(move)
  }, [fit, grid, view])

  function distanceUnder({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const box = currentTarget.getBoundingClientRect()
    const scale = BOX.width / box.width
    const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale]
    let nearest = 0
    let least = Infinity
    for (const [index, point] of fit.points.entries()) {
      if (!point) continue
      const away = (point[0] - x) ** 2 + (point[1] - y) ** 2
      if (away < least) [least, nearest] = [away, index]
    }
    return gridDistance(grid, nearest)
  }

  const colourOf = ({ value }: MapPiece) => {
    if (value === null) return EQUAL_COLOUR
    return (isGain ? laps[value]?.colour : SPEED_COLOURS[value]) ?? EQUAL_COLOUR
  }
  const track = laps[0].details.trackName
  return (
    <svg
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={t(isGain ? 'compare.mapOf' : 'compare.mapSpeedOf', { track })}
      className="timing h-auto w-full touch-pan-y"
      onPointerMove={(event) => view.hover(distanceUnder(event))}
      onPointerLeave={() => view.hover(null)}
      onPointerDown={(event) => view.reveal(distanceUnder(event))}
    >
      <WindowMark fit={fit} view={view} comparison={comparison} />
      {pieces.map((piece) => (
        <path
          key={piece.first}
          d={pathOf(fit, piece.first, piece.last)}
          fill="none"
          stroke={colourOf(piece)}
          strokeWidth={piece.value === null ? 2.5 : 4}
          strokeLinejoin="round"
        />
      ))}
      {fit.line && (
        <line
          y1="-8"
          y2="8"
          stroke="var(--color-text)"
          strokeWidth="2"
          transform={`translate(${fit.line.left} ${fit.line.top}) rotate(${fit.line.angle})`}
        />
      )}
      {corners.map(({ number, apexM }) => {
        const [left, top] = besideTrack(fit, nearestIndex(grid, apexM))
        return (
          <text
            key={number}
            x={left}
            y={top}
            textAnchor="middle"
            dominantBaseline="central"
            fontSize="13"
            fill="var(--color-muted)"
          >
            {number}
          </text>
        )
      })}
      <circle
        ref={dot}
        r="6"
        fill="var(--color-page)"
        stroke="var(--color-text)"
        strokeWidth="2.5"
      />
    </svg>
  )
}

/** Marks under the track the part that the charts show. */
function WindowMark({ fit, view, comparison }: Omit<TrackDrawingProps, 'isGain'>) {
  const window = useStore(view.window)
  if (isWhole(window, view.range())) return null
  const { grid } = comparison
  return (
    <path
      d={pathOf(fit, nearestIndex(grid, window.from), nearestIndex(grid, window.to))}
      fill="none"
      stroke="var(--color-line-strong)"
      strokeWidth="14"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  )
}

function GainLegend({ comparison }: { readonly comparison: ShownComparison }) {
  const t = useText()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
      {comparison.laps.map((lap) => (
        <li key={lap.key} className="inline-flex items-center gap-1.5">
          <LapBadge look={{ ...lap, dash: [] }} />
          {lapName(lap.details, t)}
        </li>
      ))}
      <li className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="w-4 border-t-2" style={{ borderColor: EQUAL_COLOUR }} />
        {t('compare.mapEqual')}
      </li>
    </ul>
  )
}

function SpeedLegend({ comparison }: { readonly comparison: ShownComparison }) {
  const t = useText()
  const reach = speedReach(comparison)
  if (!reach) return null
  const [slow, fast] = [Math.round(reach[0]), Math.round(reach[1])]
  return (
    <p className="flex items-center gap-2 text-small text-muted">
      <span aria-hidden="true" className="flex">
        {SPEED_COLOURS.map((colour) => (
          <span key={colour} className="h-2 w-5" style={{ background: colour }} />
        ))}
      </span>
      {t('compare.mapSpeed', { slow, fast })}
    </p>
  )
}

/** Returns the path through the points of the grid; the last point of a lap is the first again. */
function pathOf({ points }: TrackFit, first: number, last: number): string {
  let path = ''
  let isDrawing = false
  for (let index = first; index <= last; index++) {
    const point = points[index % points.length]
    if (!point) {
      isDrawing = false
      continue
    }
    path += `${isDrawing ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`
    isDrawing = true
  }
  return path
}

/** Returns where the number of a corner stands: on the side that the track bends away from. */
function besideTrack({ points }: TrackFit, index: number): readonly [number, number] {
  const count = points.length
  const [before, at, after] = [index - 8, index, index + 8].map(
    (place) => points[(place + count) % count],
  )
  if (!before || !at || !after) return [-100, -100]
  const [outX, outY] = [2 * at[0] - before[0] - after[0], 2 * at[1] - before[1] - after[1]]
  const size = Math.hypot(outX, outY) || 1
  return [at[0] + (outX / size) * LABEL_OFFSET, at[1] + (outY / size) * LABEL_OFFSET]
}
