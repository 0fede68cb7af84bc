import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { createLiveStore } from '../race/live-store.ts'
import { createLapTimePlayer, REPLAY_SPEED } from './play-replay.ts'
import { createReplay } from './replay.ts'
import { sampleRace } from './sample-race.ts'
import sample from './sample-race.json' with { type: 'json' }
import { standingOf } from '../race/standing.ts'

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

test('the laps and stops of the sample race are valid, and its track is a line of points', () => {
  const { drivers, trackOutline } = sampleRace()
  const [x, z, nextX, nextZ] = sample.outline
  assert.deepEqual(trackOutline.slice(0, 2), [
    [x, z],
    [nextX, nextZ],
  ])
  assert.equal(trackOutline.length, sample.outline.length / 2)
  const laps = drivers.flatMap(({ lapTimes }) => lapTimes)
  assert.ok(laps.every(({ lapTime, invalidLap }) => (lapTime ?? 0) > 60_000 && !invalidLap))
  const stops = drivers.flatMap(({ pitStops }) => pitStops)
  assert.ok(stops.length > 0 && stops.every(({ lapNum }) => lapNum > 0))
})

const TRACK = { trackOutline: square, trackLength: 4000 }

/** The car drives its laps alone. */
function aloneAt(timeMs: number, known: Parameters<typeof aDriver>[0], laps: readonly number[]) {
  const alone = driver({ driverIdx: 0, startingPosition: 1, ...known }, laps)
  const [car] = createReplay(aSession({ drivers: [alone], ...TRACK })).at(timeMs).drivers
  assert.ok(car)
  return car
}

for (const [timeMs, numberOfLaps, currentLapNumber, lapDistance, lastLapTimeMs] of [
  [0, 0, 1, -8, null],
  [50_000, 0, 1, 1996, null],
  [99_999, 0, 1, 3999.95992, null],
  [100_000, 1, 2, 0, 100_000],
  [140_000, 1, 2, 2000, 100_000],
  [180_000, 2, 2, 0, 80_000],
  [900_000, 2, 2, 0, 80_000],
] as const) {
  test(`after ${timeMs} ms a car has ${numberOfLaps} laps and is in lap ${currentLapNumber}`, () => {
    const car = aloneAt(timeMs, {}, [100_000, 80_000])
    assert.deepEqual(
      [car.numberOfLaps, car.currentLapNumber, Math.round((car.lapDistance ?? 0) * 1e5) / 1e5],
      [numberOfLaps, currentLapNumber, lapDistance],
    )
    assert.equal(car.lastLapTimeMs, lastLapTimeMs)
    assert.equal(car.lapTimes.length, numberOfLaps)
  })
}

test('the best lap is the shortest of the valid ones that are over', () => {
  const laps = [100_000, 80_000, 70_000]
  const bestAt = (timeMs: number, invalid: readonly number[] = []) => {
    const car = driver({ driverIdx: 0 }, laps)
    const lapTimes = car.lapTimes.map((lap, at) => ({ ...lap, invalidLap: invalid.includes(at) }))
    const race = aSession({ drivers: [{ ...car, lapTimes }], ...TRACK })
    return createReplay(race).at(timeMs).drivers[0]?.bestLapTimeMs
  }
  assert.equal(bestAt(0), null)
  assert.equal(bestAt(100_000), 100_000)
  assert.equal(bestAt(180_000), 80_000)
  assert.equal(bestAt(250_000), 70_000)
  assert.equal(bestAt(250_000, [2]), 80_000)
  assert.equal(bestAt(100_000, [0]), null)
})

test('a car stands in the pits around the line at which its stop is, and the stop is there after it', () => {
  const stop = { lapNum: 1, pitLaneTimeMs: null, stopTimeMs: null }
  const at = (timeMs: number) => {
    const { pitStatus, pitStops } = aloneAt(
      timeMs,
      { pitStops: [stop] },
      [100_000, 100_000, 100_000],
    )
    return [pitStatus, pitStops.length]
  }
  assert.deepEqual(at(89_000), [0, 0])
  assert.deepEqual(at(89_001), [1, 0])
  assert.deepEqual(at(100_000), [1, 1])
  assert.deepEqual(at(110_999), [1, 1])
  assert.deepEqual(at(111_000), [0, 1])
  assert.deepEqual(at(205_000), [0, 1])
})

test('a car that stops twice stands in the pits at each of its stops', () => {
  const pitStops = [1, 2].map((lapNum) => ({ lapNum, pitLaneTimeMs: null, stopTimeMs: null }))
  const statusAt = (timeMs: number) =>
    aloneAt(timeMs, { pitStops }, [100_000, 100_000, 100_000]).pitStatus
  assert.deepEqual([95_000, 150_000, 195_000, 205_000, 250_000].map(statusAt), [1, 0, 1, 1, 0])
})

const aStint = (tyreCompound: number, endLap: number | null) => ({
  tyreCompound,
  actualTyreCompound: null,
  endLap,
})

test('a car has the tyres of the stint that its lap belongs to, and their age', () => {
  const laps = [100_000, 100_000, 100_000, 100_000]
  const tyresAt = (timeMs: number, last: number | null = null) => {
    const car = aloneAt(timeMs, { tyres: [aStint(16, 2), aStint(17, last)] }, laps)
    return [car.currentTyreCompound, car.currentTyreAgeLaps]
  }
  assert.deepEqual(tyresAt(0), [16, 0])
  assert.deepEqual(tyresAt(150_000), [16, 1])
  assert.deepEqual(tyresAt(250_000), [17, 0])
  assert.deepEqual(tyresAt(350_000), [17, 1])
  assert.deepEqual(tyresAt(350_000, 4), [17, 1])
  assert.equal(tyresAt(350_000, 3)[0], 17, 'the last set stays on')
  assert.equal(aloneAt(0, { tyres: [] }, laps).currentTyreCompound, null)
})

