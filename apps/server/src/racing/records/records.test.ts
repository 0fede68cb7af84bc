import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ownLaps, records, type LapRecord } from '@pitboard/contract/records/records'
import { type LapCategory, USUAL_CARS } from '@pitboard/contract/records/lap-category'
import type { Lap } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { SessionType, TyreCompound, Weather } from '@pitboard/contract/wire/enumerations'
import { createClient } from '@pitboard/contract/wire/client'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { insertPlayer, readSession, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { deleteSession, storeRecording } from '../sessions/store-recording.ts'
import { listStandingRecords } from './records.ts'
import type { PackedTrace } from '../traces/pack-trace.ts'
import { storeTraces } from '../traces/stored-traces.ts'
import { whenTraced } from '../traces/traces.fixture.ts'
import { aLap, type Drive, driveSession, OWN_CAR, proveLaps } from './driven-session.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

const BASE: Omit<LapCategory, 'trackId'> = {
  gameVersion: 2025,
  sessionKind: 'timeTrial',
  tyreClass: 'dry',
  weather: 'dry',
  ...USUAL_CARS,
}

const drive = (userId: string, driven: Drive) => driveSession(server, userId, driven)

async function store(session: SessionDetail): Promise<string> {
  await storeRecording(server.context.db, session, null)
  await proveLaps(server, session)
  return session.id
}

const open = async (name: string) => openAccount(server.context, { username: name })

const call = (account?: TestAccount) =>
  createClient({
    baseUrl: server.url,
    ...(account && { token: () => account.accessToken }),
  })

async function recordsOf(trackId: number, parts: Partial<LapCategory> = {}) {
  return call()(records.track, { query: { ...BASE, trackId, ...parts } })
}

async function timesOf(trackId: number, parts: Partial<LapCategory> = {}) {
  return (await recordsOf(trackId, parts)).map(({ lapTimeMs }) => lapTimeMs)
}

const shown = (list: readonly LapRecord[]) =>
  list.map(({ username, lapTimeMs, lapNum }) => [username, lapTimeMs, lapNum])

test('a track lists the best valid lap of each driver, the fastest first', async () => {
  const [ann, bob] = await Promise.all([open('Ann'), open('Bob')])
  const slower = await store(
    drive(ann.userId, { laps: [aLap(90_500), aLap(90_100), aLap(90_300)] }),
  )
  await store(drive(ann.userId, { laps: [aLap(90_400)] }))
  const id = await store(
    drive(bob.userId, { laps: [aLap(89_000, { invalidLap: true }), aLap(90_000)] }),
  )
  const list = await recordsOf(3)
  assert.deepEqual(shown(list), [
    ['Bob', 90_000, 2],
    ['Ann', 90_100, 2],
  ])
  assert.partialDeepStrictEqual(list[0], {
    userId: bob.userId,
    sessionId: id,
    driverIdx: 3,
    tyreAgeLaps: 1,
    sector1TimeMs: 30_000,
    sector3TimeMs: 30_000,
    tyreCompound: TyreCompound.Soft,
  })
  const tracks = await call()(records.tracks, { query: BASE })
  assert.deepEqual(
    tracks.filter(({ trackId }) => trackId === 3).map(({ record }) => record.username),
    ['Bob'],
  )
  assert.ok((await call()(records.versions)).includes(2025))
  const standing = await listStandingRecords(server.context.db, [slower, id])
  assert.deepEqual(
    standing.map(({ sessionId, lapTimeMs }) => [sessionId, lapTimeMs]),
    [[id, 90_000]],
    'the records of a season are those that nobody has beaten',
  )
})

test('laps are compared within one kind of session, class of tyres, weather and year alone', async () => {
  const { userId } = await open('Cid')
  const laps = [aLap(90_000)]
  const track = { trackId: 4 }
  await store(drive(userId, { laps, ...track }))
  await store(drive(userId, { laps: [aLap(91_000)], ...track, sessionType: SessionType.Q2 }))
  await store(
    drive(userId, { laps: [aLap(95_000)], ...track, compound: TyreCompound.Intermediate }),
  )
  await store(drive(userId, { laps: [aLap(99_000)], ...track, startWeather: Weather.HeavyRain }))
  await store(drive(userId, { laps: [aLap(92_000)], ...track, gameVersion: 2024 }))
  assert.deepEqual(await timesOf(4, {}), [90_000])
  assert.deepEqual(await timesOf(4, { sessionKind: 'qualifying' }), [91_000])
  assert.deepEqual(await timesOf(4, { tyreClass: 'intermediate' }), [95_000])
  assert.deepEqual(await timesOf(4, { weather: 'wet' }), [99_000])
  assert.deepEqual(await timesOf(4, { gameVersion: 2024 }), [92_000])
  assert.deepEqual(await timesOf(4, { sessionKind: 'race' }), [])
})

test('other cars have lists of their own, and the assists stand beside the time', async () => {
  const { userId } = await open('Quin')
  const lap = (lapTime: number, settings: SessionDetail['settings']) =>
    store(drive(userId, { laps: [aLap(lapTime)], trackId: 18, ...(settings && { settings }) }))
  const usual = { ...USUAL_CARS, gameMode: 5, assists: [] }
  await lap(90_000, undefined)
  await lap(89_900, { ...usual, assists: ['tractionControl', 'racingLine'] })
  await lap(80_000, { ...usual, formula: 'f1World' })
  await lap(81_000, { ...usual, performance: 'equal' })
  await lap(82_000, { ...usual, performance: 'developed' })
  const list = await recordsOf(18)
  assert.deepEqual(
    list.map(({ lapTimeMs, assists }) => [lapTimeMs, assists]),
    [[89_900, ['tractionControl', 'racingLine']]],
  )
  assert.deepEqual(await timesOf(18, { formula: 'f1World' }), [80_000])
  assert.deepEqual(await timesOf(18, { performance: 'equal' }), [81_000])
  assert.deepEqual(await timesOf(18, { performance: 'developed' }), [82_000])
  const withoutCars = await server.app.inject(
    '/api/Records?trackId=18&gameVersion=2025&sessionKind=timeTrial&tyreClass=dry&weather=dry',
  )
  assert.partialDeepStrictEqual(withoutCars.json(), [{ lapTimeMs: 89_900 }])
})

test('tracks are listed by name, those without a record not at all', async () => {
  const { userId } = await open('Rob')
  const parts = { gameVersion: 2023, sessionType: SessionType.P1 }
  for (const trackId of [0, 3, 5, 17]) {
    await store(drive(userId, { laps: [aLap(90_000)], trackId, ...parts }))
  }
  const {
    formula: _formula,
    performance: _performance,
    ...query
  } = {
    ...BASE,
    gameVersion: 2023,
    sessionKind: 'practice' as const,
  }
  // A request that names no cars means the usual ones.
  const tracks = await call()(records.tracks, { query })
  assert.deepEqual(
    tracks.map(({ trackId, trackName, record }) => [trackId, trackName, record.username]),
    [
      [17, 'Austria', 'Rob'],
      [0, 'Melbourne', 'Rob'],
      [5, 'Monaco', 'Rob'],
      [3, 'Sakhir (Bahrain)', 'Rob'],
    ],
  )
})

test('of two drivers with the same time the one who drove it first is ahead', async () => {
  const [first, second] = [await open('Una'), await open('Vic')]
  for (const { userId } of [first, second]) {
    await store(drive(userId, { laps: [aLap(91_000), aLap(90_000)], trackId: 30 }))
  }
  assert.deepEqual(shown(await recordsOf(30)), [
    ['Una', 90_000, 2],
    ['Vic', 90_000, 2],
  ])
})

test('the years of the game are listed up to the next one, the newest first', async () => {
  const { userId } = await open('Sam')
  const nextYear = server.context.now().getUTCFullYear() + 1
  const years = [nextYear - 1, nextYear, nextYear + 1, 2022, 2021]
  for (const gameVersion of years) {
    await store(drive(userId, { laps: [aLap(90_000)], trackId: 19, gameVersion }))
  }
  const listed = await call()(records.versions)
  assert.deepEqual(listed.slice(0, 2), [nextYear, nextYear - 1])
  assert.equal(listed.at(-1), 2022)
  assert.deepEqual(
    listed,
    listed.toSorted((a, b) => b - a),
  )
})

test('lists of records are cached for half a minute, own laps never', async () => {
  const { accessToken } = await open('Tim')
  const conditions = 'gameVersion=2025&sessionKind=timeTrial&tyreClass=dry&weather=dry'
  const cacheOf = async (url: string) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await server.app.inject({ url, headers })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.headers['cache-control'] ?? ''
  }
  for (const url of [
    `${records.track.path}?trackId=3&${conditions}`,
    `${records.tracks.path}?${conditions}`,
    records.versions.path,
  ]) {
    assert.equal(await cacheOf(url), 'public, max-age=30', url)
  }
  const own = await cacheOf(`${ownLaps.statistics.path}?trackId=3&${conditions}`)
  assert.doesNotMatch(own, /public|max-age=[1-9]/)
})

