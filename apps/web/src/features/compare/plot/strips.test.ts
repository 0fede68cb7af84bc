import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paintStrip } from './paint-strip.ts'
import type { StripData } from './strip-data.ts'
import { distanceTicks, roundValues, stripFrame, stripHeight } from './strip-frame.ts'

const window = (from: number, to: number) => ({ from, to })

for (const [shown, widthPx, ticks] of [
  [window(0, 1000), 700, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]],
  [window(0, 1000), 699, [0, 200, 400, 600, 800, 1000]],
  [window(130, 170), 280, [130, 140, 150, 160, 170]],
  [window(131, 169), 280, [140, 150, 160]],
  [window(0, 5000), 100, [0, 2000, 4000]],
  [window(11, 19), 700, []],
] as const) {
  test(`${widthPx} px from ${shown.from} to ${shown.to} m have distances at ${ticks.join(', ')}`, () => {
    assert.deepEqual(distanceTicks(shown, widthPx), ticks)
  })
}

for (const [low, high, most, values] of [
  [0, 100, 5, [0, 20, 40, 60, 80, 100]],
  [0, 100, 4, [0, 50, 100]],
  [0, 100, 10, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]],
  [-15, 15, 4, [-10, 0, 10]],
  [0, 100, 0, [0, 100]],
  [0, 0.3, 3, [0, 0.1, 0.2]],
  [3, 4, 1, [3, 4]],
] as const) {
  test(`round values from ${low} to ${high}, ${most} at most, are ${values.join(', ')}`, () => {
    assert.deepEqual(
      roundValues(low, high, most).map((value) => Number(value.toFixed(6))),
      values,
    )
  })
}

const STRIP: StripData = {
  grid: { stepM: 5, lengthM: 100 },
  lines: [],
  range: [0, 100],
  format: String,
  height: 100,
  isHeld: false,
  corners: [],
  hasCornerNumbers: false,
  hasDistances: false,
}

const heightOf = (known: Partial<StripData>) => stripHeight({ ...STRIP, ...known })

test('numbers of corners and distances need room above and below', () => {
  assert.equal(heightOf({}), 112)
  assert.equal(heightOf({ hasCornerNumbers: true }), 124)
  assert.equal(heightOf({ hasDistances: true }), 128)
  assert.equal(heightOf({ hasCornerNumbers: true, hasDistances: true }), 140)
})

test('a strip is scaled to its window and its range', () => {
  const frame = stripFrame(154, { ...STRIP, ticks: [0, 50] }, window(20, 70))
  assert.deepEqual([frame.left, frame.right, frame.top, frame.bottom], [46, 146, 6, 106])
  assert.deepEqual([20, 45, 70].map(frame.xOf), [46, 96, 146])
  assert.deepEqual([0, 25, 100].map(frame.yOf), [106, 81, 6])
  assert.deepEqual([frame.first, frame.last], [4, 14])
  assert.deepEqual(frame.valueTicks, [0, 50])
  assert.deepEqual(frame.distanceTicks, [50])
  const numbered = stripFrame(154, { ...STRIP, hasCornerNumbers: true }, window(22, 71))
  assert.deepEqual([numbered.top, numbered.first, numbered.last], [18, 4, 15])
  assert.deepEqual(numbered.valueTicks, [0, 50, 100])
  assert.equal(stripFrame(0, STRIP, window(0, 100)).right, 47)
  assert.equal(stripFrame(154, STRIP, window(0, 100)).first, 0)
})

const reachOf = (lines: StripData['lines'], shown = window(5, 10)) => {
  const { yOf, bottom } = stripFrame(154, { ...STRIP, range: null, lines }, shown)
  const perValue = yOf(0) - yOf(1)
  const low = (yOf(0) - bottom) / perValue
  return [low, low + 100 / perValue].map((value) => Number((value + 0).toFixed(6)))
}

const plainLine = (...values: (number | null)[]) => ({ values, colour: 'red', dash: [] })

test('without a range a strip reaches as far as its lines in the window, with a little room', () => {
  assert.deepEqual(reachOf([plainLine(900, 100, 200, -900)]), [94, 206])
  assert.deepEqual(reachOf([plainLine(null, 100, null, null), plainLine(null, 50, 150)]), [44, 156])
  assert.deepEqual(reachOf([plainLine(null, 100, 100)]), [99, 101])
  assert.deepEqual(reachOf([plainLine(null, null, null)]), [0, 1])
})

