import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TRACE_CHANNELS } from '../traces/trace-channels.ts'
import { packColumn, unpackColumn } from './packed-column.ts'

test('a packed column is the same column again, its gaps included', () => {
  const steps = fc.array(fc.option(fc.integer({ min: -200_000, max: 200_000 })))
  const channels = fc.constantFrom(...Object.values(TRACE_CHANNELS))
  const packings = fc.constantFrom('changes' as const, 'slopes' as const)
  fc.assert(
    fc.property(steps, channels, packings, (column, { resolution }, packing) => {
      const values = column.map((step) =>
        step === null
          ? null
          : resolution < 1
            ? step / Math.round(1 / resolution)
            : step * resolution,
      )
      const packed = packColumn(values, resolution, packing)
      assert.deepEqual(
        unpackColumn(packed, resolution, packing),
        values.map((value) => (value === null ? null : value + 0)),
      )
    }),
  )
})

test('values that rise evenly pack to zeros', () => {
  assert.deepEqual(packColumn([0, 80, 160, null, 320, 400], 1, 'slopes'), [0, 80, 0, null, 80, -80])
  assert.deepEqual(packColumn([100, 100, 101], 1, 'changes'), [100, 0, 1])
})

test('a column of whole units is exact', () => {
  assert.deepEqual(unpackColumn([3, null, 4], 1, 'changes'), [3, null, 7])
  assert.deepEqual(unpackColumn([3, 4], 50, 'changes'), [150, 350])
  assert.deepEqual(unpackColumn([3, 4], 0.1, 'slopes'), [0.3, 1])
  assert.ok(Object.is(packColumn([5, 5], 1, 'changes')[1], 0))
  assert.ok(Object.is(packColumn([-0], 1, 'changes')[0], 0), 'a negative zero')
})