test('what no real lap is stays out of the records, and its driver reads why', async () => {
  const account = await open('Dan')
  const laps = [
    aLap(59_000, { sector3Time: 29_000, sector1Time: 15_000, sector2Time: 15_000 }),
    aLap(90_000, { sector1Time: 29_000 }),
    aLap(90_000, { sector1Time: 4_000, sector2Time: 43_000, sector3Time: 43_000 }),
    aLap(92_000),
  ]
  await store(drive(account.userId, { laps, trackId: 5 }))
  assert.deepEqual(shown(await recordsOf(5)), [['Dan', 92_000, 4]])
  const own = await call(account)(ownLaps.statistics, { query: { ...BASE, trackId: 5 } })
  assert.equal(own.laps, 1)
  assert.deepEqual(
    own.withheld.map(({ lapNum, reason }) => [lapNum, reason]),
    [
      [3, 'impossibleTime'],
      [2, 'sectorSum'],
      [1, 'impossibleTime'],
    ],
  )
})

test('in a race the first lap, laps through the pits, laps of a flashback and laps that do not add up do not count', async () => {
  const { userId } = await open('Eve')
  const race = (trackId: number, parts: Partial<SessionDetail>, totalRaceTime: number) => {
    const laps = [90_000, 91_000, 92_000, 93_000, 94_000, 95_000].map((time) => aLap(time))
    const session = drive(userId, { laps, trackId, sessionType: SessionType.Race, ...parts })
    const [driver] = session.drivers
    assert.ok(driver)
    const pitStops = [{ lapNum: 2, pitLaneTimeMs: null, stopTimeMs: null }]
    return { ...session, drivers: [{ ...driver, pitStops, totalRaceTime }] }
  }
  const timeMs = 90_000 + 91_000 + 92_000 + 50_000
  const common = { seq: 1, lapNum: null, driverIdx: null, otherDriverIdx: null, seconds: null }
  const flashback = { ...common, kind: 'flashback' as const, timeMs, value: timeMs }
  await store(race(6, { events: [flashback] }, 555_000))
  assert.deepEqual(shown(await recordsOf(6, { sessionKind: 'race' })), [['Eve', 94_000, 5]])
  await store(race(7, {}, 555_000))
  assert.deepEqual(shown(await recordsOf(7, { sessionKind: 'race' })), [['Eve', 93_000, 4]])
  await store(race(8, {}, 540_000))
  assert.deepEqual(shown(await recordsOf(8, { sessionKind: 'race' })), [])
})

