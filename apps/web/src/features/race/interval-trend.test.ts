import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { intervalTrendMs, isAttacking } from './interval-trend.ts'
import { trainPlace } from './train.ts'

describe('the trend of an interval', () => {
  const ahead = aDriver({ lapTimes: [aLap(90_000), aLap(90_500), aLap(90_200)] })

  test('is the difference of the last lap that both completed', () => {
    const behind = aDriver({ lapTimes: [aLap(91_000), aLap(90_000)] })
    assert.equal(intervalTrendMs(behind, ahead), -500)
  })

  test('is unknown after one lap, around a stop and to a lapped car', () => {
    const stop = { lapNum: 2, pitLaneTimeMs: null, stopTimeMs: null }
    const laps = [aLap(91_000), aLap(90_000)]
    assert.equal(intervalTrendMs(aDriver({ lapTimes: laps.slice(0, 1) }), ahead), null)
    assert.equal(intervalTrendMs(aDriver({ lapTimes: laps, pitStops: [stop] }), ahead), null)
    const farAhead = aDriver({ lapTimes: Array.from({ length: 5 }, () => aLap(90_000)) })
    assert.equal(intervalTrendMs(aDriver({ lapTimes: laps }), farAhead), null)
  })
})

test('an unknown lap has no trend, and a car without a place or one ahead attacks nobody', () => {
  const laps = [aLap(91_000), aLap(90_000)]
  const unknown = [aLap(91_000), { ...aLap(0), lapTime: null }]
  const [known, other] = [aDriver({ lapTimes: laps }), aDriver({ lapTimes: unknown })]
  assert.deepEqual([intervalTrendMs(known, other), intervalTrendMs(other, known)], [null, null])
  const near = { deltaToCarAhead: 500, lapTimes: laps }
  const session = aSession({ drivers: [aDriver({ ...near, position: null })] })
  assert.ok(session.drivers.every((driver) => !isAttacking(driver, session)))
  assert.ok(session.drivers.every((driver) => trainPlace(driver, session) === null))
})

test('a car whose trend is unknown attacks nobody in a train', () => {
  const laps = [aLap(91_000), { ...aLap(0), lapTime: null }]
  const drivers = [1, 2, 3].map((position) =>
    aDriver({ driverIdx: position, position, deltaToCarAhead: 500, lapTimes: laps }),
  )
  const session = aSession({ drivers })
  assert.deepEqual(
    session.drivers.map((driver) => isAttacking(driver, session)),
    [false, true, false],
  )
})

interface TrainCar {
  readonly intervalMs: number
  /** The second car lost this much to the first one in the last lap. */
  readonly lostMs: number
}

function aTrain(cars: readonly TrainCar[]) {
  return aSession({
    drivers: cars.map(({ intervalMs, lostMs }, index) =>
      aDriver({
        driverIdx: index,
        position: index + 1,
        deltaToCarAhead: intervalMs,
        lapTimes: [aLap(90_000), aLap(90_000 + lostMs)],
      }),
    ),
  })
}

function marked(...cars: readonly TrainCar[]) {
  const session = aTrain([{ intervalMs: 0, lostMs: 0 }, ...cars])
  return session.drivers.flatMap((driver) => (isAttacking(driver, session) ? driver.position : []))
}

const near = (lostMs: number) => ({ intervalMs: 999, lostMs })

test('of the cars within a second the first of a train is marked, and who comes closer', () => {
  assert.deepEqual(marked(near(0), near(0), near(0), near(0)), [2], 'a train moves as one')
  assert.deepEqual(marked(near(300), near(300), near(251), near(250)), [2], '49 ms are steady')
  assert.deepEqual(marked(near(300), near(300), near(250), near(251)), [2, 4], '50 ms are closer')
  assert.deepEqual(marked(near(0), { intervalMs: 1000, lostMs: -900 }, near(0)), [2, 4])
  assert.deepEqual(marked({ intervalMs: 4000, lostMs: 0 }, near(900)), [3], 'it is the first')
})

test('three cars within a second of each other are a train, two are none', () => {
  const far = { intervalMs: 1000, lostMs: 0 }
  const session = aTrain([far, near(0), far, near(0), near(0), near(0), far])
  assert.deepEqual(
    session.drivers.map((driver) => trainPlace(driver, session)),
    [null, null, 'first', 'middle', 'middle', 'last', null],
  )
  const slow = { ...session, safetyCarStatus: 1 }
  assert.ok(slow.drivers.every((driver) => trainPlace(driver, slow) === null))
})

function aLap(lapTime: number) {
  return { lapTime, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false }
}
