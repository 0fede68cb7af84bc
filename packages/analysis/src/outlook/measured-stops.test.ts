import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import { lossesOfLastStops, measureSlowStops, measureStops } from './measured-stops.ts'

/** Half of the slowest way that still counts as racing is lost in the lap, half in the sector. */
const RACING_MS = { lapMs: 90_000, sectorMs: 30_000 }
const SLOW_AT_MS = 3_600

describe('a stop is measured to the end of the out lap’s first sector', () => {
  test('against the driver’s usual way, less what the others lost on it', () => {
    assert.deepEqual(measureStops([aCar(), aCar(), stopping(4)]), [
      { lossMs: 22_000, bypassMs: 3_000 },
    ])
    const slower = aCar({ 4: { lapMs: 90_400 }, 5: { sectorMs: 30_200 } })
    assert.deepEqual(measureStops([slower, slower, stopping(4)]), [
      { lossMs: 21_400, bypassMs: 3_600 },
    ])
    assert.deepEqual(measureStops([aCar(), stopping(4, { laneMs: null })]), [
      { lossMs: 22_000, bypassMs: null },
    ])
  })

  test('unless the others were more than 3 % slower: then it is a slow stop', () => {
    assert.equal(measureStops(fieldThatLost(SLOW_AT_MS)).length, 1)
    assert.deepEqual(measureSlowStops(fieldThatLost(SLOW_AT_MS)), [])
    assert.deepEqual(measureStops(fieldThatLost(SLOW_AT_MS + 1)), [])
    const slow = fieldThatLost(SLOW_AT_MS + 1)
    assert.deepEqual(measureSlowStops(slow), [
      { driver: slow[2], lapNum: 4, pitLaneTimeMs: 25_000, slowness: 1 + 3_601 / 120_000 },
    ])
    const withoutLane = [...slow.slice(0, 2), stopping(4, { laneMs: null })]
    assert.deepEqual(measureSlowStops(withoutLane), [])
  })

  test('and the last one of each car is known, also while the field was slow', () => {
    assert.deepEqual(lossesOfLastStops([aCar(), aCar(), stopping(4)]), [null, null, 22_000])
    const [first, second, third] = lossesOfLastStops(fieldThatLost(SLOW_AT_MS + 1))
    assert.deepEqual([first, second], [null, null])
    assert.ok(third !== null && third !== undefined && third > 0)
    assert.deepEqual(lossesOfLastStops([aCar(), stoppingTwice(5)]), [null, null])
  })

  test('and costs at least 5 s', () => {
    assert.deepEqual(lossOf(92_000), [5_000])
    assert.deepEqual(lossOf(91_999), [])
  })

  test('if it has no other stop in the lap before or after', () => {
    assert.equal(measureStops([aCar(), stoppingTwice(6)]).length, 2)
    assert.deepEqual(measureStops([aCar(), stoppingTwice(5)]), [])
  })

  test('compared with cars that have no stop in these laps', () => {
    const slower = aCar({ 4: { lapMs: 90_600 } })
    for (const [lapNum, lossMs] of [
      [2, 21_700],
      [3, 21_400],
      [4, 21_400],
      [5, 21_400],
      [6, 21_700],
    ] as const) {
      const stopped = { ...aCar(), pitStops: [aStop(lapNum, null)] }
      const losses = measureStops([slower, stopped, stopping(4)]).map((stop) => stop.lossMs)
      assert.equal(losses.at(-1), lossMs, `a stop on lap ${lapNum}`)
    }
    assert.deepEqual(measureStops([stopping(4)]), [], 'nobody stayed out')
  })

  test('where the lap, the sector and the usual way are known', () => {
    assert.deepEqual(measureStops([aCar(), stopping(4, { lapMs: null })]), [])
    assert.deepEqual(measureStops([aCar(), stopping(4, { sectorMs: null })]), [])
    const unknown = { ...stopping(4), lapTimes: lapsOf({}).map(withoutSector) }
    assert.deepEqual(measureStops([aCar(), unknown]), [])
    const silent = { ...aCar(), lapTimes: aCar().lapTimes.map(withoutSector) }
    assert.deepEqual(measureStops([silent, stopping(4)]), [], 'the only other car has no sectors')
    assert.equal(measureStops([silent, aCar(), stopping(4)]).length, 1)
    const gap = aCar({ 4: { lapMs: null } })
    assert.equal(measureStops([gap, aCar(), stopping(4)]).length, 1)
  })

  test('as soon as the out lap’s first sector has ended', () => {
    assert.deepEqual(
      measureStops([aCar(), onOutLap(5)]).map(({ lossMs }) => lossMs),
      [23_000],
    )
    assert.deepEqual(measureStops([aCar(), onOutLap(6)]), [])
    assert.deepEqual(measureStops([aCar(), onOutLap(4)]), [])
  })
})

interface Driven {
  readonly lapMs?: number | null
  readonly sectorMs?: number | null
}

function lapsOf(special: Readonly<Record<number, Driven>>): Lap[] {
  return Array.from({ length: 10 }, (_, index) => {
    const { lapMs, sectorMs } = { ...RACING_MS, ...special[index + 1] }
    return {
      lapTime: lapMs,
      sector1Time: sectorMs,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    }
  })
}

/** Builds a field in which the other cars lost this much on lap 4. */
function fieldThatLost(lostMs: number) {
  const other = aCar({ 4: { lapMs: 90_000 + lostMs } })
  return [other, other, stopping(4)]
}

function lossOf(lapMs: number) {
  const stops = measureStops([aCar(), stopping(4, { lapMs, sectorMs: 33_000 })])
  return stops.map(({ lossMs }) => lossMs)
}

function stoppingTwice(second: number): Driver {
  const stopped = { lapMs: 97_000 }
  const out = { sectorMs: 45_000 }
  return {
    ...aCar({ 4: stopped, 5: out, [second]: stopped, [second + 1]: out }),
    pitStops: [aStop(4, 25_000), aStop(second, 25_000)],
  }
}

function onOutLap(currentLapNumber: number): Driver {
  const car = stopping(4)
  return {
    ...car,
    lapTimes: car.lapTimes.slice(0, 4),
    numberOfLaps: 4,
    currentLapNumber,
    currentSector1TimeMs: 46_000,
  }
}

function withoutSector(lap: Lap): Lap {
  return { ...lap, sector1Time: null }
}

function aCar(special: Readonly<Record<number, Driven>> = {}): Driver {
  return { ...BLANK_DRIVER, lapTimes: lapsOf(special), numberOfLaps: 10, currentLapNumber: 11 }
}

/** Loses 22 s, of which 25 s are in the lane. */
function stopping(
  lapNum: number,
  {
    lapMs = 97_000,
    sectorMs = 45_000,
    laneMs = 25_000,
  }: Driven & { readonly laneMs?: number | null } = {},
): Driver {
  return {
    ...aCar({ [lapNum]: { lapMs }, [lapNum + 1]: { sectorMs } }),
    pitStops: [aStop(lapNum, laneMs)],
  }
}

function aStop(lapNum: number, pitLaneTimeMs: number | null) {
  return { lapNum, pitLaneTimeMs, stopTimeMs: null }
}