test('a deleted session leaves the next best lap, and one that is stored again replaces its own', async () => {
  const { userId } = await open('Fay')
  const fast = drive(userId, { laps: [aLap(90_000)], trackId: 9 })
  await store(fast)
  await store(drive(userId, { laps: [aLap(91_000)], trackId: 9 }))
  assert.deepEqual(await timesOf(9), [90_000])
  await store({ ...fast, drivers: drive(userId, { laps: [aLap(92_000)] }).drivers })
  assert.deepEqual(await timesOf(9), [91_000])
  await store(fast)
  await deleteSession(server.context.db, fast.id)
  assert.deepEqual(await timesOf(9), [91_000])
})

test('a driver who opts out is in no list, and is again after opting in', async () => {
  const account = await open('Gus')
  await store(drive(account.userId, { laps: [aLap(90_000)], trackId: 10 }))
  const set = (isInRecords: boolean) =>
    call(account)(ownLaps.participate, { body: { isInRecords } })
  assert.deepEqual(await set(false), { isInRecords: false })
  assert.deepEqual(await recordsOf(10), [])
  const tracks = await call()(records.tracks, { query: BASE })
  assert.ok(tracks.every(({ record }) => record.userId !== account.userId))
  // Users still see their own laps.
  const bests = await call(account)(ownLaps.bests)
  assert.deepEqual(
    bests.map(({ trackId, best }) => [trackId, best.lapTimeMs]),
    [[10, 90_000]],
  )
  assert.deepEqual(await call(account)(ownLaps.participation), { isInRecords: false })
  await set(true)
  assert.equal((await recordsOf(10)).length, 1)
  assert.deepEqual(await call(account)(ownLaps.participation), { isInRecords: true })
})

