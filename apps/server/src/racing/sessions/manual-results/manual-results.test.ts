import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import {
  DOCUMENT_BYTES_MAX,
  type SessionDocument,
} from '@pitboard/contract/sessions/session-document'
import { createRace } from '@pitboard/sim/race'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { recordRace } from '../../../championship/seasons/races.fixture.ts'
import { up as repairUnknownValues } from '../../../platform/db/earlier-versions/018-unknown-values.ts'
import { openAccount, type TestAccount } from '../../../testing/account.ts'
import { createCall } from '../../../testing/call.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { sessionColumns } from '../../../testing/session-row.ts'
import { COPY_HASH } from './create-manual-result.ts'
import { packDocument } from '../store/session-document.ts'
import { untilDone } from '../../../platform/queues/run-due.fixture.ts'
import { storeRecording } from '../store-recording.ts'

let server: TestServer
let ann: TestAccount
let bob: TestAccount
before(async () => {
  server = await openTestServer()
  ann = await openAccount(server.context, { username: 'Ann' })
  bob = await openAccount(server.context, { username: 'Bob' })
})
after(() => server.close())
const call = createCall(() => server)

const PATH = '/api/Sessions'
let day = 0
/** Builds a race of three, on another day than every other one. */
function typed(over: Partial<SessionDocument> = {}): SessionDocument {
  day += 1
  const drivers = ['Senna', 'Prost', 'Berger'].map((name, driverIdx) => ({
    driverIdx,
    name,
    team: 'McLaren',
    finishingPosition: driverIdx + 1,
    resultStatus: ResultStatus.Finished,
    totalRaceTime: 5_000_000 + driverIdx * 1000,
  }))
  return {
    trackId: 7,
    sessionType: SessionType.Race,
    numberOfLaps: 52,
    drivers,
    sessionStartTime: new Date(Date.UTC(2020, 0, day, 14)).toISOString(),
    ...over,
  }
}

/** Returns the driver at a place of the document, changed. */
function withDriver(at: number, over: object): SessionDocument {
  const document = typed()
  return {
    ...document,
    drivers: document.drivers.map((driver, index) =>
      index === at ? { ...driver, ...over } : driver,
    ),
  }
}

function laps(over: object) {
  return { lapTimes: [{ lapTime: 90_000, ...over }] }
}

function car(driverIdx: number) {
  return { driverIdx, name: `Driver ${driverIdx}`, resultStatus: ResultStatus.DidNotFinish }
}

const post = (body: object, as = ann) => call(`POST ${PATH}`, { as, body })
const put = (id: string, body: object, as = ann, headers = {}) =>
  call(`PUT ${PATH}/${id}`, { as, body, headers })
const rowsOf = async (id: string) =>
  (await call(`GET ${PATH}/${id}/export`)).body.trim().split(/\r?\n/)
const read = async (id: string) => (await call(`GET ${PATH}/${id}`)).json()

test('401: nobody stores a result without a token or a recorder key that is good', async () => {
  assert.equal((await call(`POST ${PATH}`, { body: typed() })).statusCode, 401)
  const headers = { authorization: 'Bearer pb_wrong' }
  assert.equal((await call(`POST ${PATH}`, { body: typed(), headers })).statusCode, 401)
  const { id } = (await post(typed())).json()
  assert.equal((await call(`PUT ${PATH}/${id}`, { body: typed() })).statusCode, 401)
})

test('a recorder key, as the bearer token, stores a result of its user', async () => {
  const { db, newId } = server.context
  const key = await insertRecorderKey(db, { id: newId(), userId: bob.userId, name: 'rig' })
  const headers = { authorization: `Bearer ${key}` }
  const { statusCode, json } = await call(`POST ${PATH}`, { body: typed(), headers })
  assert.equal(statusCode, 200)
  assert.equal(json().userId, bob.userId)
})

