import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { createReplay } from './replay.ts'
import { sampleRace } from './sample-race.ts'
import { standingOf } from '../live/standing.ts'

const square: [number, number][] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
]

describe('a race from its lap times', () => {
  const fast = driver({ driverIdx: 0, startingPosition: 2 }, [100_000, 100_000, 100_000])
  const slow = driver({ driverIdx: 1, startingPosition: 1 }, [110_000, 110_000, 110_000])
  const out = driver(
    { driverIdx: 2, startingPosition: 3, resultStatus: ResultStatus.Retired },
    [105_000],
  )
  const race = aSession({ drivers: [fast, slow, out], trackOutline: square, trackLength: 4000 })
  const replay = createReplay(race)

  test('it is over when the winner is home', () => {
    assert.equal(replay.durationMs, 300_000)
  })

  test('the cars start from their grid places and the faster one passes', () => {
    assert.deepEqual(standingOf(replay.at(0)).order, [1, 0, 2])
    assert.deepEqual(standingOf(replay.at(90_000)).order, [0, 2, 1])
  })

  test('within a lap a car keeps one speed along the outline', () => {
    const [leader] = replay.at(150_000).drivers
    assert.deepEqual(leader?.livePosition, { x: 100, y: 0, z: 100 })
    assert.equal(leader?.currentLapNumber, 2)
    assert.equal(leader?.lastLapTimeMs, 100_000)
  })

  test('a gap is the time since the car ahead was there', () => {
    const [, second] = replay.at(220_000).drivers
    assert.equal(second?.deltaToLeader, 20_000)
  })

  test('a car that retired is out from its last lap on and falls back', () => {
    assert.equal(replay.at(100_000).drivers[2]?.resultStatus, ResultStatus.Active)
    const later = replay.at(250_000).drivers[2]
    assert.equal(later?.resultStatus, ResultStatus.Retired)
    assert.equal(later?.position, 3)
    assert.equal(later?.livePosition, null)
  })

  test('every state has a version of its own, so that a store takes it', () => {
    assert.ok(replay.at(0).version < replay.at(0).version)
  })
})

test('the sample race is whole: a closed track, a winner, stops and tyres', () => {
  const race = sampleRace()
  assert.ok(race.trackOutline.length >= 100 && !race.trackOutline.includes(null))
  const replay = createReplay(race)
  const end = replay.at(replay.durationMs)
  assert.equal(end.drivers.length, race.drivers.length)
  const [winner] = standingOf(end).order
  assert.equal(end.drivers[winner ?? -1]?.numberOfLaps, race.numberOfLaps)
  assert.ok(end.drivers.every(({ currentTyreCompound }) => currentTyreCompound !== null))
})

function driver(known: Parameters<typeof aDriver>[0], laps: readonly number[]) {
  return aDriver({
    ...known,
    lapTimes: laps.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
  })
}