function stint(base: number, laps = 12): Lap[] {
  return Array.from({ length: laps }, (_, age) => {
    const lapTime = base + age * 100 + (age % 2) * 10
    const sector1Time = 30_000 - (age === 5 ? 200 : 0)
    return aLap(lapTime, { sector1Time, sector3Time: lapTime - sector1Time - 30_000 })
  })
}

test('own laps: theoretical best, spread, progress and pace on old tyres', async () => {
  const account = await open('Hal')
  const first = await store(drive(account.userId, { laps: stint(91_000), trackId: 11 }))
  const second = await store(
    drive(account.userId, { laps: [...stint(90_000), aLap(120_000)], trackId: 11 }),
  )
  const query = { ...BASE, trackId: 11 }
  const own = await call(account)(ownLaps.statistics, { query })
  assert.equal(own.laps, 25)
  assert.equal(own.cleanLaps, 24)
  assert.equal(own.best?.lapTimeMs, 90_000)
  assert.equal(own.theoreticalBestMs, 89_800)
  assert.deepEqual(
    own.progress.map(({ sessionId, bestMs, laps }) => [sessionId, bestMs, laps]),
    [
      [first, 91_000, 12],
      [second, 90_000, 12],
    ],
  )
  const [pace] = own.tyrePace
  assert.ok(pace && Math.abs(pace.lossPerLapMs - 100) < 3, `${pace?.lossPerLapMs}`)
  assert.ok(pace.confidenceMs > 0 && pace.confidenceMs < 5)
  const nobody = await open('Ida')
  const empty = await call(nobody)(ownLaps.statistics, { query })
  assert.partialDeepStrictEqual(empty, { laps: 0, best: null, deviationMs: null, tyrePace: [] })
})

/** The trace itself does not matter here. */
function aTrace(parts: Partial<PackedTrace>): PackedTrace {
  const common = { driverIdx: OWN_CAR, lapNum: 1, flags: 0, sampleHz: 60, miniSectorsMs: null }
  return {
    ...common,
    tyreAgeLaps: null,
    contradiction: null,
    isProven: true,
    trace: new Uint8Array(),
    ...parts,
  }
}