describe('400 names the field', () => {
  const lap = withDriver(0, laps({ sector1Time: 30_000, sector2Time: 30_000, sector3Time: 20_000 }))
  const cases: [what: string, document: object, path: string][] = [
    ['no drivers', typed({ drivers: [] }), '/drivers'],
    ['no start', { ...typed(), sessionStartTime: undefined }, '/sessionStartTime'],
    ['a track nobody knows', typed({ trackId: 200 }), '/trackId'],
    ['a type nobody knows', typed({ sessionType: 19 }), '/sessionType'],
    ['a day no calendar has', typed({ sessionStartTime: '2026-02-31T10:00:00Z' }), '/sessionStart'],
    ['a race to come', typed({ sessionStartTime: '2099-01-01T10:00:00Z' }), '/sessionStartTime'],
    ['before racing', typed({ sessionStartTime: '1900-01-01T10:00:00Z' }), '/sessionStartTime'],
    ['an end before it', typed({ sessionEndTime: '2019-01-01T10:00:00Z' }), '/sessionEndTime'],
    ['more laps than any race', typed({ numberOfLaps: 201 }), '/numberOfLaps'],
    ['a number as large as they get', withDriver(0, { totalRaceTime: 1e308 }), '/drivers/0/total'],
    ['text for a number', withDriver(1, { totalRaceTime: 'NaN' }), '/drivers/1/totalRaceTime'],
    ['a time below zero', withDriver(1, { bestLapTimeMs: -1 }), '/drivers/1/bestLapTimeMs'],
    ['half a millisecond', withDriver(1, { bestLapTimeMs: 0.5 }), '/drivers/1/bestLapTimeMs'],
    ['a name of blanks', withDriver(2, { name: '   ' }), '/drivers/2/name'],
    ['a name nobody sees', withDriver(2, { name: '\u200b\u202e' }), '/drivers/2/name'],
    ['a name without end', withDriver(2, { name: 'x'.repeat(61) }), '/drivers/2/name'],
    ['a name with a zero', withDriver(2, { name: 'a\u0000b' }), '/drivers/2/name'],
    ['a name with half a sign', withDriver(2, { name: 'a\ud83d' }), '/drivers/2/name'],
    ['a team with a bell', withDriver(2, { team: 'a\u0007' }), '/drivers/2/team'],
    ['a name typed twice', withDriver(2, { name: ' SEN\u200bNA' }), '/drivers/2/name'],
    ['two cars with one index', withDriver(2, { driverIdx: 0 }), '/drivers/2/driverIdx'],
    ['two cars on one place', withDriver(2, { finishingPosition: 1 }), '/drivers/2/finishing'],
    ['a place beyond the last', withDriver(2, { finishingPosition: 4 }), '/drivers/2/finishing'],
    ['finished without a place', withDriver(2, { finishingPosition: null }), '/drivers/2/fini'],
    ['sectors that are no lap', lap, '/drivers/0/lapTimes/0/lapTime'],
    [
      'a best lap that is none',
      withDriver(0, { ...laps({}), bestLapTimeMs: 95_000 }),
      '/drivers/0/b',
    ],
    ['40 cars', typed({ drivers: Array.from({ length: 40 }, (_, at) => car(at)) }), '/drivers'],
    [
      '201 laps',
      withDriver(0, { lapTimes: Array.from({ length: 201 }, () => ({ lapTime: 1 })) }),
      '/drivers/0/lap',
    ],
    ['10,001 events', { ...typed(), events: Array(10_001).fill(null) }, '/events'],
  ]
  for (const [what, document, path] of cases) {
    test(what, async () => {
      const { statusCode, json, body } = await post(document)
      assert.equal(statusCode, 400, body)
      const { errors } = json()
      assert.ok(errors[0].path.startsWith(`body${path}`), body)
      assert.ok(errors.length <= 20)
    })
  }
})

test('400 or 413: JSON that is an attack', async () => {
  const send = async (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: PATH,
      payload,
      headers: { authorization: `Bearer ${ann.accessToken}`, 'content-type': 'application/json' },
    })
  const document = JSON.stringify(typed())
  assert.equal(
    (await send(document.replace('{', '{"__proto__":{"isAdmin":true},'))).statusCode,
    400,
  )
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  assert.equal((await send(document.replace('{', `{"derived":${deep},`))).statusCode, 400)
  const drivers = `${'{"drivers":['.repeat(50_000)}${']}'.repeat(50_000)}`
  assert.equal((await send(drivers)).statusCode, 400)
  assert.equal((await send(document.replace('{', '{"trackId":NaN,'))).statusCode, 400)
  assert.equal((await send(`${document} `.padEnd(DOCUMENT_BYTES_MAX + 1))).statusCode, 413)
  const zipped = await call(`POST ${PATH}`, {
    as: ann,
    body: gzipSync(document),
    headers: { 'content-encoding': 'gzip' },
  })
  assert.equal(zipped.statusCode, 415)
})

