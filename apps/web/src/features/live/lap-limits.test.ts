import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import {
  PenaltyType,
  ResultStatus,
  SafetyCarStatus,
  SessionType,
} from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { en } from '../../testing/text.ts'
import { formatFuelLaps, wearTone, worstWear } from './car-figures.ts'
import { driverCode } from '../race/car-identity.ts'
import {
  bestLap,
  bestLapNumber,
  compoundOfLap,
  longRunPaceMs,
  runningDeltaMs,
  sectorDeltaMs,
  stintPaceMs,
  theoreticalBestMs,
} from './lap-analysis.ts'
import { intervalTrendMs } from '../race/interval-trend.ts'
import { connectionAfter } from './live-receiver.ts'
import { createLiveStore } from '../race/live-store.ts'
import { netPosition, servedSeconds } from './penalty-figures.ts'
import { pinnedPlaces } from './pinned-drivers.ts'
import {
  carAt,
  gapBetween,
  gapText,
  gapToLeader,
  intervalText,
  isInBattle,
  leaderLap,
  neighbours,
  sectorTimes,
  standingOf,
  statusOf,
} from '../race/standing.ts'

function lap(lapTime: number | null, known: Partial<Lap> = {}): Lap {
  return {
    lapTime,
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
    invalidLap: false,
    ...known,
  }
}
const stint = (tyreCompound: number, endLap: number | null) => ({
  tyreCompound,
  actualTyreCompound: null,
  endLap,
})
const stop = (lapNum: number) => ({ lapNum, pitLaneTimeMs: null, stopTimeMs: null })
const RACE = { sessionType: SessionType.Race }

test('a best lap is the first valid one of its time', () => {
  const lapTimes = [lap(90_000, { invalidLap: true }), lap(90_000), lap(90_000), lap(null)]
  const driver = aDriver({ bestLapTimeMs: 90_000, lapTimes })
  assert.equal(bestLapNumber(driver), 2)
  assert.equal(bestLap(driver), lapTimes[1])
  for (const bestLapTimeMs of [null, 91_000]) {
    assert.equal(bestLapNumber({ ...driver, bestLapTimeMs }), null)
    assert.equal(bestLap({ ...driver, bestLapTimeMs }), null)
  }
})

test('a lap belongs to the stint that ends with it or later', () => {
  const driver = aDriver({ tyres: [stint(16, 2), stint(17, 4)] })
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((number) => compoundOfLap(driver, number)),
    [16, 16, 17, 17, null],
  )
})

test('each sector is needed for an ideal lap', () => {
  const known = { bestSector1TimeMs: 1, bestSector2TimeMs: 2, bestSector3TimeMs: 3 }
  assert.equal(theoreticalBestMs(aDriver(known)), 6)
  for (const name of ['bestSector1TimeMs', 'bestSector2TimeMs', 'bestSector3TimeMs'] as const) {
    assert.equal(theoreticalBestMs(aDriver({ ...known, [name]: null })), null)
  }
})

const paceOf = (...times: (number | null)[]) =>
  stintPaceMs(
    aDriver({
      bestLapTimeMs: 100_000,
      lapTimes: times.map((lapTime) => lap(lapTime)),
      tyres: [stint(16, null)],
    }),
    0,
  )

test('laps up to 107 % of the best are at racing pace', () => {
  assert.equal(paceOf(100_000, 107_000), 103_500)
  assert.equal(paceOf(100_000, 107_001), 100_000)
  assert.equal(paceOf(100_000, null), 100_000)
  assert.equal(paceOf(107_001), null)
  assert.equal(paceOf(100_000, 100_001), 100_001, 'to the nearest millisecond')
})

test('a stint has the laps after the one before it, up to its own end', () => {
  const lapTimes = [100_000, 101_000, 102_000, 103_000, 104_000, 105_000].map((time) => lap(time))
  const tyres = [stint(16, 2), stint(17, 5), stint(18, null)]
  const driver = aDriver({ bestLapTimeMs: 100_000, lapTimes, tyres })
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => stintPaceMs(driver, place)),
    [100_500, 103_000, 105_000, 102_500],
  )
  assert.equal(stintPaceMs({ ...driver, bestLapTimeMs: null }, 0), null)
  assert.equal(longRunPaceMs(driver), null)
  const long = { ...driver, tyres: [stint(16, 4), stint(17, null)] }
  assert.equal(longRunPaceMs(long), 101_500)
})

