import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { measurePitLosses } from './session-pit-losses.ts'

const LIGHTS_OUT_MS = 7_000
/** The two cars that stop in slow laps end lap 10 at this session time. */
const STOP_MS = LIGHTS_OUT_MS + 9 * 90_000 + 160_000

describe('what the stops of a recorded race cost', () => {
  test('has quartiles of the stops at racing speed, three at least', () => {
    const stops = [20_000, 22_000, 26_000].map((lossMs, index) => racingStop(4 + index, lossMs))
    assert.deepEqual(measure(stops), [
      { flag: 'racing', lowMs: 21_000, medianMs: 22_000, highMs: 24_000, stops: 3 },
    ])
    assert.deepEqual(measure(stops.slice(1)), [])
    assert.deepEqual(measure(stops, [], SessionType.Q1), [])
  })

  test('is left out where no pit lane costs that much, or its stops differ by more than 15 s', () => {
    assert.equal(racingLosses(8_000, 8_000, 9_000).length, 1)
    assert.equal(racingLosses(7_999, 7_999, 9_000).length, 0)
    assert.equal(racingLosses(59_000, 60_000, 60_000).length, 1)
    assert.equal(racingLosses(59_000, 60_002, 60_002).length, 0)
    assert.equal(racingLosses(20_000, 20_000, 50_000, 50_000, 50_000).length, 0)
    assert.equal(racingLosses(20_000, 20_000, 35_000, 35_000, 35_000).length, 1)
    assert.equal(racingLosses(19_999, 19_999, 35_000, 35_000, 35_000).length, 0)
  })

  test('is the time in the lane less what the others need past it, by the kind of safety car', () => {
    // The lane costs 3 s on the track at racing speed, and 4.5 s when all need half as long again.
    const safetyCar = { lowMs: 20_000, medianMs: 20_500, highMs: 21_000, stops: 2 }
    for (const [value, flag] of [
      [10, 'safetyCar'],
      [11, 'safetyCar'],
      [20, 'virtualSafetyCar'],
    ] as const) {
      assert.deepEqual(slowLosses([aSafetyCar(value, STOP_MS)]), [{ flag, ...safetyCar }])
    }
    for (const value of [12, 13, 22, 30, 0, null]) {
      assert.deepEqual(slowLosses([aSafetyCar(value, STOP_MS)]), [], `${value}`)
    }
  })

  test('counts the last message before the end of the lap', () => {
    assert.equal(slowLosses([aSafetyCar(10, STOP_MS)]).length, 1)
    assert.equal(slowLosses([aSafetyCar(10, STOP_MS + 1)]).length, 0)
    const ended = [aSafetyCar(10, STOP_MS - 9), aSafetyCar(12, STOP_MS - 1)]
    assert.deepEqual(slowLosses(ended), [])
    const other = { ...aSafetyCar(12, STOP_MS - 1), kind: 'penalty' as const }
    assert.equal(slowLosses([aSafetyCar(10, STOP_MS - 9), other]).length, 1)
    // If the lights are missing, the session's time counts as the race's.
    const [, ...field] = race()
    const events = [aSafetyCar(10, STOP_MS - LIGHTS_OUT_MS)]
    assert.equal(measurePitLosses({ ...aSession(field), events }).length, 1)
    const late = [aSafetyCar(10, STOP_MS - LIGHTS_OUT_MS + 1)]
    assert.equal(measurePitLosses({ ...aSession(field), events: late }).length, 0)
  })

  test('is unknown under a safety car where a lap before has no time, or for a single stop', () => {
    const events = [lightsOut(), aSafetyCar(10, STOP_MS)]
    assert.equal(measurePitLosses({ ...aSession(raceWithoutLap(2)), events }).length, 0)
    assert.equal(measurePitLosses({ ...aSession(raceWithoutLap(11)), events }).length, 1)
    assert.equal(measurePitLosses({ ...aSession(race().slice(0, -1)), events }).length, 0)
  })

  test('is unknown under a safety car without a stop at racing speed that shows the way past', () => {
    const events = [lightsOut(), aSafetyCar(10, STOP_MS)]
    const field = race().map((driver) => ({
      ...driver,
      pitStops: driver.pitStops.map((stop) =>
        stop.lapNum === 4 ? { ...stop, pitLaneTimeMs: null } : stop,
      ),
    }))
    assert.deepEqual(measurePitLosses({ ...aSession(field), events }), [])
  })

  test('between 2 and 55 s behind a safety car', () => {
    assert.equal(slowLossesOf(6_500, 6_500), 1)
    assert.equal(slowLossesOf(6_499, 6_499), 0)
    assert.equal(slowLossesOf(59_500, 59_500), 1)
    assert.equal(slowLossesOf(59_501, 59_501), 0)
  })
})