test('a typed result is a session like others, and says that it was typed', async () => {
  const document = typed({ sessionType: SessionType.Race, raceKind: 'sprint' })
  const { statusCode, headers, json } = await post(document)
  assert.equal(statusCode, 200)
  const { id } = json()
  assert.equal(headers.location, `${PATH}/${id}`)
  assert.equal(json().origin, 'hand')
  const stored = await read(id)
  assert.deepEqual(
    [stored.origin, stored.trackName, stored.userName, stored.raceKind, stored.siblings],
    ['hand', 'Silverstone', 'Ann', 'sprint', []],
  )
  assert.equal(stored.internalSessionId, json().internalSessionId)
  assert.ok(stored.internalSessionId > 0)
  assert.deepEqual(stored.completeness, {
    framesSeen: null,
    lapsMissing: 0,
    missingLaps: [],
    hiddenNames: 0,
    restrictedDrivers: 0,
    classification: 'final',
  })
  const lengthMs = Date.parse(stored.sessionEndTime) - Date.parse(stored.sessionStartTime)
  assert.equal(lengthMs, 5_002_000)
  const [first] = stored.drivers
  assert.deepEqual([first.position, first.numberOfLaps, first.lapTimes], [1, 52, []])
  const lists = [`${PATH}/user/${ann.userId}`, `${PATH}/filters?filters=trackId==7`]
  for (const url of lists) {
    const answer = (await call(`GET ${url}`)).json()
    const listed = (answer.sessions ?? answer).find((session: { id: string }) => session.id === id)
    assert.equal(listed.origin, 'hand', url)
  }
})

test('an unknown field of a result is null, and no comparison of a filter finds it', async () => {
  const drivers = ['Ann', 'Bob'].map((name, driverIdx) => ({
    driverIdx,
    name,
    resultStatus: ResultStatus.Finished,
    finishingPosition: driverIdx + 1,
  }))
  const { numberOfLaps: _laps, ...bare } = typed({ drivers })
  const summary = (await post(bare)).json()
  const { id } = summary
  const stored = await read(id)
  const ofSummary = [
    'startTrackTemp',
    'startAirTemp',
    'startWeather',
    'gameVersion',
    'packetFormat',
    'isMultiplayer',
    'numberOfLaps',
    'sessionEndTime',
  ]
  for (const field of ofSummary) assert.equal(summary[field], null, field)
  const ofDetail = [
    'trackTemp',
    'airTemp',
    'weather',
    'timeOfDay',
    'trackLength',
    'sessionDuration',
    'numberOfSafetyCars',
    'numberOfVirtualSafetyCars',
    'numberOfRedFlags',
  ]
  for (const field of [...ofSummary, ...ofDetail]) assert.equal(stored[field], null, field)
  for (const driver of stored.drivers) {
    assert.deepEqual([driver.carNumber, driver.numberOfLaps], [null, null])
  }
  for (const filter of [
    'startTrackTemp<10',
    'startAirTemp>=0',
    'gameVersion>1',
    'numberOfLaps<1',
  ]) {
    const found = (await call(`GET ${PATH}/filters?pageSize=100&filters=${filter}`)).json()
    assert.ok(!found.some((session: { id: string }) => session.id === id), filter)
  }
  const unknown = (
    await call(`GET ${PATH}/filters?pageSize=100&filters=startTrackTemp==null`)
  ).json()
  assert.ok(unknown.some((session: { id: string }) => session.id === id))
  const [, first = ''] = await rowsOf(id)
  assert.match(first, /^1,,Ann,,,,,/)
  assert.equal((await call(`GET /sessions/${id}`)).statusCode, 200)
  assert.equal((await put(id, { ...stored, trackTemp: 30 })).statusCode, 200)
  assert.equal((await read(id)).trackTemp, 30)
})

test('a migration makes the claims of results that older versions stored unknown', async () => {
  const { db } = server.context
  const { id } = (await post(typed())).json()
  const stored = await read(id)
  const year = new Date(stored.sessionStartTime).getUTCFullYear()
  const claims = {
    startTrackTemp: 0,
    startAirTemp: 0,
    startWeather: 0,
    trackTemp: 0,
    airTemp: 0,
    weather: 0,
    timeOfDay: 0,
    trackLength: 0,
    gameVersion: year,
    packetFormat: year,
    isMultiplayer: true,
    numberOfSafetyCars: 0,
    numberOfVirtualSafetyCars: 0,
    numberOfRedFlags: 0,
  }
  const drivers = stored.drivers.map((driver: object) => ({ ...driver, carNumber: 0 }))
  const { detail, detailEtag } = await packDocument({ ...stored, ...claims, drivers })
  await db
    .updateTable('session')
    .set({ detail, detail_etag: detailEtag, start_track_temp: 0, game_version: year })
    .where('id', '=', id)
    .execute()
  await repairUnknownValues(db)
  assert.deepEqual(await read(id), stored)
  const [summary] = (await call(`GET ${PATH}/filters?filters=id==${id}`)).json()
  assert.deepEqual([summary.startTrackTemp, summary.gameVersion], [null, null])
})

