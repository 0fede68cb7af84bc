import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FrameHeader } from '../../formats/format-table.ts'
import { createOrder } from '../state/create-state.ts'
import type { Epoch, Order } from '../state/state.ts'
import { addEpoch, findRepeated, forgetTimesAfter, frameBaseOf, rememberTiming } from './epochs.ts'

const A = Uint8Array.from([1, 2, 3])
const B = Uint8Array.from([3, 2, 1])

const anEpoch = (frameBase: number, change: Partial<Epoch> = {}): Epoch => ({
  frameBase,
  lastFrame: 300,
  endMs: 5_000,
  isInTime: true,
  ...change,
})
const anOrder = (change: Partial<Order> = {}): Order => ({ ...createOrder(0), ...change })
const at = (frame: number, timeMs = 0): FrameHeader => ({
  sessionTime: timeMs / 1_000,
  frameIdentifier: frame,
  overallFrameIdentifier: null,
})

/** Returns where these bytes have been received before. */
const foundOf = (order: Order, frame: number, bytes = A) => findRepeated(order, at(frame), bytes)

describe('R20 R24 an epoch', () => {
  test('is where its frames and its time ended; those of the next one begin above', () => {
    const order = anOrder({ frameBase: 10, timeMs: 5_000 })
    addEpoch(order, 300, 120, true)
    assert.deepEqual(order.epochs, [anEpoch(10)])
    assert.equal(order.frameBase, 130)
  })

  test('is forgotten when there are 128 after it', () => {
    const order = anOrder()
    for (let count = 0; count < 128; count++) addEpoch(order, 300, 1, true)
    assert.equal(order.epochs[0]?.frameBase, 0)
    addEpoch(order, 300, 1, true)
    assert.deepEqual([order.epochs[0]?.frameBase, order.epochs.length], [1, 128])
  })

  test('has the datagrams up to its last frame and its end', () => {
    const order = anOrder({
      frameBase: 500,
      epochs: [anEpoch(0), anEpoch(200, { lastFrame: 400 })],
    })
    for (const [frame, timeMs, expected] of [
      [300, 5_000, 0],
      [301, 5_000, 200],
      [400, 5_000, 200],
      [401, 5_000, 500],
      [300, 5_001, 500],
    ] as const) {
      assert.equal(frameBaseOf(order, at(frame, timeMs)), expected, `${frame} at ${timeMs} ms`)
    }
    assert.equal(frameBaseOf(anOrder({ frameBase: 7 }), at(300)), 7)
    const overall = { ...at(300), overallFrameIdentifier: 401 }
    assert.equal(frameBaseOf(order, overall), 500, 'from 2023 the overall frame counts')
  })

  test('has none once a flashback has brought its times again, but for what is known to be repeated', () => {
    const order = anOrder({ frameBase: 500, epochs: [anEpoch(0), anEpoch(200, { endMs: 5_001 })] })
    forgetTimesAfter(order, 5_000)
    assert.deepEqual(order.epochs, [anEpoch(0), anEpoch(200, { endMs: 5_001, isInTime: false })])
    forgetTimesAfter(order, 4_999)
    assert.equal(frameBaseOf(order, at(300)), 500)
    order.repeated = { frameBase: 200, frame: 1 }
    assert.equal(frameBaseOf(order, at(300)), 200)
  })
})

describe('R20 timing that is sent a second time', () => {
  test('is recognised by its frame and its bytes', () => {
    const order = anOrder({ frameBase: 50 })
    rememberTiming(order, at(100), A)
    assert.deepEqual(foundOf(order, 100), { frameBase: 50, frame: 100 })
    assert.equal(foundOf(order, 100, B), null)
    assert.equal(foundOf(order, 101), null)
    assert.equal(foundOf(order, 150), null, 'its frame in the stream is another one')
  })

  test('is of the first epoch in which it was, or of the next one where its frames go back', () => {
    const order = anOrder()
    rememberTiming(order, at(100), A)
    addEpoch(order, 900, 1_000, false)
    rememberTiming(order, at(100), A)
    assert.equal(foundOf(order, 100)?.frameBase, 0)
    order.repeated = { frameBase: 0, frame: 120 }
    assert.equal(foundOf(order, 100)?.frameBase, 0, 'a little late')
    order.repeated = { frameBase: 0, frame: 121 }
    assert.equal(foundOf(order, 100)?.frameBase, 1_000)
    order.repeated = { frameBase: 1_000, frame: 90 }
    assert.equal(foundOf(order, 100)?.frameBase, 1_000)
    order.repeated = { frameBase: 1_000, frame: 500 }
    assert.equal(foundOf(order, 100)?.frameBase, 0, 'after the last epoch it begins again')
  })

  test('of which some was lost the first time goes on in its epoch', () => {
    const epochs = [anEpoch(0), anEpoch(1_000)]
    const repeated = { frameBase: 0, frame: 100 }
    const order = anOrder({ frameBase: 2_000, frame: 7_000, epochs, repeated })
    for (const [frame, goesOn] of [
      [99, false],
      [100, true],
      // Its last frames may arrive after the event that ended it.
      [390, true],
      [391, false],
    ] as const) {
      assert.deepEqual(foundOf(order, frame), goesOn ? { frameBase: 0, frame } : null, `${frame}`)
    }
    assert.equal(foundOf({ ...order, repeated: null }, 110), null)
    assert.equal(foundOf({ ...order, epochs: [anEpoch(1_000)] }, 110), null)
  })

  test('is what came last if that is as near', () => {
    const repeated = { frameBase: 0, frame: 100 }
    const order = anOrder({ frameBase: 2_000, frame: 2_112, epochs: [anEpoch(0)], repeated })
    assert.deepEqual(foundOf(order, 105), { frameBase: 0, frame: 105 })
    assert.equal(foundOf(order, 106), null)
    assert.deepEqual(foundOf({ ...order, frame: 2_090 }, 106)?.frameBase, 0)
  })
})

test('R2 the memory for timing grows with the frames, up to nineteen hours', () => {
  const order = anOrder()
  rememberTiming(order, at(5), A)
  assert.equal(order.digests.length, 2 ** 14)
  rememberTiming(order, at(2 ** 14 - 1), A)
  assert.equal(order.digests.length, 2 ** 14)
  rememberTiming(order, at(2 ** 14), B)
  assert.equal(order.digests.length, 2 ** 15)
  assert.ok(foundOf(order, 5))
  assert.ok(foundOf(order, 2 ** 14, B))
  order.frameBase = 2 ** 22 - 100
  rememberTiming(order, at(100), A)
  assert.equal(order.digests.length, 2 ** 15)
})
