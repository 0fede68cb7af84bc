import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { pitLossOf } from './pit-loss.ts'

const { None, Full, Virtual } = SafetyCarStatus
const known = { lowMs: 24_900, medianMs: 25_000, highMs: 25_100, stops: 40, sessions: 4 }
const track = { racing: known, virtualSafetyCar: null, safetyCar: null }

describe('the loss of a stop at racing speed', () => {
  test('is what is usual in the game before the first stop', () => {
    assert.deepEqual(lossOf([]), [17_000, 22_000, 27_000, 'game', 0])
  })

  test('is the time in the lane less the usual way past it, until the out lap shows more', () => {
    const lanes = [23_000, 24_000, 29_000].map((laneMs) => inLane(laneMs))
    assert.deepEqual(lossOf(lanes), [17_500, 19_500, 21_500, 'session', 3])
  })

  test('has 1.5 s to both sides for one or two stops', () => {
    assert.deepEqual(lossOf([stopped(22_000)]), [20_500, 22_000, 23_500, 'session', 1])
    const two = [stopped(22_000), stopped(24_000)]
    assert.deepEqual(lossOf(two), [21_500, 23_000, 24_500, 'session', 2])
  })

  test('has the quartiles of three stops, half a second to both sides at least', () => {
    const apart = [26_000, 20_000, 22_000].map((lossMs) => stopped(lossMs))
    assert.deepEqual(lossOf(apart), [21_000, 22_000, 24_000, 'session', 3])
    const close = [22_000, 22_100, 22_200].map((lossMs) => stopped(lossMs))
    assert.deepEqual(lossOf(close), [21_600, 22_100, 22_600, 'session', 3])
    const [first, ...more] = [9_000, 100_000, 80_000].map((lossMs) => stopped(lossMs))
    assert.ok(first)
    assert.deepEqual(lossOf([first, ...more]), [44_500, 80_000, 90_000, 'session', 3])
  })

  test('follows the times in the lane where more of them are known, less the measured way past', () => {
    const cars = [stopped(22_000), inLane(30_000)]
    // The lane took 25 and 30 s, and the first car lost 22 s of its 25 s.
    assert.deepEqual(lossOf(cars), [23_000, 24_500, 26_000, 'session', 1])
    const many = [...[20_000, 22_000, 26_000].map((lossMs) => stopped(lossMs)), inLane(30_000)]
    assert.deepEqual(lossOf(many), [23_000, 24_000, 26_000, 'session', 3])
    const withoutLane = [stopped(22_000, null), inLane(30_000)]
    assert.deepEqual(lossOf(withoutLane), [20_500, 22_000, 23_500, 'session', 1])
  })
})

describe('the loss of recorded sessions of the track', () => {
  test('has half a second to both sides at least', () => {
    assert.deepEqual(lossOf([], None, track), [24_500, 25_000, 25_500, 'track', 40])
    const wide = { ...track, racing: { ...known, lowMs: 23_000, highMs: 28_000 } }
    assert.deepEqual(lossOf([], None, wide), [23_000, 25_000, 28_000, 'track', 40])
  })

  test('applies until three stops, unless the first of them differ by more than 4 s', () => {
    assert.equal(sourceOf(21_000), 'track')
    assert.equal(sourceOf(20_999), 'session')
    assert.equal(sourceOf(29_000, 29_000), 'track')
    assert.equal(sourceOf(29_001, 29_001), 'session')
    assert.equal(sourceOf(25_000, 25_000, 25_000), 'session')
  })

  test('is that of the kind of safety car, where it is known', () => {
    const both = { ...track, virtualSafetyCar: knownLoss(15_000), safetyCar: knownLoss(12_000) }
    assert.deepEqual(lossOf([], Virtual, both), [14_500, 15_000, 15_500, 'track', 40])
    assert.deepEqual(lossOf([], Full, both), [11_500, 12_000, 12_500, 'track', 40])
    // Another pit lane says nothing about a safety car either.
    assert.equal(lossOf([stopped(15_000)], Full, both)[3], 'session')
  })
})

describe('the loss behind a safety car', () => {
  test('is less by what the others need longer for the way past the pit lane', () => {
    assert.deepEqual(lossOf([], Full), [10_000, 19_000, 28_000, 'game', 0])
    const savedMs = 4_500 / 0.65 - 4_500
    assert.deepEqual(lossOf([], Virtual), [
      17_000 - savedMs - 4_000,
      22_000 - savedMs,
      27_000 - savedMs + 4_000,
      'game',
      0,
    ])
    const shortLane = [stopped(22_000)]
    assert.deepEqual(lossOf(shortLane, Full), [14_500, 20_000, 25_500, 'session', 1])
  })

  test('is never less than nothing', () => {
    const quick = { lowMs: 100, medianMs: 2_000, highMs: 2_500, stops: 9, sessions: 1 }
    assert.deepEqual(lossOf([], Full, { ...track, racing: quick }).slice(0, 3), [0, 0, 3_500])
  })
})

function lossOf(
  stops: readonly Driver[],
  safetyCarStatus: number = None,
  track: Parameters<typeof pitLossOf>[1] = null,
) {
  const session = { drivers: [aCar(), aCar(), ...stops], safetyCarStatus }
  const { lowMs, medianMs, highMs, source, stops: count } = pitLossOf(session, track)
  return [lowMs, medianMs, highMs, source, count]
}

function sourceOf(...losses: number[]) {
  const stops = losses.map((lossMs) => stopped(lossMs))
  return lossOf(stops, None, track)[3]
}

function knownLoss(medianMs: number) {
  return { ...known, lowMs: medianMs, medianMs, highMs: medianMs }
}

function aCar(): Driver {
  return {
    ...BLANK_DRIVER,
    numberOfLaps: 8,
    currentLapNumber: 9,
    lapTimes: Array.from({ length: 8 }, () => ({
      lapTime: 90_000,
      sector1Time: 30_000,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
  }
}

/** Builds a car that has stopped. By default the lane takes 3 s longer than the stop costs. */
function stopped(lossMs: number, pitLaneTimeMs: number | null = lossMs + 3_000): Driver {
  const car = aCar()
  return {
    ...car,
    lapTimes: car.lapTimes.map((lap, index) =>
      index === 4 ? { ...lap, sector1Time: 30_000 + lossMs } : lap,
    ),
    pitStops: [{ lapNum: 4, pitLaneTimeMs, stopTimeMs: null }],
  }
}

/** Its out lap has just begun. */
function inLane(pitLaneTimeMs: number): Driver {
  return { ...aCar(), pitStops: [{ lapNum: 8, pitLaneTimeMs, stopTimeMs: null }] }
}
