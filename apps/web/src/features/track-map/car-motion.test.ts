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

const known = (x: number, z: number, velocity: readonly [number, number] | null) =>
  aDriver({
    livePosition: { x, y: 0, z },
    velocity: velocity && { x: velocity[0], y: 0, z: velocity[1] },
  })

/** Returns where the first car is shown after ticks `[moment of the viewer, session time, driver]`. */
function drive(...ticks: readonly (readonly [number, number, ReturnType<typeof aDriver>])[]) {
  const motion = createCarMotion()
  for (const [nowMs, sessionTimeMs, driver] of ticks) {
    motion.tick({ sessionTimeMs, drivers: [driver] }, nowMs)
  }
  const shownAt = (nowMs: number) => {
    motion.place(nowMs, true)
    return [motion.x[0] ?? Number.NaN, motion.z[0] ?? Number.NaN] as const
  }
  return { motion, shownAt }
}

function areNear(actual: readonly [number, number], x: number, z: number): void {
  isNear(actual[0], x, 0.001)
  isNear(actual[1], z, 0.001)
}

test('a car drives on in its direction, on both axes of the map', () => {
  const ticks = Array.from({ length: 31 }, (_, tick) => {
    const atMs = tick * 100
    return [atMs, atMs, known(10 + 3 * tick, 20 + 4 * tick, [30, 40])] as const
  })
  const { shownAt } = drive(...ticks)
  areNear(shownAt(3_000), 100, 140)
  areNear(shownAt(3_050), 101.5, 142)
})

test('the speed of a car that sends none is that of its last step', () => {
  const { shownAt } = drive([0, 0, known(10, 20, null)], [100, 100, known(13, 24, null)])
  areNear(shownAt(100), 10, 20)
  // The step itself is shown as a correction, which is over then.
  const [x, z] = shownAt(2_000)
  areNear([x, z], 13 + 30 * 0.3, 24 + 40 * 0.3)
})

test('a speed that is sent counts, whatever the step says; without a second tick a car stands', () => {
  const { shownAt } = drive([0, 0, known(10, 20, [0, 0])], [100, 100, known(13, 24, [0, 0])])
  areNear(shownAt(2_000), 13, 24)
  areNear(drive([0, 0, known(10, 20, [30, 40])]).shownAt(200), 10, 20)
})

test('two ticks of one moment make no speed', () => {
  const { shownAt } = drive([0, 0, known(10, 20, null)], [100, 0, known(13, 24, null)])
  areNear(shownAt(2_000), 13, 24)
})

for (const [rule, stepMs, elapsedMs, isMoving] of [
  ['of the same moment', 0, 100, true],
  ['of an earlier moment', -1, 100, false],
  ['of the fastest replay', 2_999, 100, true],
  ['of a moment that was sought', 3_000, 100, false],
  ['that comes late', 100, 1_499, true],
  ['that comes after a break', 100, 1_500, false],
] as const) {
  test(`after a tick ${rule} cars ${isMoving ? 'drive on' : 'stand'}`, () => {
    const car = known(10, 20, [30, 40])
    const { motion } = drive([0, 10_000, car], [elapsedMs, 10_000 + stepMs, car])
    assert.equal(motion.isMoving(elapsedMs), isMoving)
  })
}

test('cars move for two and a half seconds after a tick, and none before the second one', () => {
  const car = known(10, 20, [30, 40])
  assert.equal(drive([0, 0, car]).motion.isMoving(0), false)
  const { motion } = drive([0, 0, car], [100, 100, car])
  assert.deepEqual([2_599, 2_600].map(motion.isMoving), [true, false])
})

test('a car that is shown elsewhere comes to its place, a third of the way left after 120 ms', () => {
  const { shownAt } = drive([0, 0, known(0, 0, [0, 0])], [100, 100, known(6, 8, [0, 0])])
  areNear(shownAt(100), 0, 0)
  areNear(shownAt(220), 6 - 6 / Math.E, 8 - 8 / Math.E)
})

for (const [x, z, isAtOnce] of [
  [35.9, 48, false],
  [36, 48, true],
] as const) {
  test(`a car that is ${isAtOnce ? '60 m' : 'less'} away is there ${isAtOnce ? 'at once' : 'soon'}`, () => {
    const { shownAt } = drive([0, 0, known(0, 0, [0, 0])], [100, 100, known(x, z, [0, 0])])
    const [shownX, shownZ] = isAtOnce ? [x, z] : [0, 0]
    areNear(shownAt(100), shownX, shownZ)
  })
}

for (const [speed, correctionMs] of [
  [50, 200],
  [500, 120],
  [5, 1_000],
] as const) {
  test(`a car at ${speed} m/s that is shown 10 m ahead waits for its place over ${correctionMs} ms`, () => {
    const velocity = [speed * 0.6, speed * 0.8] as const
    const { shownAt } = drive([0, 0, known(6, 8, velocity)], [100, 100, known(0, 0, velocity)])
    areNear(shownAt(100), 6, 8)
    const driven = Math.min(correctionMs, 300) / 1_000
    areNear(
      shownAt(100 + correctionMs),
      velocity[0] * driven + 6 / Math.E,
      velocity[1] * driven + 8 / Math.E,
    )
  })
}

for (const [rate, metres] of [
  [0.5, 15],
  [0.85, 15],
  [1, 15],
  [1.15, 15],
  [1.25, 18.75],
  [2, 30],
  [4, 45],
] as const) {
  test(`in a replay at ${rate} times the speed cars drive on for ${metres} m without a tick`, () => {
    const map = createMap({ drivenMs: 3_000, rate })
    const lastMs = Math.floor((3_000 * rate) / (100 * rate)) * 100
    isNear(map.at(lastMs + 9_000) - lastMs * rate * 0.05, metres, 0.01)
  })
}

for (const [windows, metres] of [
  [1, 15],
  [2, 30],
] as const) {
  test(`${windows === 1 ? 'one window' : 'two windows'} of twice the speed: cars drive on for ${metres} m`, () => {
    const motion = createCarMotion()
    let sessionMs = 0
    for (let ms = 0; ms <= 1_200 + windows * 600; ms += 100) {
      if (ms > 0) sessionMs += ms <= 1_200 ? 100 : 200
      motion.tick(at(sessionMs, sessionMs * 0.05), ms)
    }
    motion.place(20_000, true)
    isNear((motion.x[0] ?? Number.NaN) - sessionMs * 0.05, metres, 0.01)
  })
}

const cars = (count: number) => Array.from({ length: count }, (_, car) => known(car, 0, [0, 0]))

test('a car that has left is nowhere, and no more cars are shown than a game has', () => {
  const motion = createCarMotion()
  const shown = (count: number, nowMs: number) => {
    motion.tick({ sessionTimeMs: nowMs, drivers: cars(count) }, nowMs)
    motion.place(nowMs, true)
    return motion.x.filter((x) => !Number.isNaN(x)).length
  }
  assert.deepEqual([shown(2, 0), shown(1, 100), shown(40, 200)], [2, 1, 32])
  assert.equal(motion.x.length, 32)
})
