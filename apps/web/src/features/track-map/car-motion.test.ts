import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver } from '../../testing/a-session.ts'
import { createCarMotion } from './car-motion.ts'

/** The car is at a place of a straight, at a moment of the session. */
function at(sessionTimeMs: number, x: number, speed = 50) {
  const livePosition = { x, y: 0, z: 7 }
  return { sessionTimeMs, drivers: [aDriver({ livePosition, velocity: { x: speed, y: 0, z: 0 } })] }
}

/** Returns where a car is shown that has driven along the straight, until now. */
function createMap({ drivenMs = 0, rate = 1 } = {}) {
  const motion = createCarMotion()
  for (let sessionMs = 0; sessionMs <= drivenMs * rate; sessionMs += 100 * rate) {
    motion.tick(at(sessionMs, sessionMs * 0.05), sessionMs / rate)
  }
  return {
    tick: motion.tick,
    at(nowMs: number) {
      motion.place(nowMs, true)
      return motion.x[0] ?? Number.NaN
    },
    motion,
  }
}

function isNear(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} instead of ${expected}`)
}

test('between two ticks a car drives on at its speed', () => {
  const map = createMap({ drivenMs: 3_000 })
  isNear(map.at(3_000), 150, 0.1)
  isNear(map.at(3_050), 152.5, 0.1)
  isNear(map.at(3_100), 155, 0.1)
})

test('a late tick neither stops the car nor moves it back', () => {
  const map = createMap({ drivenMs: 3_000 })
  const before = map.at(3_160)
  isNear(before, 158, 0.1)
  map.tick(at(3_100, 155), 3_160)
  isNear(map.at(3_160), before, 0.1)
  isNear(map.at(3_190), 159.5, 0.1)
})

test('a car that brakes behind what was expected never moves backwards', () => {
  const map = createMap({ drivenMs: 3_000 })
  let last = map.at(3_190)
  map.tick(at(3_200, 155, 5), 3_200)
  for (let nowMs = 3_200; nowMs < 3_500; nowMs += 16) {
    const shown = map.at(nowMs)
    assert.ok(shown >= last, `from ${last} to ${shown}`)
    last = shown
  }
})

test('without ticks cars stop, and the first tick after a pause shows its own moment', () => {
  const map = createMap({ drivenMs: 3_000 })
  const stopped = map.at(5_000)
  isNear(stopped, 165, 0.1)
  isNear(map.at(8_000), stopped, 0.001)
  assert.ok(!map.motion.isMoving(8_000))
  map.tick(at(60_000, 900), 9_000)
  assert.equal(map.at(9_000), 900)
  assert.equal(map.at(9_100), 900)
})

test('a car that was put elsewhere appears there at once', () => {
  const map = createMap()
  map.tick(at(0, 0), 1000)
  map.tick(at(100, 900), 1100)
  assert.equal(map.at(1100), 900)
})

test('in a replay at four times the speed cars drive four times as fast', () => {
  const map = createMap({ drivenMs: 3_000, rate: 4 })
  isNear(map.at(3_000), 600, 1)
  isNear(map.at(3_050), 610, 1)
})

test('with less motion a car is where the last tick has it', () => {
  const { motion } = createMap({ drivenMs: 3_000 })
  motion.place(3_090, false)
  assert.deepEqual([motion.x[0], motion.z[0]], [150, 7])
})

test('a car without a position is nowhere', () => {
  const { motion, tick } = createMap()
  tick({ sessionTimeMs: 0, drivers: [aDriver({ livePosition: null })] }, 1000)
  motion.place(1000, true)
  assert.ok(Number.isNaN(motion.x[0]))
})
