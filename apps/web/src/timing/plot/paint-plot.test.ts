import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LinePlotData, PlotLine } from './line-plot-data.ts'
import { paintPlot } from './paint-plot.ts'
import { plotFrame } from './plot-frame.ts'

const LOOK = {
  font: '',
  nameFont: '',
  muted: 'muted',
  line: 'line',
  lineStrong: 'grey',
  panel: 'panel',
  ring: 'white',
  ink: (colour: string) => colour,
}

describe('what a chart of lines shows', () => {
  test('each driver in his colour, the second of a team broken', () => {
    const { strokes } = painted([line(1, 'red', [1, 2]), line(2, 'red', [2, 1], true)], [])
    assert.deepEqual(
      strokes.map(({ colour, isBroken }) => [colour, isBroken]),
      [
        ['red', false],
        ['red', true],
      ],
    )
  })
  test('who was chosen above the others, which are grey', () => {
    const lines = [line(1, 'red', [1, 2]), line(2, 'blue', [2, 1]), line(3, 'green', [3, 3])]
    const { strokes, names } = painted(lines, [1])
    assert.deepEqual(
      strokes.map(({ colour }) => colour),
      ['grey', 'grey', 'red'],
    )
    assert.deepEqual(names, ['D1'])
  })
  test('a lap without a value is a gap and no straight line', () => {
    const [stroke] = painted([line(1, 'red', [1, 1, null, 2, 2])], []).strokes
    assert.deepEqual(
      stroke?.points.map(([how, x]) => [how, x]),
      [0, 1, 3, 4].map((lap) => [lap === 0 || lap === 3 ? 'from' : 'to', xOf(lap)]),
    )
  })
})

function plottedOf(lines: readonly PlotLine[], lastLap: number): LinePlotData {
  return {
    lines,
    lastLap,
    neutralised: [],
    named: true,
    reversed: true,
    range: [0.5, 3.5],
    ticks: [1],
    place: (value) => value,
    format: String,
  }
}

function xOf(lap: number): number {
  return plotFrame(600, plottedOf([], 4), { from: 0, to: 4 }).xOf(lap)
}

function line(
  driverIdx: number,
  colour: string,
  values: readonly (number | null)[],
  isSecond = false,
): PlotLine {
  const driver = { driverIdx, colour, isSecond, name: `Driver ${driverIdx}`, code: `D${driverIdx}` }
  return { driverIdx, values, driver, ringed: new Set() }
}

interface Stroke {
  readonly colour: unknown
  readonly isBroken: boolean
  readonly points: readonly (readonly ['from' | 'to', number])[]
}

/** The lines in the order they were drawn, and the names beside them. */
function painted(lines: readonly PlotLine[], chosen: readonly number[]) {
  const strokes: Stroke[] = []
  const names: string[] = []
  let points: (readonly ['from' | 'to', number])[] = []
  let dash: readonly number[] = []
  const canvas: Parameters<typeof paintPlot>[0] = {
    fillStyle: '',
    strokeStyle: '',
    font: '',
    lineJoin: 'miter',
    lineWidth: 1,
    textAlign: 'left',
    textBaseline: 'top',
    arc() {},
    clip() {},
    rect() {},
    restore() {},
    save() {},
    beginPath() {
      points = []
    },
    fill() {},
    fillRect() {},
    fillText(text: string) {
      if (text.startsWith('D')) names.push(text)
    },
    lineTo(x: number) {
      points.push(['to', x])
    },
    measureText() {
      throw new Error('Every line reaches the last lap')
    },
    moveTo(x: number) {
      points.push(['from', x])
    },
    setLineDash(pattern: Iterable<number>) {
      dash = [...pattern]
    },
    stroke() {
      strokes.push({ colour: this.strokeStyle, isBroken: dash.length > 0, points })
    },
  }
  const plotted = plottedOf(lines, (lines[0]?.values.length ?? 1) - 1)
  const window = { from: 0, to: plotted.lastLap }
  paintPlot(canvas, plotFrame(600, plotted, window), plotted, LOOK, chosen)
  return { strokes, names }
}