test('files of a typed result say that it was typed, those of a recording have no such column', async () => {
  const [head = '', first = ''] = await rowsOf((await post(typed())).json().id)
  assert.match(head, /,Source$/)
  assert.match(first, /,entered by hand$/)
  const recorded = await recordRace(server, ann.userId, { names: ['Ann', 'Bob'] })
  assert.match((await rowsOf(recorded))[0] ?? '', /,Driver index$/)
})

test('who sent it, its ids and how complete it is are the server’s to say', async () => {
  const claims = {
    id: bob.sessionId,
    userId: bob.userId,
    userName: 'Bob',
    internalSessionId: 1,
    origin: undefined,
    siblings: [{ id: 'x' }],
    filled: [],
    completeness: { framesSeen: 1, classification: 'final' },
    recorderDriverIdx: 0,
    trackName: 'Moon',
  }
  for (const unknown of ['createdAt', 'isAdmin', 'captureKey']) {
    const refused = await post({ ...typed(), [unknown]: 'x' })
    assert.equal(refused.statusCode, 400)
    assert.deepEqual(refused.json().errors, [{ path: `body/${unknown}`, message: 'is not known' }])
  }
  const { id, userId, origin } = (await post({ ...typed(), ...claims })).json()
  assert.deepEqual([userId, origin, id === claims.id], [ann.userId, 'hand', false])
  const stored = await read(id)
  assert.deepEqual(
    [stored.userName, stored.trackName, stored.completeness.framesSeen, stored.siblings],
    ['Ann', 'Silverstone', null, []],
  )
  assert.equal('isAdmin' in stored || 'captureKey' in stored, false)
  assert.equal((await call(`GET ${PATH}/${id}/capture`, { as: ann })).statusCode, 404)
})

test('names are text, whatever they look like', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const { id } = (await post(withDriver(0, { name }))).json()
  assert.equal((await read(id)).drivers[0].name, name)
  const page = await call(`GET /sessions/${id}`, { headers: { accept: 'text/html' } })
  assert.ok(!page.body.includes(name))
})

test('recordings are numbered one after the other, none is left out', async () => {
  const numbers = []
  for (let count = 0; count < 3; count += 1) {
    const { json } = await call(`POST ${PATH}`, { as: ann, body: typed() })
    numbers.push(json().internalSessionId)
  }
  const [first] = numbers
  assert.deepEqual(numbers, [first, first + 1, first + 2])
})

test('412: a session that was corrected meanwhile is not deleted', async () => {
  const { id } = (await call(`POST ${PATH}`, { as: ann, body: typed() })).json()
  const seen = String((await call(`GET ${PATH}/${id}`)).headers['etag'])
  await call(`PUT ${PATH}/${id}`, { as: ann, body: typed() })
  const remove = async (etag: string) =>
    (await call(`DELETE ${PATH}/${id}`, { as: ann, headers: { 'if-match': etag } })).statusCode
  assert.deepEqual([await remove(seen), await remove('seen')], [412, 400])
  assert.equal(await remove(String((await call(`GET ${PATH}/${id}`)).headers['etag'])), 204)
})

test('copies of results that others have deleted do not count for the limits of a user', async () => {
  const { db, newId } = server.context
  const heir = await openAccount(server.context, { username: 'Heir' })
  const copies = Array.from({ length: 500 }, () => {
    const id = newId()
    const columns = sessionColumns(heir.userId, { game_session_id: id, origin: 'hand' })
    const document = {
      detail: Buffer.alloc(0),
      detail_etag: id,
      document_hash: `${COPY_HASH}${id}`,
    }
    return { id, status: 'recorded' as const, ...columns, ...document }
  })
  await db.insertInto('session').values(copies).execute()
  assert.equal((await post(typed(), heir)).statusCode, 200)
})