test('the trend of an interval needs two laps of both, without a stop around the last', () => {
  const driven = (count: number, time: number, known: Partial<Driver> = {}) =>
    aDriver({ lapTimes: Array.from({ length: count }, () => lap(time)), ...known })
  const ahead = driven(3, 90_000)
  assert.equal(intervalTrendMs(driven(3, 90_300), ahead), 300)
  assert.equal(intervalTrendMs(driven(2, 90_300), ahead), 300)
  assert.equal(intervalTrendMs(driven(1, 90_300), driven(2, 90_000)), null)
  assert.equal(intervalTrendMs(driven(2, 90_300), driven(4, 90_000)), null)
  assert.equal(intervalTrendMs(driven(2, 90_300), driven(2, 90_000)), 300)
  for (const [lapNum, trend] of [
    [1, 300],
    [2, null],
    [3, null],
    [4, 300],
  ] as const) {
    const stopped = { pitStops: [stop(lapNum)] }
    assert.equal(intervalTrendMs(driven(3, 90_300, stopped), ahead), trend)
    assert.equal(intervalTrendMs(driven(3, 90_300), { ...ahead, ...stopped }), trend)
  }
  const unknown = { lapTimes: [lap(90_000), lap(90_000), lap(null)] }
  assert.equal(intervalTrendMs(aDriver(unknown), ahead), null)
  assert.equal(intervalTrendMs(driven(3, 90_300), aDriver(unknown)), null)
})

test('a running lap is compared at its last line, where both times are known', () => {
  const reference = lap(90_000, { sector1Time: 30_000, sector2Time: 31_000 })
  const deltaOf = (known: Partial<Driver>, to: Lap | null = reference) =>
    runningDeltaMs(aDriver(known), to)
  assert.equal(deltaOf({}), null)
  assert.equal(deltaOf({ currentSector1TimeMs: 30_100 }), 100)
  assert.equal(deltaOf({ currentSector1TimeMs: 30_100 }, null), null)
  assert.equal(deltaOf({ currentSector1TimeMs: 30_100 }, lap(90_000)), null)
  const both = { currentSector1TimeMs: 30_100, currentSector2TimeMs: 31_200 }
  assert.equal(deltaOf(both), 300)
  assert.equal(deltaOf(both, lap(90_000, { sector1Time: 30_000 })), null)
})

test('a sector is compared where both times are known, and the third not while it runs', () => {
  const reference = lap(90_000, { sector1Time: 30_000, sector3Time: 29_000 })
  const last = { lastSector1TimeMs: 30_100, lastSector2TimeMs: 31_000, lastSector3TimeMs: 29_200 }
  const deltas = (known: Partial<Driver>) =>
    ([0, 1, 2] as const).map((sector) => sectorDeltaMs(aDriver(known), reference, sector))
  assert.deepEqual(deltas(last), [100, null, 200])
  assert.deepEqual(deltas({ ...last, currentSector3TimeMs: 5_000 }), [100, null, null])
  assert.deepEqual(deltas({}), [null, null, null])
})

test('wear has two limits, and that of a car is its most worn tyre', () => {
  assert.deepEqual([39.9, 40, 69.9, 70].map(wearTone), [
    '',
    'text-secondary',
    'text-secondary',
    'font-semibold text-bad',
  ])
  const tyres = { frontLeft: 1, frontRight: 2, rearLeft: 4, rearRight: 3 }
  assert.equal(worstWear(tyres), 4)
})

test('fuel is laps on board, or a margin with its sign', () => {
  assert.deepEqual(
    [
      formatFuelLaps(8.44, false),
      formatFuelLaps(1.25, true),
      formatFuelLaps(-0.5, true),
      formatFuelLaps(-0.5, false),
      formatFuelLaps(0, true),
    ],
    ['8.4', '+1.3', '−0.5', '−0.5', '+0.0'],
  )
})

