import uPlot from 'uplot'
import type { ChartDriver } from './chart-driver.ts'
import type { HoveredLap } from './hovered-lap.ts'
import type { LapLine } from './lap-lines.ts'
import type { Neutralised } from './neutralised.ts'

export interface PlotLine extends LapLine {
  readonly driver: ChartDriver
  /** Laps that get a ring. */
  readonly ringed: ReadonlySet<number>
}

export interface Plotted {
  readonly lastLap: number
  readonly lines: readonly PlotLine[]
  readonly neutralised: readonly Neutralised[]
  /** Each line has its driver's code at its end. */
  readonly named?: true
  /** The smallest value stands at the top. */
  readonly reversed: boolean
  readonly range: readonly [number, number]
  /** Where a value is drawn. */
  readonly place: (value: number) => number
  readonly format: (value: number) => string
  /** Values that get a line across; where it is left out, round ones. */
  readonly ticks?: readonly number[]
}

export interface LinePlot {
  readonly resize: (width: number) => void
  /** Empty: all. */
  readonly select: (drivers: readonly number[]) => void
  readonly destroy: () => void
}

const HEIGHT = 340
const AXIS_WIDTH = 62
const NAMES_WIDTH = 38
const DASH = [6, 4]
const NEUTRALISED_COLOURS = {
  safetyCar: 'rgb(255 176 0 / 0.16)',
  virtualSafetyCar: 'rgb(255 213 53 / 0.09)',
  redFlag: 'rgb(229 23 13 / 0.3)',
} as const

interface Look {
  readonly colour: (name: 'muted' | 'line' | 'line-strong' | 'panel') => string
  readonly font: string
}

/** The same for all charts of the site. */
let look: Look | undefined

function readLook(host: HTMLElement): Look {
  const style = getComputedStyle(host)
  const read = (name: string) => style.getPropertyValue(`--color-${name}`)
  const colours = {
    ...{ muted: read('muted'), line: read('line') },
    ...{ 'line-strong': read('line-strong'), panel: read('panel') },
  }
  return { colour: (name) => colours[name], font: `13px ${style.fontFamily}` }
}

/** Draws once; selecting repaints, pointing moves a cursor only. */
export function createLinePlot(
  host: HTMLElement,
  width: number,
  plotted: Plotted,
  hovered: HoveredLap,
): LinePlot {
  const { lines, lastLap, place } = plotted
  const { colour, font } = (look ??= readLook(host))
  const axis = {
    font,
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  let selected: readonly number[] = []
  const isShown = (driverIdx: number) => selected.length === 0 || selected.includes(driverIdx)

  const plot = new uPlot(
    {
      width,
      height: HEIGHT,
      padding: [10, plotted.named === true ? NAMES_WIDTH : 10, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: [0, Math.max(lastLap, 1)] },
        y: { range: [...plotted.range], dir: plotted.reversed ? -1 : 1 },
      },
      axes: [
        { ...axis, size: 30, incrs: [1, 2, 5, 10, 20], space: 36 },
        {
          ...axis,
          size: AXIS_WIDTH,
          values: (_, values) => values.map((value) => plotted.format(value)),
          ...(plotted.ticks ? { splits: [...plotted.ticks] } : {}),
        },
      ],
      series: [
        {},
        ...lines.map(({ driver, ringed }): uPlot.Series => ({
          stroke: () => (isShown(driver.driverIdx) ? driver.colour : colour('line-strong')),
          width: 1.75,
          ...(driver.isSecond ? { dash: DASH } : {}),
          points: {
            show: ringed.size > 0,
            size: 6,
            filter: () => (isShown(driver.driverIdx) ? [...ringed] : []),
          },
        })),
      ],
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      hooks: {
        drawClear: [(self) => paintNeutralised(self, plotted)],
        draw: [
          (self) => {
            if (plotted.named === true)
              paintNames(self, plotted, { font, ground: colour('panel'), isShown })
          },
        ],
        setCursor: [(self) => hovered.hover(self.cursor.idx ?? null)],
      },
    },
    [
      Array.from({ length: lastLap + 1 }, (_, lap) => lap),
      ...lines.map(({ values }) => {
        const placed = values.map((value) => (value === null ? null : place(value)))
        return [...placed, ...Array.from({ length: lastLap + 1 - placed.length }, () => null)]
      }),
    ],
    host,
  )

  function point(): void {
    // Told to the cursor alone: its hook would take the lap for one under the pointer.
    plot.setCursor({ left: plot.valToPos(hovered.lap(), 'x'), top: 0 }, false)
  }
  point()
  const forget = hovered.subscribe(point)

  return {
    resize: (width) => {
      plot.setSize({ width, height: HEIGHT })
      point()
    },
    select: (drivers) => {
      selected = drivers
      for (const [index, { driver }] of lines.entries()) {
        const series = plot.series[index + 1]
        if (series) series.width = drivers.includes(driver.driverIdx) ? 2.75 : 1.75
      }
      plot.redraw(false)
    },
    destroy: () => {
      forget()
      plot.destroy()
    },
  }
}

function paintNeutralised(plot: uPlot, { neutralised, lastLap }: Plotted): void {
  const { ctx, bbox } = plot
  ctx.save()
  for (const { kind, firstLap, lastLap: end } of neutralised) {
    const from = plot.valToPos(Math.max(0, firstLap - 1), 'x', true)
    const to = plot.valToPos(Math.min(end, lastLap), 'x', true)
    ctx.fillStyle = NEUTRALISED_COLOURS[kind]
    ctx.fillRect(from, bbox.top, Math.max(to - from, 2), bbox.height)
  }
  ctx.restore()
}

interface NameLook {
  readonly font: string
  /** What the chart is drawn on. */
  readonly ground: string
  readonly isShown: (driverIdx: number) => boolean
}

/** Behind the last value of each line; of one that ends early beside its end. */
function paintNames(
  plot: uPlot,
  { lines, lastLap, place }: Plotted,
  { font, ground, isShown }: NameLook,
): void {
  const { ctx } = plot
  ctx.save()
  ctx.font = `600 ${scaled(font)}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const { driver, values } of lines) {
    const last = values.findLastIndex((value) => value !== null)
    const value = values[last] ?? null
    if (value === null || !isShown(driver.driverIdx)) continue
    const left = plot.valToPos(last, 'x', true) + 6 * devicePixelRatio
    const top = plot.valToPos(place(value), 'y', true)
    if (last < lastLap) {
      // Lines run on behind it.
      const height = 14 * devicePixelRatio
      ctx.fillStyle = ground
      ctx.fillRect(left, top - height / 2, ctx.measureText(driver.code).width, height)
    }
    ctx.fillStyle = driver.colour
    ctx.fillText(driver.code, left, top)
  }
  ctx.restore()
}

/** The canvas counts the screen's own pixels. */
function scaled(font: string): string {
  return font.replace(/^[\d.]+/, (size) => String(Number(size) * devicePixelRatio))
}
