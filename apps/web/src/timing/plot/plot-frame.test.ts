import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { PLOT_HEIGHT, plotFrame } from './plot-frame.ts'

const POSITIONS = { lastLap: 50, range: [0.5, 20.5], reversed: true } as const

describe('where the lines of a chart lie', () => {
  test('the pointer is at the lap that is drawn next to it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 150, max: 3000 }),
        fc.integer({ min: 1, max: 99 }),
        fc.nat(),
        (width, lastLap, any) => {
          const { xOf, lapAt } = plotFrame(width, { ...POSITIONS, lastLap })
          const lap = any % (lastLap + 1)
          assert.equal(lapAt(xOf(lap)), lap)
        },
      ),
    )
  })
  test('beside the lines it is at the first lap or the last', () => {
    const { lapAt } = plotFrame(600, POSITIONS)
    assert.deepEqual([lapAt(0), lapAt(600)], [0, 50])
  })
  test('the first place stands at the top, the slowest lap too', () => {
    const places = plotFrame(600, POSITIONS)
    assert.deepEqual([places.yOf(0.5), places.yOf(20.5)], [places.top, places.bottom])
    const times = plotFrame(600, { ...POSITIONS, reversed: false })
    assert.deepEqual([times.yOf(0.5), times.yOf(20.5)], [times.bottom, times.top])
    assert.ok(places.bottom < PLOT_HEIGHT)
  })
  test('numbers of laps keep room for each other', () => {
    for (const width of [200, 320, 640, 1280]) {
      const { lapTicks, xOf } = plotFrame(width, POSITIONS)
      const [first = 0, second = 0] = lapTicks
      assert.ok(xOf(second) - xOf(first) >= 36, `${width} pixels`)
    }
  })
  test('names of drivers stand beside the lines, not on them', () => {
    const named = plotFrame(600, { ...POSITIONS, named: true })
    assert.ok(named.right < plotFrame(600, POSITIONS).right)
  })
})
