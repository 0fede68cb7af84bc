import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { lapEndsOf, lastLapOf, leaderLapsOf, startOf } from './lap-ends.ts'

const FINISHED = { resultStatus: ResultStatus.Finished, totalRaceTime: 400 }

describe('when laps ended', () => {
  for (const [title, lapTimes, known, ends] of [
    ['each is the sum of the laps up to it', [100, 101, 102], {}, [100, 201, 303]],
    ['a lap that was not completed has no end', [100, 101, 50], { numberOfLaps: 2 }, [100, 201]],
    ['without completed laps there are none', [100], { numberOfLaps: null }, []],
    ['after a lap without a time nothing is known', [100, null, 102], {}, [100, null, null]],
    ['it is reckoned back from the finish', [100, null, 102, 103], FINISHED, [100, 195, 297, 400]],
    ['up to the last lap without a time', [99, null, null, 103], FINISHED, [99, null, 297, 400]],
    ['also if the last lap has no time', [99, 100, null], FINISHED, [99, 199, 400]],
    [
      'not without the time of the race',
      [99, null, 103],
      { ...FINISHED, totalRaceTime: null },
      [99, null, null],
    ],
    [
      'not for a car that is out',
      [99, null, 103],
      { ...FINISHED, resultStatus: ResultStatus.Retired },
      [99, null, null],
    ],
    ['a finish changes no known end', [100, 101], FINISHED, [100, 201]],
  ] as const) {
    test(title, () => assert.deepEqual(lapEndsOf(aCar(lapTimes, known)), ends))
  }

  test('the last lap is the most laps that anybody completed', () => {
    assert.equal(lastLapOf({ drivers: [aCar([1, 2]), aCar([1, 2, 3]), aCar([1])] }), 3)
    assert.equal(lastLapOf({ drivers: [{ ...aCar([]), numberOfLaps: null }] }), 0)
    assert.equal(lastLapOf({ drivers: [] }), 0)
  })
})

describe('the laps of the leader along the session’s time', () => {
  const drivers = [aCar([100, 100, 100]), aCar([90, 120, 100])]
  const session = { drivers, events: [anEvent('sessionStarted', 3), anEvent('lightsOut', 10)] }

  test('begin when the lights go out, or with the session', () => {
    assert.equal(startOf(session), 10)
    assert.equal(startOf({ events: [anEvent('sessionStarted', 3)] }), 0)
  })

  test('each ends when the first car has ended it', () => {
    const { lapAt } = leaderLapsOf(session, 3)
    const laps = [0, 99, 100, 209, 210, 309, 310, 900].map(lapAt)
    assert.deepEqual(laps, [1, 1, 2, 2, 3, 3, 3, 3])
    assert.equal(leaderLapsOf(session, 0).lapAt(500), 1)
  })

  test('have a middle where their times are known', () => {
    const { middleOf } = leaderLapsOf(session, 3)
    assert.deepEqual([1, 2, 3, 4, 5].map(middleOf), [55, 155, 260, null, null])
    const unknown = { ...session, drivers: [aCar([100, null, 100])] }
    assert.deepEqual([1, 2, 3].map(leaderLapsOf(unknown, 3).middleOf), [60, null, null])
  })
})

function aCar(laps: readonly (number | null)[], known: Partial<Driver> = {}): Driver {
  return {
    ...BLANK_DRIVER,
    resultStatus: ResultStatus.Active,
    numberOfLaps: laps.length,
    lapTimes: laps.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
    ...known,
  }
}

function anEvent(kind: SessionEvent['kind'], timeMs: number): SessionEvent {
  return {
    seq: 1,
    kind,
    timeMs,
    lapNum: null,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  }
}