test('the same document makes no second session; another user who sends it makes their own', async () => {
  const document = typed()
  const [first, again] = await Promise.all([post(document), post(document)])
  assert.equal(first.json().id, again.json().id)
  const otherwise = { ...document, id: server.context.newId(), sessionId: '42' }
  const fields = Object.fromEntries(Object.entries(otherwise).toReversed())
  assert.equal((await post(fields)).json().id, first.json().id)
  assert.notEqual((await post(document, bob)).json().id, first.json().id)
})

test('a user who is renamed later is renamed in their results', async () => {
  const { db } = server.context
  const carl = await openAccount(server.context, { username: 'Carl' })
  const { id } = (await post(typed(), carl)).json()
  await db.updateTable('user').set({ username: 'Karl' }).where('id', '=', carl.userId).execute()
  await untilDone(db, 'links')
  const { userName, origin, drivers } = await read(id)
  assert.deepEqual([userName, origin, drivers.length], ['Karl', 'hand', 3])
})

describe('a document with laps', () => {
  let detail: SessionDetail
  before(() => {
    detail = driveRace()
  })

  test('a race as this API answers it can be sent, and is stored unchanged', async () => {
    const { id, origin } = (await post(detail)).json()
    assert.equal(origin, 'document')
    const { drivers, overtakes, sessionId, trackOutline } = await read(id)
    const document = JSON.parse(JSON.stringify(detail))
    assert.deepEqual(
      [sessionId, overtakes, trackOutline],
      [document.sessionId, document.overtakes, document.trackOutline],
    )
    for (const [at, driver] of document.drivers.entries()) {
      const { lapTimes, tyres, pitStops, penalties, warnings, finishingPosition } = driver
      assert.deepEqual(
        { ...drivers[at], lapTimes, tyres, pitStops, penalties, warnings, finishingPosition },
        drivers[at],
      )
    }
  })

  test('a recorded document that is sent back loses nothing', async () => {
    const vector = { x: 1.5, y: -2.25, z: 3 }
    const [first, ...others] = detail.drivers
    assert.ok(first)
    const sectors = { sector1Time: null, sector2Time: null, sector3Time: null }
    const unknown = { lapTime: null, ...sectors, invalidLap: false }
    const driver = {
      ...first,
      livePosition: vector,
      velocity: vector,
      lapDistance: 1234.5,
      currentLapTimeMs: 4_321,
      // The recording missed the last two laps, of which one is not even listed.
      numberOfLaps: first.lapTimes.length,
      lapTimes: [...first.lapTimes.slice(0, -2), unknown],
    }
    const sent = {
      ...detail,
      sessionId: '99',
      sessionTimeLeft: 61,
      recorderDriverIdx: first.driverIdx,
      drivers: [driver, ...others],
    }
    assert.ok(sent.weatherForecastSamples.length > 0)
    const stored = await read((await post(sent)).json().id)
    const ofServer = ['id', 'internalSessionId', 'userId', 'userName', 'completeness', 'origin']
    for (const [field, value] of Object.entries(JSON.parse(JSON.stringify(sent)))) {
      if (!ofServer.includes(field)) assert.deepEqual(stored[field], value, field)
    }
    const { driverIdx, numberOfLaps: laps } = driver
    assert.deepEqual(stored.completeness, {
      ...detail.completeness,
      framesSeen: null,
      lapsMissing: 2,
      missingLaps: [laps - 1, laps].map((lapNum) => ({ driverIdx, lapNum })),
    })
    const [listed] = (await call(`GET ${PATH}/session/99`)).json()
    assert.equal(listed.completeness.framesSeen, null)
    const profile = (await call(`GET /api/Users/${ann.userId}`)).json()
    assert.deepEqual(profile.bests, [], 'a lap that no recorder saw is no personal best')
  })

  test('names that the game hid stay hidden, also empty ones', async () => {
    const drivers = detail.drivers.map((driver) => ({ ...driver, name: '', isHuman: true }))
    const { id } = (await post({ ...detail, sessionId: '77', drivers })).json()
    const { completeness } = await read(id)
    assert.equal(completeness.hiddenNames, drivers.length)
  })

  test('409: another document of the same session of the game; the first is to be corrected', async () => {
    const { statusCode, headers } = await post({ ...detail, trackTemp: 77 })
    assert.equal(statusCode, 409)
    const { id } = (await post(detail)).json()
    assert.equal(headers.location, `${PATH}/${id}`)
    assert.equal((await put(id, { ...detail, trackTemp: 77 })).statusCode, 200)
    assert.equal((await read(id)).trackTemp, 77)
  })

  test('it lends nothing to recordings, nor do they to it', async () => {
    const { db, newId } = server.context
    const id = newId()
    const drivers = detail.drivers.map((driver) => ({ ...driver, name: '' }))
    await storeRecording(db, { ...detail, id, userId: ann.userId, drivers }, null)
    const sent = (await post({ ...detail, trackTemp: 77 })).json().id
    const recordings = (await call(`GET ${PATH}/session/${detail.sessionId}`)).json()
    assert.equal(recordings.length, 2)
    for (const one of [id, sent]) {
      const { siblings, filled } = await read(one)
      assert.deepEqual([siblings, filled], [[], []])
    }
  })
})