async function trace(id: string, parts: Partial<PackedTrace>) {
  await storeTraces(server.context.db, id, [aTrace(parts)])
}

test('a lap is in the records once its telemetry proves it, and its driver reads why it is in none', async () => {
  const { db } = server.context
  const account = await open('Jon')
  const laps = [88_000, 89_000, 90_000, 91_000].map((lapTime) => aLap(lapTime))
  const session = drive(account.userId, { laps, trackId: 12 })
  const query = { ...BASE, trackId: 12 }
  const reasons = async () => {
    const { withheld } = await call(account)(ownLaps.statistics, { query })
    return withheld.map(({ lapNum, reason }) => [lapNum, reason]).toReversed()
  }
  const dueAt = new Date(Date.now() + 86_400_000)
  const job = { session_id: session.id, due_at: dueAt }
  await storeRecording(db, session, null)
  assert.deepEqual(await timesOf(12), [], 'there is nothing to make traces of')
  assert.deepEqual(
    (await reasons()).map(([, reason]) => reason),
    laps.map(() => 'noTelemetry'),
  )
  await db.insertInto('lap_trace_job').values(job).execute()
  await storeRecording(db, session, null)
  assert.deepEqual(await timesOf(12), [], 'until they are made')
  assert.deepEqual(
    (await reasons()).map(([, reason]) => reason),
    laps.map(() => 'unchecked'),
  )
  const judged = [
    aTrace({ contradiction: 'clock', isProven: false }),
    aTrace({ lapNum: 2, isProven: false }),
    aTrace({ lapNum: 3 }),
  ]
  await storeTraces(db, session.id, judged)
  const after = [
    [1, 'clock'],
    [2, 'noTelemetry'],
    [4, 'noTelemetry'],
  ]
  assert.deepEqual([await timesOf(12), await reasons()], [[90_000], after])
  assert.ok((await recordsOf(12)).every(({ isProven }) => isProven))
  await storeRecording(db, session, null)
  assert.deepEqual([await timesOf(12), await reasons()], [[90_000], after], 'stored again')
  await proveLaps(server, session)
  assert.deepEqual([await timesOf(12), await reasons()], [[88_000], []])
})

const proofsOf = async (trackId: number) =>
  (await recordsOf(trackId)).map(({ lapTimeMs, isProven }) => [lapTimeMs, isProven])

/** Stores the laps as an earlier server did, which did not check whether telemetry proves them. */
async function storeUnchecked(session: SessionDetail): Promise<void> {
  const { db } = server.context
  await storeRecording(db, session, null)
  await db
    .updateTable('driven_lap')
    .set({ is_proven: null, withheld: null, is_best: sql<boolean>`lap_num = 1` })
    .where('session_id', '=', session.id)
    .execute()
}

test('a lap from before its telemetry was checked stays and says so, until its traces are made again', async () => {
  const { db } = server.context
  const { userId } = await open('Pia')
  const session = drive(userId, { laps: [aLap(90_000), aLap(91_000)], trackId: 17 })
  await storeUnchecked(session)
  assert.deepEqual(await proofsOf(17), [[90_000, false]])
  await storeTraces(db, session.id, [aTrace({ lapNum: 2 })])
  assert.deepEqual(await proofsOf(17), [[91_000, true]])
})