function measure(stops: Driver[], events = [lightsOut()], sessionType: number = SessionType.Race) {
  return measurePitLosses({ drivers: [aCar(), aCar(), ...stops], events, sessionType })
}

function racingLosses(...losses: number[]) {
  return measure(losses.map((lossMs, at) => racingStop(4 + at, lossMs)))
}

function slowLossesOf(...laneMs: [number, number]) {
  const events = [lightsOut(), aSafetyCar(10, STOP_MS)]
  return measurePitLosses({ ...aSession(race(laneMs)), events }).length
}

/** Builds a race in which the cars that stop on lap 10 have no time for one lap; `at` is its index. */
function raceWithoutLap(at: number): Driver[] {
  return race().map((driver) =>
    driver.pitStops.some(({ lapNum }) => lapNum === 10)
      ? {
          ...driver,
          lapTimes: driver.lapTimes.map((lap, index) =>
            index === at ? { ...lap, lapTime: null } : lap,
          ),
        }
      : driver,
  )
}

function slowLosses(messages: ReturnType<typeof anEvent>[]) {
  return measurePitLosses({ ...aSession(race()), events: [lightsOut(), ...messages] })
}

/**
 * Builds two cars that stay out, one that stops on lap 4, and two that stop on lap 10, on which all cars are
 * slow.
 */
function race(laneMs: readonly [number, number] = [24_000, 26_000]): Driver[] {
  return [
    slowOnLap10(aCar()),
    slowOnLap10(aCar()),
    slowOnLap10(racingStop(4, 22_000)),
    ...laneMs.map((ms) => slowStop(ms)),
  ]
}

function aSession(drivers: Driver[]) {
  return { drivers, events: [lightsOut()], sessionType: SessionType.Race }
}

function aCar(): Driver {
  return {
    ...BLANK_DRIVER,
    numberOfLaps: 20,
    currentLapNumber: 21,
    lapTimes: Array.from({ length: 20 }, () => ({
      lapTime: 90_000,
      sector1Time: 30_000,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
  }
}

/** The lane takes 3 s longer than the stop costs. */
function racingStop(lapNum: number, lossMs: number): Driver {
  const car = aCar()
  return {
    ...car,
    lapTimes: car.lapTimes.map((lap, index) =>
      index === lapNum ? { ...lap, sector1Time: 30_000 + lossMs } : lap,
    ),
    pitStops: [{ lapNum, pitLaneTimeMs: lossMs + 3_000, stopTimeMs: null }],
  }
}

function slowOnLap10(car: Driver): Driver {
  return {
    ...car,
    lapTimes: car.lapTimes.map((lap, index) => {
      if (index === 9) return { ...lap, lapTime: 135_000 }
      return index === 10 ? { ...lap, lapTime: 105_000, sector1Time: 45_000 } : lap
    }),
  }
}

function slowStop(pitLaneTimeMs: number): Driver {
  const car = slowOnLap10(aCar())
  return {
    ...car,
    lapTimes: car.lapTimes.map((lap, index) => (index === 9 ? { ...lap, lapTime: 160_000 } : lap)),
    pitStops: [{ lapNum: 10, pitLaneTimeMs, stopTimeMs: null }],
  }
}

function lightsOut() {
  return anEvent('lightsOut', null, LIGHTS_OUT_MS)
}

function aSafetyCar(value: number | null, timeMs: number) {
  return anEvent('safetyCar', value, timeMs)
}

function anEvent(
  kind: 'lightsOut' | 'safetyCar' | 'penalty',
  value: number | null,
  timeMs: number,
) {
  return {
    seq: 1,
    kind,
    value,
    timeMs,
    lapNum: null,
    driverIdx: null,
    otherDriverIdx: null,
    seconds: null,
  }
}
