import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Vector } from '@pitboard/contract/wire/schema'
import { createRace } from '@pitboard/sim/race'
import { carsMomentOf, type CarsMoment } from '@pitboard/telemetry/session/document/cars-moment'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { coarsenMotion, driveToTiming } from './coarse-motion.ts'
import { toLiveView } from './live-view.ts'

const TICK_MS = 100
/** With this many cars, messages are worth thinning. */
const CARS = 6

function car(velocity: Vector, livePosition: Vector = { x: 0, y: 0, z: 0 }): Driver {
  return { ...BLANK_DRIVER, velocity, livePosition }
}

function fieldOf(driver: Driver, cars = CARS): Driver[] {
  return Array.from({ length: cars }, (_, driverIdx) => ({ ...driver, driverIdx }))
}

function coarse(before: Driver, driver: Driver, cars = CARS): Driver {
  const shown = fieldOf(driver, cars)
  coarsenMotion(fieldOf(before, cars), shown, TICK_MS)
  return itemAt(shown, 0)
}

function lengthOf({ x, y, z }: Vector): number {
  return Math.hypot(x, y, z)
}

const tenths = (most: number) =>
  fc.integer({ min: -most * 10, max: most * 10 }).map((steps) => steps / 10)
const STANDING: Vector = { x: 0, y: 0, z: 0 }
const velocity = fc.record({ x: tenths(80), y: tenths(4), z: tenths(80) })

test('the speed of a car is exact to a quarter of a km/h, and its direction to a metre a second', () => {
  fc.assert(
    fc.property(velocity, velocity, (before, exact) => {
      const shown = coarse(car(before), car(exact)).velocity ?? assert.fail('no velocity')
      const isFast = lengthOf(exact) >= 5
      assert.ok(Math.abs(lengthOf(shown) - lengthOf(exact)) * 3.6 <= 0.26)
      const apart = Math.hypot(shown.x - exact.x, shown.z - exact.z)
      assert.ok(apart <= (isFast ? 1 : 0), `${apart} m/s beside its way`)
      for (const axis of ['x', 'y', 'z'] as const) {
        assert.equal(Math.round(shown[axis] * 10) / 10, shown[axis])
      }
    }),
    {
      ...sampleOfRuns(20_000, 2_000),
      examples: [[STANDING, { x: 2.5, y: 3.5, z: 2.6 }]],
    },
  )
})

test('a car that drives as viewers expect it needs no bytes, and one that does not is where it is', () => {
  const before = car({ x: 60, y: 0, z: 20 }, { x: 100, y: 3, z: 50 })
  const near = { ...before, livePosition: { x: 106.5, y: 4.9, z: 51.5 } }
  assert.deepEqual(coarse(before, near).livePosition, { x: 106, y: 3, z: 52 })
  const off = { ...before, livePosition: { x: 106.6, y: 5.1, z: 51.4 } }
  assert.deepEqual(coarse(before, off).livePosition, off.livePosition)
})

test('a car that has stopped stands where it is', () => {
  const stopped = car({ x: 0, y: 0, z: 0 }, { x: 0.4, y: 0.2, z: 0.3 })
  assert.deepEqual(coarse(car({ x: 0.4, y: 0, z: 0.3 }), stopped), { ...stopped, driverIdx: 0 })
})

test('with few cars, as in a time trial, everything is exact', () => {
  const exact = car({ x: 60.3, y: 0.1, z: 20.7 }, { x: 0.1, y: 0, z: 0 })
  const before = car({ x: 60, y: 0, z: 20.5 })
  assert.deepEqual(coarse(before, exact, 4), { ...exact, driverIdx: 0 })
  assert.notDeepEqual(coarse(before, exact, 5), { ...exact, driverIdx: 0 })
})

test('positions that are older than the timing are those of its moment', () => {
  const sent = { x: 10, y: 1, z: 10 }
  const drivenOn = (motionLagMs: number) => {
    const drivers = fieldOf(car({ x: 60, y: 0, z: -20 }, sent))
    driveToTiming(drivers, motionLagMs)
    return drivers[0]?.livePosition
  }
  assert.deepEqual(drivenOn(50), { x: 13, y: 1, z: 9 })
  assert.deepEqual(drivenOn(-50), { x: 7, y: 1, z: 11 })
  assert.equal(drivenOn(0), sent)
  assert.equal(drivenOn(900), sent, 'a pause')
})

/** Yields the messages of a race as viewers get them, each with the document that it was made of. */
function* playRace(): Generator<{ state: LiveSession; detail: SessionDetail; at: CarsMoment }> {
  const identity = { id: '1', internalSessionId: 1, userId: '2', userName: 'Ada' }
  let session: TrackedSession | null = null
  const current = (): TrackedSession | null => session
  const tracker = createTracker({ opened: (opened) => void (session = opened) })
  const thinner = createThinner()
  let state: LiveSession | null = null
  let nextMs = 8_000
  for (const { bytes, atMs } of createRace({ seed: 4, format: 2025, laps: 5 }).datagrams()) {
    for (; nextMs <= atMs; nextMs += TICK_MS) {
      const tracked = current()
      if (tracked === null) continue
      const detail = sessionDetail(tracked, identity)
      const at = carsMomentOf(tracked)
      const view = toLiveView(state, detail, {
        ...at,
        viewers: 1,
        receiving: true,
        recorderConnected: true,
        miniSectors: [],
        marks: { pitLane: [], sectorStarts: null, flaggedZones: [] },
      })
      const next: LiveSession = { ...view, version: (state?.version ?? 0) + 1 }
      if (state === null) state = next
      else {
        const message = encodeDelta(state, next, nextMs)
        assert.equal(message.m, undefined, 'the cars have a clock of their own')
        state = applyMessage(state, message)
      }
      assert.ok(state)
      yield { state, detail, at }
    }
    if (atMs > 20_000) return
    for (const sent of thinner.push(bytes, atMs)) tracker.push(sent.bytes, sent.atMs)
  }
}

test('in a race cars drive as far between two messages as their speed says, and all else is as it was sent', () => {
  const same = ['position', 'lapDistance', 'currentLapTimeMs', 'sector', 'drsStatus'] as const
  let [before, messages]: [LiveSession | null, number] = [null, 0]
  for (const { state, detail, at } of playRace()) {
    assert.equal(state.sessionTimeMs, at.sessionTimeMs)
    for (const [place, driver] of state.drivers.entries()) {
      const sent = itemAt(detail.drivers, place)
      for (const field of same) assert.equal(driver[field], sent[field])
      const [to, from] = [driver.livePosition, before?.drivers[place]?.livePosition]
      const [speed, last] = [driver.velocity, before?.drivers[place]?.velocity]
      if (before === null || !to || !from || !speed || !last) continue
      const seconds = (state.sessionTimeMs - before.sessionTimeMs) / 1000
      const driven = ((lengthOf(speed) + lengthOf(last)) / 2) * seconds
      const moved = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z)
      assert.ok(Math.abs(moved - driven) < 1.5, `${moved} m in ${seconds} s, not ${driven}`)
    }
    before = state
    messages++
  }
  assert.ok(messages > 100)
})