test('every list of laps shows when a lap was driven and whether it has telemetry, whatever comes first', async () => {
  const { db } = server.context
  const account = await open('Moe')
  const session = drive(account.userId, { laps: [aLap(90_000), aLap(91_000)], trackId: 16 })
  const query = { ...BASE, trackId: 16 }
  const shownLaps = async () => {
    const [record] = await recordsOf(16)
    const tracks = await call()(records.tracks, { query: BASE })
    const bests = await call(account)(ownLaps.bests)
    const own = await call(account)(ownLaps.statistics, { query })
    const inTracks = tracks.find(({ trackId }) => trackId === 16)?.record
    const [progress] = own.progress
    const lists = [record, inTracks, bests[0]?.best, own.best, progress]
    return lists.map((lap) => (lap ? [lap.drivenAt, lap.hasTrace] : null))
  }
  const expectLaps = async (drivenAt: string, hasTrace: boolean, when: string) => {
    const found = await shownLaps()
    const expected = found.map(() => [drivenAt, hasTrace])
    assert.deepEqual(found, expected, when)
  }
  const drivenAt = session.sessionStartTime
  // Laps without telemetry are in lists only from before it was checked.
  const traceUnchecked = async ({ driverIdx, lapNum, trace: bytes }: PackedTrace) => {
    await db.deleteFrom('lap_trace').where('session_id', '=', session.id).execute()
    const address = { session_id: session.id, driver_idx: driverIdx, lap_num: lapNum }
    const row = { ...address, flags: 0, sample_hz: 60, trace: Buffer.from(bytes) }
    await db.insertInto('lap_trace').values(row).execute()
  }
  await storeUnchecked(session)
  await expectLaps(drivenAt, false, 'without traces')
  await traceUnchecked(aTrace({}))
  await expectLaps(drivenAt, true, 'with its trace')
  await traceUnchecked(aTrace({ lapNum: 2 }))
  await expectLaps(drivenAt, false, 'with the trace of another lap alone')
  await traceUnchecked(aTrace({ driverIdx: OWN_CAR + 1 }))
  await expectLaps(drivenAt, false, 'with the trace of another driver alone')
  await traceUnchecked(aTrace({}))
  const later = new Date(Date.parse(drivenAt) + 5_432).toISOString()
  await storeUnchecked({ ...session, sessionStartTime: later })
  await expectLaps(later, true, 'stored again with another start')
  await db
    .updateTable('session')
    .set({ started_at: new Date(drivenAt) })
    .where('id', '=', session.id)
    .execute()
  await expectLaps(drivenAt, true, 'with another start alone')
  await db.deleteFrom('lap_trace').where('session_id', '=', session.id).execute()
  await expectLaps(drivenAt, false, 'with its traces deleted')
  await deleteSession(db, session.id)
  assert.ok((await shownLaps()).every((lap) => lap === null))
})

const times = (even: number, odd: number) =>
  Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? even : odd))

test('the theoretical best takes the best of each mini-sector of all laps with telemetry', async () => {
  const account = await open('Kim')
  const query = { ...BASE, trackId: 13 }
  const best = async () => (await call(account)(ownLaps.statistics, { query })).miniSectorBest
  const record = async (miniSectorsMs: number[] | null, laps = [aLap(90_000)]) => {
    const id = await store(drive(account.userId, { laps, trackId: 13 }))
    await trace(id, { miniSectorsMs })
  }
  await record(times(3_700, 3_800))
  assert.equal(await best(), null, 'one lap alone')
  await record(times(3_800, 3_700))
  await record(null)
  await record(times(100, 100), [aLap(90_000, { sector1Time: 1 })])
  assert.deepEqual(await best(), { timeMs: 24 * 3_700, laps: 2 })
  await record(null, [aLap(24 * 3_700)])
  assert.deepEqual(await best(), { timeMs: 24 * 3_700, laps: 2 }, 'as good as the best sectors')
  // A lap without a complete trace has better sectors than all mini-sectors together.
  await record(null, [aLap(88_700)])
  assert.equal(await best(), null)
  const own = await call(account)(ownLaps.statistics, { query })
  assert.equal(own.theoreticalBestMs, 88_700)
})