test('a car has a code by its place, which follows its name', () => {
  const drivers = [aDriver({ name: 'Moreau' }), aDriver({ name: 'Tanaka' })]
  assert.deepEqual(
    [0, 1, 2].map((place) => driverCode(drivers, place)),
    ['MOR', 'TAN', '–'],
  )
  assert.equal(driverCode([...drivers], 2), '–')
  const renamed = [aDriver({ name: 'Silva' }), aDriver({ name: 'Tanaka' })]
  assert.equal(driverCode(renamed, 0), 'SIL')
  assert.equal(driverCode(drivers, 0), 'MOR')
  const [one, other] = [7, 8].map((carNumber) => [aDriver({ name: '', carNumber })])
  assert.notEqual(driverCode(one ?? [], 0), driverCode(other ?? [], 0))
})

test('a message says how the page stands with the server', () => {
  const ended = { kind: 'ended', recordedId: 'R' } as const
  const live = { kind: 'live' } as const
  assert.deepEqual(connectionAfter({ t: 'ended', v: 1, recordedId: 'R' }, live), ended)
  assert.deepEqual(connectionAfter({ t: 'waiting' }, live), { kind: 'waiting' })
  const heartbeat = { t: 'heartbeat', version: 1, sessionTimeMs: 0 } as const
  assert.equal(Reflect.apply(connectionAfter, null, [heartbeat, ended]), ended)
  assert.deepEqual(Reflect.apply(connectionAfter, null, [heartbeat, { kind: 'waiting' }]), live)
  assert.deepEqual(Reflect.apply(connectionAfter, null, [{ t: 'delta' }, ended]), live)
})

const stateAt = (sessionTimeMs: number, id = 'one') => aSession({ id, sessionTimeMs })

test('a state jumps where it does not follow the one before', () => {
  const store = createLiveStore()
  assert.deepEqual(store.view().connection, { kind: 'connecting' })
  const jumpsAfter = (session: Parameters<typeof store.show>[0]) => {
    store.show(session)
    return store.view().jumps
  }
  assert.equal(jumpsAfter(stateAt(10_000)), 1)
  assert.equal(jumpsAfter(stateAt(13_000)), 1)
  assert.equal(jumpsAfter(stateAt(13_000)), 1)
  assert.equal(jumpsAfter(stateAt(16_001)), 2)
  assert.equal(jumpsAfter(stateAt(16_000)), 3)
  assert.equal(jumpsAfter(stateAt(16_000, 'other')), 4)
  assert.equal(jumpsAfter(null), 5)
})

test('listeners hear of another session, connection or freshness, and of nothing else', () => {
  const store = createLiveStore({ kind: 'live' })
  let heard = 0
  store.subscribe(() => heard++)
  const session = aSession({})
  store.show(session)
  store.show(session)
  assert.equal(heard, 1)
  store.setConnection({ kind: 'waiting' })
  assert.deepEqual([heard, store.view().connection], [2, { kind: 'waiting' }])
  store.setFreshness(0, 0)
  assert.equal(heard, 2)
  store.setFreshness(1, 0)
  store.setFreshness(1, 1)
  assert.deepEqual([heard, store.view().behindSeconds, store.view().silentSeconds], [4, 1, 1])
})

const aPenalty = (penaltyTime: number | null, penaltyType: number = PenaltyType.TimePenalty) => ({
  penaltyType,
  penaltyTime,
  infringementType: 0,
  otherVehicleIdx: null,
  lapNum: 1,
  penaltyIssuedTime: 0,
})

test('seconds were served where more were issued than are still to be added', () => {
  const served = (totalPenaltiesSeconds: number, ...penalties: ReturnType<typeof aPenalty>[]) =>
    servedSeconds(aDriver({ penalties, totalPenaltiesSeconds }))
  assert.equal(served(5, aPenalty(5), aPenalty(10)), 10)
  assert.equal(served(0, aPenalty(null), aPenalty(5, PenaltyType.DriveThrough)), 0)
  assert.equal(served(10, aPenalty(5)), 0)
})

const driverAt = (
  position: number | null,
  deltaToLeader: number | null,
  known: Partial<Driver> = {},
) => aDriver({ driverIdx: position ?? 9, position, deltaToLeader, ...known })

test('a net position counts open penalties of all cars that still race', () => {
  const drivers = [
    driverAt(1, null, { totalPenaltiesSeconds: 5 }),
    driverAt(2, 4_000),
    driverAt(3, 5_000),
    driverAt(4, null),
    driverAt(5, 6_000, { resultStatus: ResultStatus.Retired }),
    driverAt(null, 7_000),
  ]
  const session = aSession({ drivers })
  assert.deepEqual(
    drivers.map((driver) => netPosition(driver, session)),
    // The third is as far as the first with its penalty: the first stays ahead.
    [2, 1, 3, 4, null, null],
  )
})

