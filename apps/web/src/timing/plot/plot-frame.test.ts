import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PLOT_HEIGHT, plotFrame } from './plot-frame.ts'

const POSITIONS = { lastLap: 50, range: [0.5, 20.5], reversed: true } as const
const WHOLE = { from: 0, to: 50 }

describe('where the lines of a chart lie', () => {
  test('the part in sight is as wide as the whole, with the laps at its edges', () => {
    const whole = plotFrame(600, POSITIONS, WHOLE)
    assert.deepEqual([whole.xOf(0), whole.xOf(50)], [whole.left, whole.right])
    assert.deepEqual([whole.firstLap, whole.lastLap], [0, 50])
    const part = plotFrame(600, POSITIONS, { from: 10.5, to: 20.5 })
    assert.deepEqual([part.xOf(10.5), part.xOf(20.5)], [part.left, part.right])
    assert.deepEqual([part.firstLap, part.lastLap], [10, 21])
    assert.deepEqual([part.lapTicks.at(0), part.lapTicks.at(-1)], [11, 20])
  })
  test('the first place stands at the top, the slowest lap too', () => {
    const places = plotFrame(600, POSITIONS, WHOLE)
    assert.deepEqual([places.yOf(0.5), places.yOf(20.5)], [places.top, places.bottom])
    const times = plotFrame(600, { ...POSITIONS, reversed: false }, WHOLE)
    assert.deepEqual([times.yOf(0.5), times.yOf(20.5)], [times.bottom, times.top])
    assert.ok(places.bottom < PLOT_HEIGHT)
  })
  test('numbers of laps keep room for each other', () => {
    for (const width of [200, 320, 640, 1280]) {
      const { lapTicks, xOf } = plotFrame(width, POSITIONS, WHOLE)
      const [first = 0, second = 0] = lapTicks
      assert.ok(xOf(second) - xOf(first) >= 36, `${width} pixels`)
    }
  })
  test('names of drivers stand beside the lines, not on them', () => {
    const named = plotFrame(600, { ...POSITIONS, named: true }, WHOLE)
    assert.ok(named.right < plotFrame(600, POSITIONS, WHOLE).right)
  })
})
