import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import { PenaltyType, ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { en } from '../../testing/text.ts'
import { timeOrGap } from '../session/classification.ts'
import { incidentsOf } from './race-log.ts'
import { lapMark } from './tables/lap-mark.ts'
import { stintsOf } from '@pitboard/analysis/laps/stints'

describe('classification', () => {
  const winner = aDriver({ finishingPosition: 1, numberOfLaps: 5, totalRaceTime: 500_000 })
  const session = aSession({})

  test('the order is that of the result, who has no place is last', () => {
    const drivers = [
      aDriver({ name: 'none', position: null }),
      aDriver({ name: 'second', finishingPosition: 2 }),
      { ...winner, name: 'first' },
    ]
    const names = resultOrder({ drivers }).map(({ name }) => name)
    assert.deepEqual(names, ['first', 'second', 'none'])
  })

  test('penalties count into the time, so a gap holds them too', () => {
    const second = aDriver({ numberOfLaps: 5, totalRaceTime: 499_000, totalPenaltiesSeconds: 5 })
    assert.equal(timeOrGap(winner, winner, session, en), '8:20.000')
    assert.equal(timeOrGap(second, winner, session, en), '+4.000')
  })

  test('a lapped driver is behind in laps, and one who is out in nothing', () => {
    const lapped = aDriver({ numberOfLaps: 3, totalRaceTime: 480_000 })
    const out = aDriver({ numberOfLaps: 2, resultStatus: ResultStatus.Retired })
    assert.equal(timeOrGap(lapped, winner, session, en), '+2 laps')
    assert.equal(timeOrGap(out, winner, session, en), '')
  })

  test('qualifying compares best laps', () => {
    const qualifying = aSession({ sessionType: SessionType.Q3 })
    const pole = aDriver({ bestLapTimeMs: 80_000 })
    assert.equal(timeOrGap(pole, pole, qualifying, en), '1:20.000')
    assert.equal(timeOrGap(aDriver({ bestLapTimeMs: 80_250 }), pole, qualifying, en), '+0.250')
    assert.equal(timeOrGap(aDriver({}), pole, qualifying, en), '–')
  })
})

describe('stints', () => {
  test('each lasts from the lap after the last one to its own end', () => {
    const tyres = [tyre(16, 8), tyre(17, null)]
    assert.deepEqual(stintsOf({ tyres, numberOfLaps: 20 }), [
      { tyreCompound: 16, firstLap: 1, laps: 8 },
      { tyreCompound: 17, firstLap: 9, laps: 12 },
    ])
  })

  test('the game ends the last stint at lap 255, the driver ends it with his last lap', () => {
    assert.deepEqual(stintsOf({ tyres: [tyre(18, 255)], numberOfLaps: 5 }), [
      { tyreCompound: 18, firstLap: 1, laps: 5 },
    ])
  })

  test('a set fitted after the last lap is no stint', () => {
    assert.equal(stintsOf({ tyres: [tyre(16, 5), tyre(17, null)], numberOfLaps: 5 }).length, 1)
  })
})

test('an invalid lap is no best lap, however short', () => {
  const lap = { lapTime: 80_000, sector1Time: null, sector2Time: null, sector3Time: null }
  const driver = { bestLapTimeMs: 80_000 }
  assert.equal(lapMark({ ...lap, invalidLap: true }, driver, 80_000), 'invalid')
  assert.equal(lapMark({ ...lap, invalidLap: false }, driver, 80_000), 'sessionBest')
  assert.equal(lapMark({ ...lap, invalidLap: false }, driver, 79_000), 'personalBest')
  assert.equal(lapMark({ ...lap, lapTime: null, invalidLap: false }, driver, 79_000), null)
})

test('penalties and warnings of all drivers come in the order they were given', () => {
  const late = {
    penaltyType: PenaltyType.TimePenalty,
    penaltyTime: 5,
    infringementType: 17,
    otherVehicleIdx: null,
    lapNum: 4,
    penaltyIssuedTime: 9000,
  }
  const early = { warningType: 0, infringementType: 25, lapNum: 1, warningTime: 100 }
  const drivers = [
    aDriver({ name: 'A', penalties: [late] }),
    aDriver({ name: 'B', warnings: [early] }),
  ]
  const incidents = incidentsOf({ drivers }, en).map(({ name, words, reason }) => [
    name,
    words,
    reason,
  ])
  assert.deepEqual(incidents, [
    ['B', 'Track limits warning', 'cutting a corner'],
    ['A', '5 s penalty', 'speeding in the pit lane'],
  ])
})

function tyre(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}
