import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TRACE_CHANNELS, type TraceChannel } from '@pitboard/contract/traces/trace-channels'
import fc from 'fast-check'
import { decodeTrace, encodeTrace, numbersOf, valuesOf } from './trace-codec.ts'
import { countPoints, distanceAt } from './trace-grid.ts'
import { NO_VALUE } from './traced-lap.ts'

const channels = Object.keys(TRACE_CHANNELS).filter(isChannel)

function isChannel(name: string): name is TraceChannel {
  return name in TRACE_CHANNELS
}

describe('the grid of a trace', () => {
  test('has a point every 5 m from the line, and the line at the end of the lap', () => {
    assert.deepEqual([5, 10, 11, 15.5].map(countPoints), [2, 3, 4, 5])
    assert.deepEqual(
      [0, 1, 2, 3].map((point) => distanceAt(point, 11)),
      [0, 5, 10, 11],
    )
  })
})

describe('a stored trace', () => {
  test('is the same trace again, its gaps and its extreme values included', () => {
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.constant(NO_VALUE) },
      { weight: 5, arbitrary: fc.integer({ min: -300, max: 300 }) },
      { weight: 1, arbitrary: fc.integer({ min: -0x3fff_ffff, max: 0x3fff_ffff }) },
    )
    const lengthM = 203
    const points = countPoints(lengthM)
    const column = fc.array(value, { minLength: points, maxLength: points })
    const known = fc.uniqueArray(fc.tuple(fc.constantFrom(...channels), column), {
      selector: ([channel]) => channel,
    })
    fc.assert(
      fc.property(known, (columns) => {
        const trace = {
          lengthM,
          columns: new Map(columns.map(([name, values]) => [name, Int32Array.from(values)])),
        }
        assert.deepEqual(decodeTrace(encodeTrace(trace)), trace)
      }),
      { numRuns: 200 },
    )
  })

  test('has version, length and columns, each with its runs and the differences of its values', () => {
    const speed = Int32Array.from([100, 101, NO_VALUE, NO_VALUE, 99])
    const time = Int32Array.from([NO_VALUE, 10, 30, 50, 300])
    const bytes = encodeTrace({
      lengthM: 20,
      columns: new Map([
        ['speedKmh', speed],
        ['timeMs', time],
      ]),
    })
    // The column is known for 2 points and unknown for 2; its values are 100, 1 more and 2 less: a number of
    // either sign is doubled.
    const speedBytes = [1, 2, 2, 2, 200, 1, 2, 3]
    // The column is unknown for the first point; the changes of the change are 10, 10 more, none and 230
    // more.
    const timeBytes = [0, 2, 0, 1, 20, 20, 0, 204, 3]
    assert.deepEqual([...bytes], [1, 20, 2, ...speedBytes, ...timeBytes])
  })

  test('has a byte for each seven bits of a number', () => {
    for (const [lengthM, bytes] of [
      [127, [127]],
      [128, [128, 1]],
      [16_383, [255, 127]],
      [16_384, [128, 128, 1]],
    ] as const) {
      assert.deepEqual([...encodeTrace({ lengthM, columns: new Map() })], [1, ...bytes, 0])
    }
  })

  test('numbers its channels for good', () => {
    const numbers = channels.map((channel) => {
      const columns = new Map([[channel, Int32Array.from([1, 1])]])
      return [channel, encodeTrace({ lengthM: 5, columns })[3]]
    })
    assert.deepEqual(numbers, [
      ['timeMs', 0],
      ['speedKmh', 1],
      ['throttlePercent', 2],
      ['brakePercent', 3],
      ['steeringPercent', 4],
      ['gear', 5],
      ['engineRpm', 6],
      ['drsOpen', 7],
      ['activeAeroOn', 8],
      ['overtakeOn', 9],
      ['ersDeployMode', 10],
      ['ersStorePercent', 11],
      ['positionXM', 12],
      ['positionZM', 13],
    ])
  })

  test('times and positions are stored by the change of the change', () => {
    const evenly = Int32Array.from([50, 100, 150, 200, 250])
    const sizeOf = (channel: TraceChannel) =>
      encodeTrace({ lengthM: 20, columns: new Map([[channel, evenly]]) }).at(-1)
    const even = channels.filter((channel) => sizeOf(channel) === 0)
    assert.deepEqual(even, ['timeMs', 'positionXM', 'positionZM'])
  })

  test('of another version, or with a channel that is not known, is none', () => {
    const bytes = encodeTrace({ lengthM: 5, columns: new Map([['gear', Int32Array.from([1, 2])]]) })
    assert.equal(decodeTrace(Uint8Array.from([2, ...bytes.subarray(1)])), null)
    assert.equal(decodeTrace(Uint8Array.from([1, 5, 1, 14])), null)
    assert.equal(decodeTrace(new Uint8Array()), null)
  })
})

test('values are multiples of the resolution, null where they are unknown', () => {
  const column = Int32Array.from([3, NO_VALUE, -7])
  assert.deepEqual(valuesOf('engineRpm', column), [150, null, -350])
  assert.deepEqual(valuesOf('positionXM', column), [0.3, null, -0.7])
  assert.deepEqual(valuesOf('gear', column), [3, null, -7])
  assert.deepEqual([...numbersOf('gear', column)], [3, NaN, -7])
})