test('pinned drivers are listed by their places in the order of the session', () => {
  const drivers = [
    aDriver({ name: 'Ann', position: 2 }),
    aDriver({ name: 'Bob', position: 3 }),
    aDriver({ name: 'Cas', position: 1 }),
  ]
  const session = aSession({ drivers })
  assert.equal(
    pinnedPlaces(session, ({ name }) => ['Ann', 'Cas', 'Zoe'].includes(name)),
    '2,0',
  )
  assert.equal(
    pinnedPlaces(session, () => false),
    '',
  )
})

test('the order and the bests of a tick are worked out once', () => {
  const session = aSession({ drivers: [aDriver({ position: null }), aDriver({ position: 1 })] })
  assert.equal(standingOf(session), standingOf(session))
  assert.deepEqual(standingOf(session).order, [1, 0])
})

test('a car is found by its position, with those around it', () => {
  const [ann, bob, cas] = [1, 2, 3].map((position) => aDriver({ driverIdx: position, position }))
  assert.ok(ann && bob && cas)
  const session = aSession({ drivers: [cas, ann, bob] })
  assert.deepEqual([carAt(session, 1), carAt(session, 3), carAt(session, 4)], [ann, cas, null])
  assert.deepEqual(neighbours(bob, session), { ahead: ann, behind: cas })
  assert.deepEqual(neighbours(ann, session), { ahead: null, behind: bob })
  assert.deepEqual(neighbours(cas, session), { ahead: bob, behind: null })
  assert.equal(leaderLap({ ...session, drivers: [{ ...ann, currentLapNumber: 7 }] }), 7)
  assert.equal(leaderLap(aSession({ drivers: [] })), 0)
})

test('a gap is that on the road in a race, else that of the best laps', () => {
  const [ann, bob] = [
    aDriver({ position: 1, deltaToLeader: 99, bestLapTimeMs: 90_000 }),
    aDriver({ position: 2, deltaToLeader: 1_500, bestLapTimeMs: 90_200 }),
  ]
  assert.equal(gapToLeader(ann), 0)
  const drivers = [ann, bob]
  assert.equal(gapBetween(ann, bob, aSession({ ...RACE, drivers })), 1_500)
  assert.equal(gapBetween(bob, ann, aSession({ ...RACE, drivers })), -1_500)
  assert.equal(gapBetween(ann, bob, aSession({ sessionType: SessionType.Q1, drivers })), 200)
  const unknown = { ...bob, deltaToLeader: null }
  assert.equal(gapBetween(ann, unknown, aSession({ ...RACE, drivers })), null)
  assert.equal(gapBetween(unknown, ann, aSession({ ...RACE, drivers })), null)
})

const gapOf = (known: Partial<Driver>, trackLength: number | null = 5_000) => {
  const leader = aDriver({ position: 1, currentLapNumber: 10, lapDistance: 1_000 })
  const other = aDriver({ driverIdx: 2, position: 2, deltaToLeader: 80_000, ...known })
  const session = aSession({ ...RACE, drivers: [leader, other], trackLength })
  return [gapText(other, session, en), intervalText({ ...other, deltaToCarAhead: 1 }, session, en)]
}

test('a lap down counts by the distance, so that crossing the line first does not', () => {
  assert.equal(gapOf({ currentLapNumber: 9, lapDistance: 1_000 })[0], '+1 lap')
  assert.equal(gapOf({ currentLapNumber: 9, lapDistance: 1_000 })[1], '+1 lap')
  assert.notEqual(gapOf({ currentLapNumber: 9, lapDistance: 1_001 })[0], '+1 lap')
  assert.equal(gapOf({ currentLapNumber: 8, lapDistance: 900 })[0], '+2 laps')
  assert.notEqual(gapOf({ currentLapNumber: 9, lapDistance: 1_000 }, null)[0], '+1 lap')
  assert.notEqual(gapOf({ currentLapNumber: 10, lapDistance: 0 })[0], '+1 lap')
})

