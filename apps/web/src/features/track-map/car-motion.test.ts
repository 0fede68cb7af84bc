import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver } from '../../testing/a-session.ts'
import { createCarMotion } from './car-motion.ts'

function at(x: number, z: number) {
  return aDriver({ livePosition: { x, y: 0, z } })
}

test('between two ticks a car runs from where it is shown to its new place', () => {
  const motion = createCarMotion()
  motion.tick([at(0, 0)], 1000)
  motion.tick([at(10, 20)], 1100)
  assert.deepEqual(motion.at(0, 1150), [5, 10])
  assert.deepEqual(motion.at(0, 1200), [10, 20])
  assert.deepEqual(motion.at(0, 9000), [10, 20])
})

test('a car that was put elsewhere appears there at once', () => {
  const motion = createCarMotion()
  motion.tick([at(0, 0)], 1000)
  motion.tick([at(900, 0)], 1100)
  assert.deepEqual(motion.at(0, 1100), [900, 0])
})

test('a car without a position is nowhere', () => {
  const motion = createCarMotion()
  motion.tick([aDriver({ livePosition: null })], 1000)
  assert.equal(motion.at(0, 1000), null)
})
