import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { aDriver, aSession } from '../../../testing/a-session.ts'
import { lastStopLossMs } from './last-stop-loss.ts'

const lap = (lapTime: number, sector1Time: number | null = 30_000): Driver['lapTimes'][number] => ({
  lapTime,
  sector1Time,
  sector2Time: 30_000,
  sector3Time: 30_000,
  invalidLap: false,
})
const stop = (lapNum: number) => ({
  lapNum,
  pitLaneTimeMs: 20_000,
  stopTimeMs: 2_500,
})
const LAPS = [90_000, 90_000, 90_000, 90_000, 90_000, 90_000].map((ms) => lap(ms))
/** The stop at the end of lap 4 costs 5 s in it and 15 s in the first sector of the next. */
const STOPPED = LAPS.map((each, at) =>
  at === 3 ? lap(95_000) : at === 4 ? lap(105_000, 45_000) : each,
)

/** Returns what the cell of a car shows after this many laps, beside a car that stays out. */
function lossAfter(laps: number, known: Partial<Driver>): number | null {
  const drivers = [
    aDriver({ lapTimes: LAPS.slice(0, laps), numberOfLaps: laps, driverIdx: 0 }),
    aDriver({ lapTimes: STOPPED.slice(0, laps), numberOfLaps: laps, driverIdx: 1, ...known }),
  ]
  const [, driver] = drivers
  assert.ok(driver)
  return lastStopLossMs(driver, aSession({ drivers }), 1)
}

test('a stop costs what its two laps took longer, known once the out lap is complete', () => {
  const pitStops = [stop(4)]
  assert.deepEqual(
    [3, 4, 5, 6].map((laps) => lossAfter(laps, { pitStops })),
    [null, null, 20_000, 20_000],
  )
})

test('without a stop nothing was lost', () => {
  assert.equal(lossAfter(6, { pitStops: [] }), null)
})

test('the last stop counts', () => {
  const early = LAPS.map((each, at) =>
    at === 0 ? lap(99_000) : at === 3 ? lap(95_000) : at === 4 ? lap(105_000, 45_000) : each,
  )
  assert.equal(lossAfter(6, { pitStops: [stop(1), stop(4)], lapTimes: early }), 20_000)
})

test('a loss that was unknown is looked for again when a lap ends, and one that is known stays', () => {
  const pitStops = [stop(4)]
  const unknown = STOPPED.map((each, at) => (at === 4 ? lap(105_000, null) : each))
  assert.equal(lossAfter(5, { pitStops, lapTimes: unknown.slice(0, 5) }), null)
  assert.equal(lossAfter(5, { pitStops }), null, 'within the lap nothing can make it known')
  assert.equal(lossAfter(6, { pitStops }), 20_000)
  assert.equal(lossAfter(6, { pitStops, lapTimes: unknown }), 20_000)
})
