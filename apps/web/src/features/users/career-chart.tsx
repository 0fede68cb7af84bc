import type { CareerRace } from '@pitboard/contract/drivers/career'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CHART_BOX } from '../../timing/chart-place.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatPercent } from './format-percent.ts'

const WIDTH = 1000
const HEIGHT = 200
const PADDING = 14
/** A field that is this much slower or quicker fills the height at least: noise is no mountain. */
const PACE_SPAN_MIN = 0.5

/** Draws two lines over the races in their order: where the driver finished, and how quick they were. */
export function CareerCharts({ races }: { readonly races: readonly CareerRace[] }) {
  const t = useText()
  const [first, last] = [races[0], races.at(-1)]
  if (!first || !last || first === last) return null
  const from = formatDate(first.drivenAt, t.locale)
  const to = formatDate(last.drivenAt, t.locale)
  const paced = races.filter(({ pacePercent }) => pacePercent !== null).length
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Chart title={t('drivers.positionChart')} note={null} from={from} to={to}>
        <Positions
          races={races}
          label={t('drivers.positionChartOf', { count: races.length, from, to })}
        />
      </Chart>
      {paced > 1 && (
        <Chart title={t('drivers.paceChart')} note={t('drivers.paceChartWhy')} from={from} to={to}>
          <Paces races={races} label={t('drivers.paceChartOf', { count: paced })} />
        </Chart>
      )}
    </div>
  )
}

interface ChartProps {
  readonly title: string
  readonly note: string | null
  readonly from: string
  readonly to: string
  readonly children: ReactNode
}

function Chart({ title, note, from, to, children }: ChartProps) {
  return (
    <figure className={CHART_BOX}>
      <figcaption className="mb-2">
        <span className="timing block text-subhead font-semibold">{title}</span>
        {note !== null && <span className="block text-small text-muted">{note}</span>}
      </figcaption>
      <div className="timing relative h-44 text-micro text-faint">{children}</div>
      <p className="timing mt-1 flex justify-between pl-11 text-micro text-faint">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </figure>
  )
}

interface LineProps {
  readonly races: readonly CareerRace[]
  readonly label: string
}

/** The first place is at the top; a race without a place breaks the line. */
function Positions({ races, label }: LineProps) {
  const lowest = Math.max(3, ...races.map(({ position }) => position ?? 1))
  const yOf = (position: number) =>
    PADDING + ((position - 1) / (lowest - 1)) * (HEIGHT - 2 * PADDING)
  return (
    <Plot
      label={label}
      ticks={ticksOf(lowest).map((place) => ({ name: `P${place}`, y: yOf(place) }))}
      level={null}
      points={races.map(({ position }, index) => ({
        x: xOf(index, races.length),
        y: position === null ? null : yOf(position),
        look: lookOf(position),
      }))}
    />
  )
}

/** Draws a line in the middle; who was quicker than the field is above it. */
function Paces({ races, label }: LineProps) {
  const t = useText()
  const values = races.flatMap(({ pacePercent }) => pacePercent ?? [])
  const span = Math.max(PACE_SPAN_MIN, ...values.map(Math.abs))
  const yOf = (percent: number) => HEIGHT / 2 + (percent / span) * (HEIGHT / 2 - PADDING)
  return (
    <Plot
      label={label}
      ticks={[-span, 0, span].map((percent) => ({
        name: formatPercent(percent, t.locale),
        y: yOf(percent),
      }))}
      level={yOf(0)}
      points={races.map(({ pacePercent }, index) => ({
        x: xOf(index, races.length),
        y: pacePercent === null ? null : yOf(pacePercent),
        look: 'stroke-text',
      }))}
    />
  )
}

interface Point {
  readonly x: number
  /** It is null for a race without a value. */
  readonly y: number | null
  readonly look: string
}

interface PlotProps {
  readonly label: string
  readonly ticks: readonly { readonly name: string; readonly y: number }[]
  /** A dashed line is at this height; null for none. */
  readonly level: number | null
  readonly points: readonly Point[]
}

function Plot({ label, ticks, level, points }: PlotProps) {
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="absolute inset-y-0 right-0 left-11 h-full w-[calc(100%-2.75rem)]"
      >
        {ticks.map(({ name, y }) => (
          <line key={name} x1={0} x2={WIDTH} y1={y} y2={y} className="stroke-line" />
        ))}
        {level !== null && (
          <line
            x1={0}
            x2={WIDTH}
            y1={level}
            y2={level}
            strokeDasharray="6 4"
            className="stroke-faint"
          />
        )}
        <path
          d={lineThrough(points)}
          fill="none"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
        {points.map(({ x, y, look }) =>
          y === null ? null : (
            // A line without length has a round end in pixels: a circle would be stretched.
            <path
              key={x}
              d={`M${x} ${y}h0.01`}
              strokeWidth="7"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              className={look}
            />
          ),
        )}
      </svg>
      <div aria-hidden="true">
        {ticks.map(({ name, y }) => (
          <span
            key={name}
            className="absolute left-0 w-10 -translate-y-1/2 text-right"
            style={{ top: `${(y / HEIGHT) * 100}%` }}
          >
            {name}
          </span>
        ))}
      </div>
    </>
  )
}

function xOf(index: number, count: number): number {
  return round(PADDING + (index / (count - 1)) * (WIDTH - 2 * PADDING))
}

function lineThrough(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      if (y === null) return ''
      const before = points[index - 1]
      return `${before === undefined || before.y === null ? 'M' : 'L'}${x} ${round(y)}`
    })
    .join('')
}

/** Returns the first place, the last one, and two or three between them. */
function ticksOf(lowest: number): number[] {
  const step = Math.max(1, Math.ceil(lowest / 4))
  const between = Array.from({ length: 3 }, (_, index) => (index + 1) * step)
  return [...new Set([1, ...between.filter((place) => place > 1 && place < lowest), lowest])]
}

function lookOf(position: number | null): string {
  if (position === 1) return 'stroke-medal-gold'
  return position !== null && position <= 3 ? 'stroke-result-points' : 'stroke-muted'
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