test('there is no interval for the leader, without a position, or for a car that is out', () => {
  const leader = aDriver({ position: 1 })
  const other = aDriver({ driverIdx: 2, position: 2, deltaToCarAhead: 500 })
  const session = aSession({ ...RACE, drivers: [leader, other] })
  assert.equal(intervalText(other, session, en), '+0.500')
  assert.equal(intervalText(leader, session, en), '')
  assert.equal(intervalText({ ...other, position: null }, session, en), '')
  assert.equal(intervalText({ ...other, resultStatus: ResultStatus.Retired }, session, en), '')
  assert.equal(gapText({ ...leader, resultStatus: ResultStatus.Retired }, session, en), '')
})

test('outside a race a gap needs the best laps of both, and the first has none', () => {
  const [first, other] = [
    aDriver({ position: 1, bestLapTimeMs: 90_000 }),
    aDriver({ driverIdx: 2, position: 2, bestLapTimeMs: 90_250 }),
  ]
  const gapIn = (drivers: Driver[]) =>
    gapText(drivers[1] ?? other, aSession({ sessionType: SessionType.Q1, drivers }), en)
  assert.equal(gapIn([first, other]), '+0.250')
  assert.equal(gapIn([first, { ...other, bestLapTimeMs: null }]), '')
  assert.equal(gapIn([{ ...first, bestLapTimeMs: null }, other]), '')
  const session = aSession({ sessionType: SessionType.Q1, drivers: [first, other] })
  assert.equal(gapText(first, session, en), '')
})

for (const [rule, known, isFighting] of [
  ['999 ms behind', { deltaToCarAhead: 999 }, true],
  ['a second behind', { deltaToCarAhead: 1_000 }, false],
  ['without an interval', { deltaToCarAhead: null }, false],
  ['in the lead', { deltaToCarAhead: 500, position: 1 }, false],
  ['in the pits', { deltaToCarAhead: 500, pitStatus: 1 }, false],
  ['that is out', { deltaToCarAhead: 500, resultStatus: ResultStatus.Retired }, false],
] as const) {
  test(`a car ${rule} ${isFighting ? 'fights' : 'does not fight'}`, () => {
    const driver = aDriver({ position: 2, ...known })
    assert.equal(isInBattle(driver, aSession({ ...RACE, drivers: [driver] })), isFighting)
    const neutral = { safetyCarStatus: SafetyCarStatus.Full, drivers: [driver] }
    assert.equal(isInBattle(driver, aSession({ ...RACE, ...neutral })), false)
    const qualifying = aSession({ sessionType: SessionType.Q1, drivers: [driver] })
    assert.equal(isInBattle(driver, qualifying), false)
  })
}

const stateOf = (known: Partial<Driver>, sessionType: number = SessionType.Race) => {
  const driver = aDriver({ currentLapNumber: 5, ...known })
  return statusOf(driver, aSession({ sessionType, drivers: [driver] }))
}

test('the state of a car is its finish, its stop, or that of its lap', () => {
  assert.equal(stateOf({ resultStatus: ResultStatus.Finished, pitStatus: 1 }), 'finished')
  assert.equal(stateOf({ pitStatus: 1 }), 'pit')
  assert.equal(stateOf({}), null)
  assert.equal(stateOf({ pitStops: [stop(4)] }), 'outLap')
  assert.equal(stateOf({ pitStops: [stop(5)] }), null)
  assert.equal(stateOf({ pitStops: [stop(3)] }), null)
  assert.equal(stateOf({ pitStops: [stop(4), stop(3)] }), null)
  const { Q1, TimeTrial } = SessionType
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((driverStatus) => stateOf({ driverStatus }, Q1)),
    ['garage', 'flying', 'inLap', 'outLap', null],
  )
  assert.equal(stateOf({ driverStatus: 1 }, TimeTrial), null)
})

test('the sectors of the lap before stay until this one has one', () => {
  const last = { lastSector1TimeMs: 1, lastSector2TimeMs: 2, lastSector3TimeMs: 3 }
  assert.deepEqual(sectorTimes(aDriver(last)), [1, 2, 3])
  assert.deepEqual(sectorTimes(aDriver({ ...last, currentSector1TimeMs: 9 })), [9, null, null])
  assert.deepEqual(sectorTimes(aDriver({ ...last, currentSector2TimeMs: 9 })), [null, 9, null])
  assert.deepEqual(sectorTimes(aDriver({ ...last, currentSector3TimeMs: 9 })), [1, 2, 3])
})
