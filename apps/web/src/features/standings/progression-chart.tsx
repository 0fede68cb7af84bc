import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { trackCode } from '../season/session-titles.ts'
import { formatPoints } from '../../timing/format-points.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { ProgressionTable } from './progression-table.tsx'

const WIDTH = 1000
const HEIGHT = 340
/** The lines begin there; the points stand beside it. */
const LEFT = 44
const RIGHT = 26
const TOP = 12
const BOTTOM = 30
const TICKS_MAX = 6

interface Line {
  readonly key: string
  readonly name: string
  readonly colour: string
  /** Another line before it has the same colour: it is dashed. */
  readonly isSecond: boolean
  readonly path: string
}

interface Drawn {
  readonly lines: readonly Line[]
  readonly ticks: readonly { readonly points: number; readonly y: number }[]
  readonly columns: readonly { readonly index: number; readonly x: number }[]
}

/** Draws a line from nothing through the points after each of the first `count` events. */
function drawProgression(rows: readonly MatrixRow[], count: number): Drawn {
  const shown = rows.map(({ progression }) => [0, ...progression.slice(0, count)])
  const highest = Math.max(1, ...shown.flat())
  const lowest = Math.min(0, ...shown.flat())
  const x = (index: number) => LEFT + (index / Math.max(1, count)) * (WIDTH - LEFT - RIGHT)
  const y = (points: number) =>
    TOP + ((highest - points) / (highest - lowest)) * (HEIGHT - TOP - BOTTOM)
  const colours = new Set<string>()
  return {
    lines: rows.map(({ key, name, colour }, place) => {
      const isSecond = colours.has(colour)
      colours.add(colour)
      const path = (shown[place] ?? [])
        .map((points, index) => `${index === 0 ? 'M' : 'L'}${round(x(index))} ${round(y(points))}`)
        .join('')
      return { key, name, colour, isSecond, path }
    }),
    ticks: ticksOf(lowest, highest).map((points) => ({ points, y: round(y(points)) })),
    columns: Array.from({ length: count }, (_, index) => ({ index, x: round(x(index + 1)) })),
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

function round(value: number): number {
  return Math.round(value * 10) / 10
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
      <div className="timing relative h-64 text-micro text-faint sm:h-80">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('points.progressionOf', { table: label })}
          className="absolute inset-0 size-full"
        >
          {drawn.ticks.map(({ points, y }) => (
            <line key={points} x1={LEFT} x2={WIDTH} y1={y} y2={y} stroke="var(--color-line)" />
          ))}
          {drawn.lines
            .toSorted((a, b) => Number(chosen.includes(a.key)) - Number(chosen.includes(b.key)))
            .map((line) => (
              <ChartLine key={line.key} line={line} isChosen={chosen.includes(line.key)} />
            ))}
        </svg>
        <div aria-hidden="true">
          {drawn.ticks.map(({ points, y }) => (
            <span
              key={points}
              className="absolute left-0 -translate-y-1/2"
              style={{ top: `${(y / HEIGHT) * 100}%` }}
            >
              {formatPoints(points, t.locale)}
            </span>
          ))}
          {drawn.columns.map(({ index, x }) => (
            <span
              key={index}
              title={nameOf(events[index])}
              className={`absolute bottom-0 -translate-x-1/2 ${index % every === every - 1 ? '' : 'max-md:hidden'}`}
              style={{ left: `${(x / WIDTH) * 100}%` }}
            >
              {codeOf(events[index])}
            </span>
          ))}
        </div>
      </div>
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

function ChartLine({ line, isChosen }: { readonly line: Line; readonly isChosen: boolean }) {
  return (
    <path
      d={line.path}
      fill="none"
      stroke={isChosen ? readableColour(line.colour) : 'var(--color-line-strong)'}
      strokeWidth={isChosen ? 3 : 1.25}
      strokeDasharray={line.isSecond && isChosen ? '8 5' : undefined}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    >
      <title>{line.name}</title>
    </path>
  )
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