test('gaps are those to the leader and to the car ahead, on the grid as if they had rolled', () => {
  const drivers = [100_000, 110_000, 120_000].map((lapMs, driverIdx) =>
    driver({ driverIdx, startingPosition: driverIdx + 1 }, [lapMs, lapMs, lapMs]),
  )
  const [first, second, third] = createReplay(aSession({ drivers, ...TRACK })).at(220_000).drivers
  assert.deepEqual([first?.deltaToLeader, first?.deltaToCarAhead], [0, null])
  assert.deepEqual([second?.deltaToLeader, second?.deltaToCarAhead], [20_000, 20_000])
  assert.deepEqual(
    [third?.position, third?.deltaToLeader, third?.deltaToCarAhead],
    [3, 36_667, 18_333],
  )
  const start = createReplay(aSession({ drivers, ...TRACK })).at(0).drivers
  assert.deepEqual(
    start.map(({ deltaToCarAhead }) => deltaToCarAhead),
    [null, 200, 219],
  )
})

test('cars that have come as far are ordered by who came there first', () => {
  const drivers = [
    driver({ driverIdx: 0, startingPosition: 1 }, [110_000, 110_000]),
    driver({ driverIdx: 1, startingPosition: 2 }, [100_000, 100_000]),
  ]
  const { drivers: home } = createReplay(aSession({ drivers, ...TRACK })).at(300_000)
  assert.deepEqual(
    home.map(({ position }) => position),
    [2, 1],
  )
})

test('a race is over for the quickest of those who drove most laps', () => {
  const drivers = [
    driver({ driverIdx: 0 }, [90_000]),
    driver({ driverIdx: 1 }, [110_000, 110_000]),
    driver({ driverIdx: 2 }, [100_000, 100_000]),
  ]
  assert.equal(createReplay(aSession({ drivers, ...TRACK })).durationMs, 200_000)
})

test('a state is that of a live session without viewers, at its moment', () => {
  const state = createReplay(aSession({ drivers: [driver({}, [90_000])], ...TRACK })).at(1_234.6)
  const { sessionTimeMs, viewers, receiving, recorderConnected, sectorStarts } = state
  assert.deepEqual(
    [sessionTimeMs, viewers, receiving, recorderConnected, sectorStarts],
    [1_235, 0, true, true, null],
  )
  assert.deepEqual([state.flaggedZones, state.miniSectors, state.pitLane], [[], [], []])
})

test('without the length of the track gaps are the same, and nobody has a distance', () => {
  const drivers = [
    driver({ startingPosition: 1 }, [90_000, 90_000]),
    driver({ startingPosition: 2 }, [91_000, 93_000]),
  ]
  const [known, unknown] = [TRACK.trackLength, null].map((trackLength) =>
    createReplay(aSession({ drivers, trackOutline: [], trackLength }))
      .at(182_000)
      .drivers.map(({ deltaToLeader, position }) => [
        position,
        Math.round((deltaToLeader ?? Number.NaN) / 100),
      ]),
  )
  assert.deepEqual(unknown, known)
  const { drivers: shown } = createReplay(
    aSession({ drivers, trackOutline: [], trackLength: null }),
  ).at(60_000)
  assert.deepEqual(
    shown.map(({ lapDistance }) => lapDistance),
    [null, null],
  )
})

test('a track without an outline has cars without a place', () => {
  const drivers = [driver({ startingPosition: 1 }, [90_000])]
  const [car] = createReplay(aSession({ drivers, trackOutline: [], trackLength: 4000 })).at(
    1_000,
  ).drivers
  assert.equal(car?.livePosition, null)
})

function openPlayer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const store = createLiveStore()
  const shown: number[] = []
  store.subscribe(() => shown.push(store.view().session?.sessionTimeMs ?? -1))
  const race = aSession({ drivers: [driver({}, [10_000])], ...TRACK })
  return { store, shown, player: createLapTimePlayer(createReplay(race), store) }
}

test('a player shows a quarter of the race at first, and the rest while it plays', (t) => {
  const { store, shown, player } = openPlayer(t)
  assert.deepEqual(shown, [2_500])
  assert.deepEqual(store.view().connection, { kind: 'replay' })
  t.mock.timers.tick(500)
  assert.equal(shown.length, 1)
  player.play()
  player.play()
  t.mock.timers.tick(500)
  assert.deepEqual(shown, [2_500, 2_500 + 250 * REPLAY_SPEED, 2_500 + 500 * REPLAY_SPEED])
  player.pause()
  t.mock.timers.tick(500)
  assert.equal(shown.length, 3)
  player.play()
  t.mock.timers.tick(250)
  assert.equal(shown.at(-1), 2_500 + 750 * REPLAY_SPEED)
})

test('the result stays for twenty seconds of the race, then it begins again', (t) => {
  const { shown, player } = openPlayer(t)
  player.play()
  const ticks = (10_000 + 20_000 - 2_500) / 1_000
  t.mock.timers.tick(250 * Math.floor(ticks))
  assert.equal(shown.at(-1), 29_500)
  t.mock.timers.tick(250)
  assert.equal(shown.at(-1), 0)
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