test('pace on old tyres needs 20 clean laps on tyres of five ages', async () => {
  const account = await open('Lou')
  const query = { ...BASE, trackId: 14 }
  const pace = async () => (await call(account)(ownLaps.statistics, { query })).tyrePace.length
  await store(drive(account.userId, { laps: stint(90_000, 10), trackId: 14 }))
  await store(drive(account.userId, { laps: stint(90_000, 9), trackId: 14 }))
  assert.equal(await pace(), 0, '19 laps')
  await store(drive(account.userId, { laps: [...stint(90_000, 1), aLap(99_000)], trackId: 14 }))
  assert.equal(await pace(), 1, '20 clean laps and one that is not')
  const short = { ...query, trackId: 15 }
  for (let count = 0; count < 6; count++) {
    await store(drive(account.userId, { laps: stint(90_000, 4), trackId: 15 }))
  }
  const own = await call(account)(ownLaps.statistics, { query: short })
  assert.deepEqual([own.cleanLaps, own.tyrePace], [24, []], 'four ages')
})

test('a recorded race gives its recorder their laps and nobody else a record', async () => {
  const race = createRace({ seed: 4, laps: 5, cars: 4, rateHz: 10, trackId: 22 })
  const player = await insertPlayer(server, 'Max')
  const id = await sendRecording(server, player, seenBy(race, { playerCar: 1 }))
  await whenTraced(server, id)
  const { gameVersion, drivers, recorderDriverIdx } = await readSession(server, id)
  const own = drivers.find(({ driverIdx }) => driverIdx === recorderDriverIdx)
  const conditions = (['dry', 'intermediate', 'wet'] as const).flatMap((tyreClass) =>
    (['dry', 'wet'] as const).map((weather) => ({ tyreClass, weather })),
  )
  const lists = await Promise.all(
    conditions.map((parts) =>
      recordsOf(22, { ...parts, gameVersion: gameVersion ?? 0, sessionKind: 'race' }),
    ),
  )
  const all = lists.flat()
  assert.ok(all.length > 0)
  for (const { userId, sessionId, lapNum, lapTimeMs } of all) {
    assert.deepEqual([userId, sessionId], [player.userId, id])
    assert.equal(own?.lapTimes[lapNum - 1]?.lapTime, lapTimeMs)
  }
})

test('training has the three fastest proven laps of the latest five sessions, and those of who is compared with', async () => {
  const [own, fast, hidden] = await Promise.all([open('Tia'), open('Udo'), open('Vera')])
  const query = { ...BASE, trackId: 27 }
  const sessions: string[] = []
  for (let index = 0; index < 6; index++) {
    const laps = [93_000, 91_000, 90_500, 92_000].map((timeMs) => aLap(timeMs + index))
    sessions.push(await store(drive(own.userId, { laps, trackId: 27 })))
  }
  await store(drive(fast.userId, { laps: [89_000, 89_300].map((ms) => aLap(ms)), trackId: 27 }))
  await store(drive(hidden.userId, { laps: [aLap(88_000)], trackId: 27 }))
  await call(hidden)(ownLaps.participate, { body: { isInRecords: false } })
  await storeUnchecked(drive(own.userId, { laps: [aLap(87_000)], trackId: 27 }))
  const training = await call(own)(ownLaps.training, { query })
  assert.deepEqual(
    training.laps.map(({ sessionId, lapNum }) => [sessions.indexOf(sessionId), lapNum]),
    [1, 2, 3, 4, 5].flatMap((session) => [3, 2, 4].map((lapNum) => [session, lapNum])),
  )
  assert.deepEqual(training.reference, { userId: fast.userId, username: 'Udo' })
  assert.deepEqual(
    training.references.map(({ lapTimeMs }) => lapTimeMs),
    [89_000, 89_300],
  )
  const against = async (userId: string) =>
    call(own)(ownLaps.training, { query: { ...query, against: userId } })
  const self = await against(own.userId)
  assert.deepEqual(
    self.references.map(({ lapTimeMs }) => lapTimeMs),
    [90_500, 90_501, 90_502],
  )
  const stranger = await against(hidden.userId)
  assert.deepEqual([stranger.reference, stranger.references], [null, []], 'not in the records')
  await assert.rejects(call()(ownLaps.training, { query }))
})