/** Notes what was drawn, a line for each call. */
function recordCanvas() {
  const calls: string[] = []
  const state: Record<string, unknown> = {}
  const canvas = new Proxy(state, {
    get: (_, name) =>
      typeof name === 'string' && name in state && typeof state[name] !== 'function'
        ? state[name]
        : (...values: unknown[]) => {
            const words = values.map((value) =>
              typeof value === 'number' ? Number(value.toFixed(2)) : JSON.stringify(value),
            )
            calls.push(`${String(name)} ${words.join(' ')}`.trim())
          },
    set(_, name, value) {
      if (typeof name === 'string') state[name] = value
      calls.push(`${String(name)}=${String(value)}`)
      return true
    },
  })
  return { canvas, calls }
}

const LOOK = {
  line: 'grey',
  muted: 'dim',
  font: '12px',
  ink: (colour: string) => colour,
} as const
const corner = (number: number, apexM: number) => ({
  number,
  apexM,
  startM: apexM,
  endM: apexM,
  direction: 'left' as const,
  angleDeg: 90,
})

function painted(known: Partial<StripData>, shown = window(0, 100)) {
  const strip = { ...STRIP, ticks: [0, 50], ...known }
  const { canvas, calls } = recordCanvas()
  const context: object = canvas
  Reflect.apply(paintStrip, null, [context, stripFrame(154, strip, shown), strip, LOOK])
  return calls
}

const textsOf = (calls: readonly string[]) => calls.filter((call) => call.startsWith('fillText'))

test('a strip has a line and a text for each value on its axis', () => {
  const calls = painted({ format: (value) => `${value} %` })
  assert.deepEqual(calls.slice(0, 9), [
    'fillStyle=grey',
    'fillRect 46 106 100 1',
    'fillRect 46 56 100 1',
    'font=12px',
    'fillStyle=dim',
    'textAlign=right',
    'textBaseline=middle',
    'fillText "0 %" 41 106',
    'fillText "50 %" 41 56',
  ])
  assert.equal(textsOf(calls).length, 2)
})

test('corners in the window have a line, and a number where it has room', () => {
  const corners = [corner(1, 0), corner(2, 10), corner(3, 16), corner(4, 100), corner(5, 101)]
  const numbered = painted({ corners, hasCornerNumbers: true })
  assert.deepEqual(
    numbered.filter((call) => call.endsWith(' 1 100')),
    [
      'fillRect 46 18 1 100',
      'fillRect 56 18 1 100',
      'fillRect 62 18 1 100',
      'fillRect 146 18 1 100',
    ],
  )
  assert.deepEqual(textsOf(numbered).slice(2), [
    'fillText "1" 46 16',
    'fillText "3" 62 16',
    'fillText "4" 146 16',
  ])
  assert.ok(numbered.includes('textBaseline=bottom') && numbered.includes('textAlign=center'))
  assert.equal(textsOf(painted({ corners })).length, 2)
  const before = painted({ corners: [corner(1, 19)] }, window(20, 100))
  assert.equal(before.filter((call) => call.endsWith(' 1 100')).length, 0)
})

test('distances stand below the lines, except at the right edge', () => {
  const calls = painted({ hasDistances: true })
  assert.deepEqual(textsOf(calls).slice(2), ['fillText "0" 46 111', 'fillText "50" 96 111'])
  assert.ok(calls.includes('textBaseline=top'))
})

const styledLine = (colour: string, dash: readonly number[], ...values: (number | null)[]) => ({
  values,
  colour,
  dash,
})

test('lines are drawn within the strip, the reference last, each with its look', () => {
  const lines = [styledLine('white', [], 0, 100), styledLine('blue', [9, 4], 50, null, 50, 60)]
  const calls = painted({ lines })
  const drawn = calls.slice(calls.indexOf('save '.trim()))
  assert.deepEqual(drawn, [
    'save',
    'beginPath',
    'rect 43 3 106 106',
    'clip',
    'lineJoin=bevel',
    'lineWidth=1.75',
    'strokeStyle=blue',
    'setLineDash [9,4]',
    'beginPath',
    'moveTo 46 56',
    'moveTo 56 56',
    'lineTo 61 46',
    'stroke',
    'strokeStyle=white',
    'setLineDash []',
    'beginPath',
    'moveTo 46 106',
    'lineTo 51 6',
    'stroke',
    'restore',
  ])
  const held = painted({ lines: [styledLine('white', [], 0, 100)], isHeld: true })
  assert.deepEqual(held.slice(held.indexOf('moveTo 46 106'), held.indexOf('stroke')), [
    'moveTo 46 106',
    'lineTo 51 106',
    'lineTo 51 6',
    'lineTo 51 6',
  ])
})