describe('a correction', () => {
  test('403, 404, 409: of somebody else’s, of none, of a recorded session', async () => {
    const { id } = (await post(typed())).json()
    assert.equal((await put(id, typed(), bob)).statusCode, 403)
    assert.equal((await put(server.context.newId(), typed())).statusCode, 404)
    const recorded = await recordRace(server, ann.userId, { names: ['Ann', 'Bob'] })
    assert.equal((await put(recorded, typed())).statusCode, 409)
    const other = typed()
    await post(other)
    assert.equal((await put(id, other)).statusCode, 409, 'another session says the same')
  })

  test('412: it was changed since it was read', async () => {
    const { id } = (await post(typed())).json()
    const { etag = '' } = (await call(`GET ${PATH}/${id}`)).headers
    const headers = { 'if-match': etag }
    assert.equal((await put(id, typed(), ann, headers)).statusCode, 200)
    assert.equal((await put(id, typed(), ann, headers)).statusCode, 412)
  })

  test('its ids stay; seasons count it again and note it', async () => {
    const document = typed()
    const { id, sessionId, internalSessionId } = (await post(document)).json()
    const as = ann
    const season = (await call('POST /api/Seasons', { as, body: { name: 'Cup' } })).json()
    const events = `/api/Seasons/${season.id}/events`
    const event = (await call(`POST ${events}`, { as, body: { track: 7 } })).json()
    const body = { sessionIds: [id] }
    assert.equal((await call(`PATCH ${events}/${event.id}/sessions`, { as, body })).statusCode, 200)
    const winner = async () =>
      (await call(`GET /api/Seasons/${season.id}`)).json().standings.drivers[0].name
    assert.equal(await winner(), 'Senna')
    const drivers = document.drivers.map((driver, at) => ({ ...driver, finishingPosition: 3 - at }))
    const corrected = (await put(id, { ...document, drivers })).json()
    assert.deepEqual([corrected.id, corrected.sessionId], [id, sessionId])
    assert.equal(corrected.internalSessionId, internalSessionId)
    assert.equal(await winner(), 'Berger')
    const history = (await call(`GET /api/Seasons/${season.id}/history`, { as })).json()
    assert.equal(history[0].action, 'sessionCorrected')
    assert.equal(history[0].details.sessionId, id)
    const { sessions } = (await call(`GET /api/Seasons/${season.id}`)).json().events[0]
    assert.equal(sessions[0].session.origin, 'hand')
    assert.equal((await call(`DELETE ${PATH}/${id}`, { as })).statusCode, 409)
    assert.equal((await call(`DELETE ${PATH}/${id}?force=true`, { as })).statusCode, 204)
    assert.equal((await call(`GET ${PATH}/${id}`)).statusCode, 404)
  })
})

/** Builds what the server would answer for a short race of five. */
function driveRace(): SessionDetail {
  const identity = { id: bob.sessionId, internalSessionId: 9, userId: bob.userId, userName: 'Bob' }
  const details: SessionDetail[] = []
  const tracker = createTracker({
    ended: (session) => details.push(sessionDetail(session, identity)),
  })
  const startMs = Date.UTC(2026, 4, 3, 13)
  let lastMs = startMs
  for (const { atMs, bytes } of createRace({
    seed: 1,
    laps: 3,
    rateHz: 10,
    cars: 5,
    trackId: 22,
  }).datagrams()) {
    lastMs = startMs + atMs
    tracker.push(bytes, lastMs)
  }
  tracker.finish(lastMs)
  const [detail] = details
  assert.ok(detail)
  return detail
}
