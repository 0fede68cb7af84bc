import type { TestServer } from '../../testing/server.ts'
import { openTestServer } from '../../testing/server.ts'
import { recorded } from '../../testing/session-row.ts'
import { sessionColumns } from '../../testing/session-row.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { insertUser } from '../../accounts/users/queries.ts'
import { discardSession, findDetail, openSession, recordSession } from './store/session-queries.ts'

let server: TestServer
let userId: string
before(async () => {
  server = await openTestServer()
  const { db, newId } = server.context
  userId = (await insertUser(db, { id: newId(), username: 'Ayrton' })).id
})
after(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers })

let uid = 0
function newSession(over: Parameters<typeof sessionColumns>[1] = {}) {
  uid += 1
  return {
    id: server.context.newId(),
    columns: sessionColumns(userId, { game_session_id: String(uid), ...over }),
  }
}

test('400: page and pageSize are positive whole numbers with a limit, ids are UUIDs', async () => {
  for (const query of [
    'page=0',
    'page=null',
    'page=',
    'page=1.5',
    'pageSize=101',
    'page=1&page=2',
  ]) {
    const { statusCode, headers, json } = await get(`/api/Sessions?${query}`)
    assert.equal(statusCode, 400, query)
    assert.match(headers['content-type'] ?? '', /^application\/problem\+json/)
    const path = query.startsWith('pageSize') ? 'query/pageSize' : 'query/page'
    assert.equal(json().errors[0].path, path, query)
  }
  assert.equal((await get('/api/Sessions/42')).statusCode, 400)
})

test('404: an unknown session, and one that is still being driven', async () => {
  const { db, newId } = server.context
  assert.equal((await get(`/api/Sessions/${newId()}`)).statusCode, 404)
  const { id, columns } = newSession()
  await openSession(db, id, columns)
  const { statusCode, json } = await get(`/api/Sessions/${id}`)
  assert.equal(statusCode, 404)
  assert.deepEqual(json(), {
    type: '/problems/not-found',
    title: 'Not Found',
    status: 404,
    detail: `There is no recorded session ${id}.`,
    instance: `/api/Sessions/${id}`,
  })
  await discardSession(db, id)
})

test('an empty list has no pages', async () => {
  assert.deepEqual((await get('/api/Sessions')).json(), { totalPages: 0, sessions: [] })
})

test('the list holds recorded sessions alone, newest first, twenty a page unless asked', async () => {
  const { db } = server.context
  for (let day = 1; day <= 23; day++) {
    const started_at = new Date(Date.UTC(2026, 0, day))
    const { id, columns } = newSession({ started_at })
    await recordSession(db, id, recorded(columns, {}))
  }
  const live = newSession({ started_at: new Date('2027-01-01') })
  await openSession(db, live.id, live.columns)

  const first = (await get('/api/Sessions')).json()
  assert.equal(first.totalPages, 2)
  assert.equal(first.sessions.length, 20)
  assert.equal(first.sessions[0].sessionStartTime, '2026-01-23T00:00:00.000Z')
  const second = (await get('/api/Sessions?page=2')).json()
  assert.equal(second.sessions.length, 3)
  assert.equal(second.sessions[2].sessionStartTime, '2026-01-01T00:00:00.000Z')
  const last = (await get('/api/Sessions?page=12&pageSize=2')).json()
  assert.deepEqual([last.totalPages, last.sessions.length], [12, 1])
  assert.equal((await get('/api/Sessions?page=100000')).json().sessions.length, 0)
})

test('a summary holds the fields of the contract and no column beside them', async () => {
  const { id, columns } = newSession({
    started_at: new Date('2026-07-05T14:00:00.250Z'),
    frames_seen: 0.998,
    laps_missing: 2,
    hidden_names: 1,
    restricted_drivers: 3,
    classification: 'final',
  })
  const internalSessionId = await openSession(server.context.db, id, columns)
  await recordSession(server.context.db, id, recorded(columns, {}))
  const [newest] = (await get('/api/Sessions?pageSize=1')).json().sessions
  // The highlights may come later.
  assert.deepEqual(
    { ...newest, highlights: null },
    {
      id,
      internalSessionId,
      sessionId: columns.game_session_id,
      userId,
      userName: 'Ayrton',
      trackId: 7,
      trackName: 'Silverstone',
      sessionType: 10,
      numberOfLaps: 52,
      sessionStartTime: '2026-07-05T14:00:00.250Z',
      sessionEndTime: '2026-07-05T15:30:00.000Z',
      gameVersion: 2024,
      gameBuild: '1.18',
      packetFormat: 2024,
      isMultiplayer: true,
      seasonLinkIdentifier: 4_294_967_295,
      weekendLinkIdentifier: 2,
      sessionLinkIdentifier: 3,
      startTrackTemp: 31,
      startAirTemp: 22,
      startWeather: 0,
      completeness: {
        framesSeen: 0.998,
        lapsMissing: 2,
        hiddenNames: 1,
        restrictedDrivers: 3,
        classification: 'final',
      },
      highlights: null,
      seasons: [],
    },
  )
})

test('a detail goes out byte by byte as it was stored, or plain to who takes no gzip', async () => {
  const { id, columns } = newSession()
  const document = { id, note: 'not of the contract: nothing parses this' }
  const stored = recorded(columns, document)
  await recordSession(server.context.db, id, stored)

  const zipped = await get(`/api/Sessions/${id}`, { 'accept-encoding': 'br, gzip;q=0.8' })
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.equal(zipped.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(zipped.rawPayload, stored.detail)
  assert.deepEqual(JSON.parse(gunzipSync(zipped.rawPayload).toString()), document)

  for (const accepted of ['', 'br', 'gzip;q=0']) {
    const plain = await get(`/api/Sessions/${id}`, { 'accept-encoding': accepted })
    assert.equal(plain.headers['content-encoding'], undefined, accepted)
    assert.deepEqual(plain.json(), document)
  }
})

test('a caller with the tag of a detail gets 304, until it is recorded again', async () => {
  const { db } = server.context
  const { id, columns } = newSession()
  await recordSession(db, id, recorded(columns, { lap: 1 }))
  const { etag } = (await get(`/api/Sessions/${id}`)).headers
  assert.ok(etag)
  const known = { 'if-none-match': `"other", ${etag}` }
  const same = await get(`/api/Sessions/${id}`, known)
  assert.deepEqual([same.statusCode, same.body, same.headers['etag']], [304, '', etag])

  await recordSession(db, id, recorded(columns, { lap: 2 }))
  const changed = await get(`/api/Sessions/${id}`, known)
  assert.deepEqual([changed.statusCode, changed.json()], [200, { lap: 2 }])
})

test('a session is opened, recorded and discarded any number of times with the same outcome', async () => {
  const { db } = server.context
  const { id, columns } = newSession()
  const number = await openSession(db, id, columns)
  assert.equal(await openSession(db, id, columns), number)
  await recordSession(db, id, recorded(columns, { lap: 1 }))
  await recordSession(db, id, recorded(columns, { lap: 1 }))
  assert.equal(await openSession(db, id, columns), number)
  await discardSession(db, id)
  assert.ok(await findDetail(db, id))

  const aborted = newSession()
  await openSession(db, aborted.id, aborted.columns)
  await discardSession(db, aborted.id)
  await discardSession(db, aborted.id)
  assert.equal(await findDetail(db, aborted.id), undefined)
})
