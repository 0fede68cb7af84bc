import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver } from '../../testing/a-session.ts'
import { en } from '../../testing/text.ts'
import { intervalTo, sessionBestLapMs, timeOrGap } from './classification.ts'

const RACE = { sessionType: SessionType.Race }
const QUALIFYING = { sessionType: SessionType.Q3 }

function finisher(totalRaceTime: number | null, known: Partial<Driver> = {}): Driver {
  return aDriver({
    resultStatus: ResultStatus.Finished,
    numberOfLaps: 50,
    totalPenaltiesSeconds: 0,
    totalRaceTime,
    ...known,
  })
}

const WINNER = finisher(5_400_000)

for (const [rule, driver, gap, interval] of [
  ['behind', finisher(5_401_500), '+1.500', '+1.500'],
  ['with a penalty', finisher(5_401_500, { totalPenaltiesSeconds: 5 }), '+6.500', '+6.500'],
  ['a lap down', finisher(5_401_500, { numberOfLaps: 49 }), '+1 lap', '+1 lap'],
  ['two laps down', finisher(5_401_500, { numberOfLaps: 48 }), '+2 laps', '+2 laps'],
  ['whose laps are unknown', finisher(5_401_500, { numberOfLaps: null }), '+1.500', '+1.500'],
  ['whose time is unknown', finisher(null), '–', ''],
  ['who retired', finisher(5_401_500, { resultStatus: ResultStatus.Retired }), '', ''],
] as const) {
  test(`a driver ${rule} has the gap "${gap}" and the interval "${interval}"`, () => {
    assert.equal(timeOrGap(driver, WINNER, RACE, en), gap)
    assert.equal(intervalTo(driver, WINNER, en), interval)
  })
}

test('the winner of a race has the time', () => {
  assert.equal(timeOrGap(WINNER, WINNER, RACE, en), '1:30:00.000')
})

test('without the time or the laps of the car ahead the distance is unknown', () => {
  const driver = finisher(5_401_500)
  assert.equal(timeOrGap(driver, finisher(null), RACE, en), '–')
  assert.equal(intervalTo(driver, finisher(null), en), '')
  assert.equal(timeOrGap(driver, finisher(5_400_000, { numberOfLaps: null }), RACE, en), '+1.500')
})

test('there is no interval to a car that did not finish', () => {
  const out = finisher(5_400_000, { resultStatus: ResultStatus.Retired })
  assert.equal(intervalTo(finisher(5_401_500), out, en), '')
})

test('in a session by lap times the fastest has the time and the others the gap', () => {
  const [fastest, other, without] = [80_000, 80_250, null].map((bestLapTimeMs) =>
    aDriver({ bestLapTimeMs }),
  )
  assert.ok(fastest && other && without)
  assert.equal(timeOrGap(fastest, fastest, QUALIFYING, en), '1:20.000')
  assert.equal(timeOrGap(other, fastest, QUALIFYING, en), '+0.250')
  assert.equal(timeOrGap(without, fastest, QUALIFYING, en), '–')
  assert.equal(timeOrGap(other, without, QUALIFYING, en), '1:20.250')
})

test('the best lap of a session is the shortest of all drivers', () => {
  const drivers = [81_000, 80_000, null].map((bestLapTimeMs) => aDriver({ bestLapTimeMs }))
  assert.equal(sessionBestLapMs({ drivers }), 80_000)
  assert.equal(sessionBestLapMs({ drivers: [] }), Infinity)
})
