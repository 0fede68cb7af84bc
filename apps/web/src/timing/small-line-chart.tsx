import type { ReactNode } from 'react'
import { type ChartPoint, lineThrough, place, SIZE } from './line-through.ts'

export interface ChartLine {
  readonly key: string
  /** The pointer reads it. */
  readonly title?: string
  readonly points: readonly ChartPoint[]
  readonly colour: string
  readonly width: number
  /** The dashes are in pixels. */
  readonly dashes?: string | undefined
}

interface SmallLineChartProps {
  /** It says in words what the lines say. */
  readonly label: string
  readonly lines: readonly ChartLine[]
  /** The values beside the lines are named; without names the chart is as wide as its place. */
  readonly ticks?: readonly { readonly name: string; readonly y: number }[]
  /** A dashed line is drawn at this share of the height. */
  readonly level?: number
  /** The names stand below the lines. */
  readonly columns?: readonly ChartColumn[]
  /** These classes are its size. */
  readonly className: string
}

interface ChartColumn {
  readonly key: string | number
  readonly x: number
  readonly name: string
  readonly title: string
  /** A phone has no room for it. */
  readonly isMinor: boolean
}

/**
 * Draws a few lines as small SVG: of a career, of a season, of a trend. Laps of a session have `timing/plot`, which is
 * painted (decision 007).
 */
export function SmallLineChart(props: SmallLineChartProps) {
  const { label, lines, ticks = [], level, columns = [], className } = props
  const hasTicks = ticks.length > 0
  const inset = columns.length > 0 ? INSET.columns : hasTicks ? INSET.ticks : INSET.bare
  return (
    <div className={`timing relative text-micro text-faint ${className}`}>
      <div className={`absolute ${inset}`}>
        <svg
          viewBox={`0 0 ${SIZE} ${SIZE}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="absolute inset-0 size-full overflow-visible"
        >
          {ticks.map(({ name, y }) => (
            <Across key={name} y={y} className="stroke-line" />
          ))}
          {level !== undefined && <Across y={level} className="stroke-faint" dashes="4 4" />}
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </svg>
        <div aria-hidden="true">
          {ticks.map(({ name, y }) => (
            <span
              key={name}
              className="absolute right-full mr-2 -translate-y-1/2"
              style={{ top: `${y * 100}%` }}
            >
              {name}
            </span>
          ))}
          {columns.map(({ key, x, name, title, isMinor }) => (
            <span
              key={key}
              title={title}
              className={`absolute top-full mt-2 -translate-x-1/2 ${isMinor ? 'max-md:hidden' : ''}`}
              style={{ left: `${x * 100}%` }}
            >
              {name}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** There is room for dots at the ends and for what is written beside and below the lines. */
const INSET = {
  bare: 'inset-1',
  ticks: 'inset-y-2 right-1 left-11',
  columns: 'top-2 right-3 bottom-7 left-11',
} as const

interface AcrossProps {
  readonly y: number
  readonly className: string
  readonly dashes?: string
}

function Across({ y, className, dashes }: AcrossProps) {
  return (
    <line
      x1={0}
      x2={SIZE}
      y1={place(y)}
      y2={place(y)}
      className={className}
      strokeDasharray={dashes}
      vectorEffect="non-scaling-stroke"
    />
  )
}

function Line({ line: { title, points, colour, width, dashes } }: { readonly line: ChartLine }) {
  return (
    <>
      <path
        d={lineThrough(points)}
        fill="none"
        stroke={colour}
        strokeWidth={width}
        strokeDasharray={dashes}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      >
        {title !== undefined && <title>{title}</title>}
      </path>
      {points.map(({ x, y, dot }): ReactNode =>
        y === null || dot === undefined ? null : (
          // A line without length has a round end in pixels: a circle would be stretched.
          <path
            key={x}
            d={`M${place(x)} ${place(y)}h0.01`}
            strokeWidth="7"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
            className={dot}
          />
        ),
      )}
    </>
  )
}
