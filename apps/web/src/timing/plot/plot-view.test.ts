import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlotView } from './plot-view.ts'
import { clampWindow, panBy, type PlotWindow, zoomAt } from './plot-window.ts'

const LAP = { from: 0, to: 1000, leastSpan: 80 }

const window = (from: number, to: number) => ({ from, to })

for (const [wanted, shown] of [
  [window(100, 300), window(100, 300)],
  [window(-50, 150), window(0, 200)],
  [window(900, 1100), window(800, 1000)],
  [window(100, 110), window(100, 180)],
  [window(990, 1000), window(920, 1000)],
  [window(-500, 5000), window(0, 1000)],
] as const) {
  test(`a window ${JSON.stringify(wanted)} of a lap of 1000 m is ${JSON.stringify(shown)}`, () => {
    assert.deepEqual(clampWindow(wanted, LAP), shown)
  })
}

test('a lap that is shorter than the least window is shown as a whole', () => {
  assert.deepEqual(clampWindow(window(10, 20), { ...LAP, to: 50 }), window(0, 50))
})

for (const [rule, zoomed, shown] of [
  ['in', zoomAt(window(0, 1000), 2, 250, LAP), window(125, 625)],
  ['out', zoomAt(window(400, 600), 0.5, 450, LAP), window(350, 750)],
  ['out beyond the lap', zoomAt(window(400, 600), 0.1, 450, LAP), window(0, 1000)],
  ['in beyond the least', zoomAt(window(400, 500), 10, 450, LAP), window(410, 490)],
  ['at the line', zoomAt(window(0, 200), 0.5, 0, LAP), window(0, 400)],
] as const) {
  test(`to zoom ${rule} keeps what is under the pointer`, () => {
    assert.deepEqual(zoomed, shown)
  })
}

test('a window moves within the lap', () => {
  assert.deepEqual(panBy(window(100, 300), 50, LAP), window(150, 350))
  assert.deepEqual(panBy(window(100, 300), -200, LAP), window(0, 200))
})

function openView(known: { zoom?: PlotWindow; at?: number } = {}) {
  return createPlotView({ range: LAP, zoom: known.zoom ?? null, at: known.at ?? null })
}

test('a view begins with the whole lap and the line, or with what its address says', () => {
  const whole = openView()
  assert.deepEqual([whole.window.get(), whole.cursor.get()], [window(0, 1000), 0])
  const part = openView({ zoom: window(900, 1200), at: 1500 })
  assert.deepEqual([part.window.get(), part.cursor.get()], [window(700, 1000), 1000])
})

test('a cursor that passes goes back to where it was chosen', () => {
  const view = openView({ at: 100 })
  view.hover(300)
  assert.equal(view.cursor.get(), 300)
  view.hover(-5)
  assert.equal(view.cursor.get(), 0)
  view.hover(null)
  assert.equal(view.cursor.get(), 100)
  view.choose(1_200)
  view.hover(null)
  assert.equal(view.cursor.get(), 1_000)
})

test('a cursor that is revealed moves the window only where it is out of sight', () => {
  const view = openView({ zoom: window(200, 400) })
  for (const [at, shown] of [
    [200, window(200, 400)],
    [400, window(200, 400)],
    [401, window(301, 501)],
    [100, window(0, 200)],
  ] as const) {
    view.reveal(at)
    assert.deepEqual([view.cursor.get(), view.window.get()], [at, shown])
  }
})

test('listeners hear of zoom and cursor once they have rested', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const view = openView()
  const heard: unknown[] = []
  const stop = view.onSettled((zoom, at) => heard.push([zoom, at]))
  view.show(window(100, 300))
  t.mock.timers.tick(399)
  view.show(window(100, 400))
  t.mock.timers.tick(399)
  assert.deepEqual(heard, [])
  t.mock.timers.tick(1)
  assert.deepEqual(heard, [[window(100, 400), null]])
  view.choose(50)
  view.show(window(0, 1000))
  t.mock.timers.tick(400)
  assert.deepEqual(heard[1], [null, 50])
  view.hover(70)
  t.mock.timers.tick(400)
  assert.equal(heard.length, 2, 'what only passes is not remembered')
  stop()
  view.choose(60)
  t.mock.timers.tick(400)
  assert.equal(heard.length, 2)
})

test('a view whose address has a cursor remembers it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const view = openView({ at: 70 })
  const heard: unknown[] = []
  view.onSettled((zoom, at) => heard.push([zoom, at]))
  view.show(window(0, 500))
  t.mock.timers.tick(400)
  assert.deepEqual(heard, [[window(0, 500), 70]])
})

test('what is added is shown where the whole was, and a cursor at the end stays there', () => {
  const all = openView({ at: 1000 })
  all.extend(1200)
  assert.deepEqual([all.window.get(), all.cursor.get()], [window(0, 1200), 1200])
  const part = openView({ zoom: window(200, 400), at: 300 })
  part.extend(1200)
  assert.deepEqual([part.window.get(), part.cursor.get()], [window(200, 400), 300])
  part.show(window(1100, 1300))
  assert.deepEqual(part.window.get(), window(1000, 1200))
})

test('where less than the whole is never shown there is no zoom', () => {
  const range = { ...LAP, leastSpan: Infinity }
  const view = createPlotView({ range, zoom: null, at: null, snap: Math.round })
  view.show(window(200, 400))
  assert.deepEqual(view.window.get(), window(0, 1000))
  view.choose(1.6)
  assert.equal(view.cursor.get(), 2)
})
