import type { CareerRace } from '@pitboard/contract/drivers/career'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CHART_BOX } from '../../timing/chart-place.ts'
import { formatDate } from '../../timing/format-date.ts'
import { SmallLineChart } from '../../timing/small-line-chart.tsx'
import { formatPercent } from './format-percent.ts'

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
      {children}
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
  const yOf = (position: number) => (position - 1) / (lowest - 1)
  const points = races.map(({ position }, index) => ({
    x: index / (races.length - 1),
    y: position === null ? null : yOf(position),
    dot: lookOf(position),
  }))
  return (
    <SmallLineChart
      label={label}
      ticks={ticksOf(lowest).map((place) => ({ name: `P${place}`, y: yOf(place) }))}
      lines={[{ ...LINE, points }]}
      className="h-44"
    />
  )
}

/** Draws a line in the middle; who was quicker than the field is above it. */
function Paces({ races, label }: LineProps) {
  const t = useText()
  const values = races.flatMap(({ pacePercent }) => pacePercent ?? [])
  const span = Math.max(PACE_SPAN_MIN, ...values.map(Math.abs))
  const yOf = (percent: number) => (percent / span + 1) / 2
  const points = races.map(({ pacePercent }, index) => ({
    x: index / (races.length - 1),
    y: pacePercent === null ? null : yOf(pacePercent),
    dot: 'stroke-text',
  }))
  return (
    <SmallLineChart
      label={label}
      ticks={[-span, 0, span].map((percent) => ({
        name: formatPercent(percent, t.locale),
        y: yOf(percent),
      }))}
      level={yOf(0)}
      lines={[{ ...LINE, points }]}
      className="h-44"
    />
  )
}

/** The dots say more than the line between them. */
const LINE = { key: 'races', colour: 'var(--color-line-strong)', width: 1.5 } as const

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
