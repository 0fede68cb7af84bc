import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import type { ChartPoint } from '../../timing/line-through.ts'
import { type ChartLine, SmallLineChart } from '../../timing/small-line-chart.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { trackCode } from '../season/session-titles.ts'
import { formatPoints } from '../../timing/format-points.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { ProgressionTable } from './progression-table.tsx'

const TICKS_MAX = 6

interface DrawnLine {
  readonly key: string
  readonly name: string
  readonly colour: string
  /** Another line before it has the same colour: it is dashed. */
  readonly isSecond: boolean
  readonly points: readonly ChartPoint[]
}

interface Drawn {
  readonly lines: readonly DrawnLine[]
  readonly ticks: readonly { readonly points: number; readonly y: number }[]
  readonly columns: readonly { readonly index: number; readonly x: number }[]
}

/** Draws a line from nothing through the points after each of the first `count` events. */
function drawProgression(rows: readonly MatrixRow[], count: number): Drawn {
  const shown = rows.map(({ progression }) => [0, ...progression.slice(0, count)])
  const highest = Math.max(1, ...shown.flat())
  const lowest = Math.min(0, ...shown.flat())
  const xOf = (index: number) => index / Math.max(1, count)
  const yOf = (points: number) => (highest - points) / (highest - lowest)
  const colours = new Set<string>()
  return {
    lines: rows.map(({ key, name, colour }, place) => {
      const isSecond = colours.has(colour)
      colours.add(colour)
      const points = (shown[place] ?? []).map((sum, index) => ({ x: xOf(index), y: yOf(sum) }))
      return { key, name, colour, isSecond, points }
    }),
    ticks: ticksOf(lowest, highest).map((points) => ({ points, y: yOf(points) })),
    columns: Array.from({ length: count }, (_, index) => ({ index, x: xOf(index + 1) })),
  }
}

/** Returns round numbers that are 1, 2 or 5 times a power of ten apart. */
function ticksOf(lowest: number, highest: number): number[] {
  const rough = (highest - lowest) / TICKS_MAX
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10
  const first = Math.ceil(lowest / step)
  return Array.from(
    { length: Math.floor(highest / step) - first + 1 },
    (_, i) => (first + i) * step,
  )
}

const COLUMNS_ON_PHONE = 8

interface ProgressionChartProps {
  readonly label: string
  readonly rows: readonly MatrixRow[]
  readonly events: readonly SeasonEvent[]
  /** This many lines have their colour at first. */
  readonly contenders: number
}

/** Shows points after each event, as lines and as a table of the chosen rows. */
export function ProgressionChart({ label, rows, events, contenders }: ProgressionChartProps) {
  const t = useText()
  const [chosen, setChosen] = useState(() => rows.slice(0, contenders).map(({ key }) => key))
  const count = driven(rows, events)
  const drawn = drawProgression(rows, count)
  // On a phone there is room for about eight names below the lines.
  const every = Math.ceil(drawn.columns.length / COLUMNS_ON_PHONE)

  function toggle(key: string) {
    setChosen((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]))
  }

  return (
    <figure className="min-w-0 rounded-l border border-line bg-panel p-3 sm:p-4">
      <figcaption className="mb-2 text-subhead timing font-semibold">
        {t('points.progression')}
      </figcaption>
      <SmallLineChart
        label={t('points.progressionOf', { table: label })}
        ticks={drawn.ticks.map(({ points, y }) => ({ name: formatPoints(points, t.locale), y }))}
        lines={drawn.lines
          .toSorted((a, b) => Number(chosen.includes(a.key)) - Number(chosen.includes(b.key)))
          .map((line) => lookOf(line, chosen.includes(line.key)))}
        columns={drawn.columns.map(({ index, x }) => ({
          key: index,
          x,
          name: codeOf(events[index]),
          title: nameOf(events[index]),
          isMinor: index % every !== every - 1,
        }))}
        className="h-64 sm:h-80"
      />
      <ul aria-label={t('points.linesShown')} className="mt-3 flex flex-wrap gap-1.5">
        {drawn.lines.map((line) => (
          <li key={line.key}>
            <button
              type="button"
              aria-pressed={chosen.includes(line.key)}
              onClick={() => toggle(line.key)}
              className="timing inline-flex min-h-8 items-center gap-2 rounded-m border border-line px-2.5 text-muted coarse:min-h-11 hover:text-text aria-pressed:border-faint aria-pressed:text-text"
            >
              <svg aria-hidden="true" viewBox="0 0 22 6" className="w-5.5">
                <line
                  x1="0"
                  x2="22"
                  y1="3"
                  y2="3"
                  strokeWidth="4"
                  stroke={readableColour(line.colour)}
                  strokeDasharray={line.isSecond ? '5 3' : undefined}
                />
              </svg>
              {line.name}
            </button>
          </li>
        ))}
      </ul>
      <ProgressionTable
        label={t('points.progressionTable', { table: label })}
        rows={rows.filter(({ key }) => chosen.includes(key))}
        events={events.slice(0, count)}
      />
    </figure>
  )
}

function lookOf({ key, name, colour, isSecond, points }: DrawnLine, isChosen: boolean): ChartLine {
  return {
    key,
    title: name,
    points,
    colour: isChosen ? readableColour(colour) : 'var(--color-line-strong)',
    width: isChosen ? 3 : 1.25,
    dashes: isSecond && isChosen ? '8 5' : undefined,
  }
}

/** Counts events up to the last that gave anybody points, in their order. */
function driven(rows: readonly MatrixRow[], events: readonly SeasonEvent[]): number {
  const last = events.findLastIndex(({ id }) =>
    rows.some(({ results }) => [...results.values()].flat().some(({ eventId }) => eventId === id)),
  )
  return last + 1
}

function nameOf(event: SeasonEvent | undefined): string {
  return event ? eventName(event) : ''
}

function codeOf(event: SeasonEvent | undefined): string {
  return event ? trackCode(event.track) : ''
}
