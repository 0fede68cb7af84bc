import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import { recordRace } from '../../championship/seasons/races.fixture.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { lockLinks } from './matching/link-recordings.ts'
import { openSession, recordSession } from './store/session-queries.ts'

let server: TestServer
let max: TestAccount
let lewis: TestAccount
const call = createCall(() => server)
before(async () => {
  server = await openTestServer()
  max = await openAccount(server.context, { username: 'Max' })
  lewis = await openAccount(server.context, { username: 'Lewis' })
})
after(() => server.close())

let number = 0
async function record(
  { userId }: TestAccount,
  over: Parameters<typeof sessionColumns>[1] = {},
): Promise<string> {
  number += 1
  const id = server.context.newId()
  const started_at = new Date(Date.UTC(2026, 0, number))
  const columns = sessionColumns(userId, { game_session_id: `${number}`, started_at, ...over })
  await recordSession(server.context.db, id, recorded(columns, {}))
  return id
}

const ids = (sessions: SessionSummary[]) => sessions.map(({ id }) => id)

async function aSeason(name: string, owner: TestAccount, sessionId: string): Promise<string> {
  const season = (await call('POST /api/Seasons', { as: owner, body: { name } })).json()
  const path = `/api/Seasons/${season.id}/events`
  const event = (await call(`POST ${path}`, { as: owner, body: { track: 7 } })).json()
  await server.context.db
    .insertInto('season_session')
    .values({ season_id: season.id, session_id: sessionId, event_id: event.id, role: 'race' })
    .execute()
  return season.id
}

test('401: own lists and deleting need a session', async () => {
  const { newId } = server.context
  for (const list of [
    'GET /api/Sessions/user',
    'GET /api/Sessions/currentUser',
    `DELETE /api/Sessions/${newId()}`,
  ]) {
    assert.equal((await call(list)).statusCode, 401, list)
  }
})

test('400 and 404: numbers and ids that are none, or of nothing', async () => {
  for (const list of [
    'GET /api/Sessions/user?page=0',
    'GET /api/Sessions/user?page=null',
    'GET /api/Sessions/currentUser?TrackIds=x',
    'GET /api/Sessions/currentUser?SessionTypes=1&SessionTypes=-1',
    'GET /api/Sessions/user/42',
    'GET /api/Sessions/session/ab',
    'GET /api/Sessions/42/weekend',
    'GET /api/Sessions/weekend/x',
    'DELETE /api/Sessions/42',
  ]) {
    assert.equal((await call(list, { as: max })).statusCode, 400, list)
  }
  const id = server.context.newId()
  for (const list of [
    `GET /api/Sessions/user/${id}`,
    'GET /api/Sessions/session/18446744073709551615',
    `GET /api/Sessions/${id}/weekend`,
    `DELETE /api/Sessions/${id}`,
  ]) {
    assert.equal((await call(list, { as: max })).statusCode, 404, list)
  }
})

test('own sessions and those of a user are theirs only, filtered by tracks and types', async () => {
  const spa = await record(max, { track_id: 10 })
  const monza = await record(max, { track_id: 11, session_type: 5 })
  const imola = await record(max, { track_id: 27, session_type: 5 })
  const other = await record(lewis, { track_id: 10 })
  const mine = (await call('GET /api/Sessions/user?pageSize=2', { as: max })).json()
  assert.deepEqual([mine.totalPages, ids(mine.sessions)], [2, [imola, monza]])
  const ofUser = (await call(`GET /api/Sessions/user/${lewis.userId}`)).json()
  assert.deepEqual([ofUser.totalPages, ids(ofUser.sessions)], [1, [other]])
  const current = async (query: string) => {
    const list = (await call(`GET /api/Sessions/currentUser?${query}`, { as: max })).json()
    assert.equal(list.totalElements, list.sessions.length)
    return ids(list.sessions)
  }
  assert.deepEqual(await current('TrackIds=10'), [spa])
  assert.deepEqual(await current('TrackIds=10&TrackIds=11'), [monza, spa])
  assert.deepEqual(await current('TrackIds=10&TrackIds=11&SessionTypes=5'), [monza])
  assert.deepEqual(await current('SessionTypes=5&SessionTypes=10'), [imola, monza, spa])
})

test("the recordings of a session are found by the game's UID for all users", async () => {
  const game_session_id = '18446744073709551610'
  const first = await record(max, { game_session_id })
  const second = await record(lewis, { game_session_id })
  const found = (await call(`GET /api/Sessions/session/${game_session_id}`)).json()
  assert.deepEqual(ids(found), [second, first])
})

test("a weekend is one user's at one track; the number 0 makes none", async () => {
  const weekend = { weekend_link_identifier: 77_001, track_id: 3 }
  const race = await record(max, { ...weekend, started_at: new Date('2025-05-02') })
  const qualifying = await record(max, { ...weekend, started_at: new Date('2025-05-01') })
  const elsewhere = await record(max, { ...weekend, track_id: 4 })
  const other = await record(lewis, weekend)
  const of = async (id: string) => ids((await call(`GET /api/Sessions/${id}/weekend`)).json())
  assert.deepEqual(await of(race), [qualifying, race])
  assert.deepEqual(await of(other), [other])
  const alone = await record(max, { weekend_link_identifier: 0 })
  await record(max, { weekend_link_identifier: 0 })
  assert.deepEqual(await of(alone), [alone])

  const all = (await call('GET /api/Sessions/weekend/77001')).json()
  assert.deepEqual(ids(all), [qualifying, race, elsewhere, other])
  const ofUser = (await call(`GET /api/Sessions/weekend/77001?userId=${lewis.userId}`)).json()
  assert.deepEqual(ids(ofUser), [other])
  for (const unknown of ['weekend/0', 'weekend/77002', `weekend/0?userId=${lewis.userId}`]) {
    const { statusCode, json } = await call(`GET /api/Sessions/${unknown}`)
    assert.deepEqual([statusCode, json().type], [404, '/problems/no-such-weekend'], unknown)
  }
})

test('who recorded a session deletes it, and nobody else; one that is driven is not there', async () => {
  const id = await record(max)
  assert.equal((await call(`DELETE /api/Sessions/${id}`, { as: lewis })).statusCode, 403)
  const { statusCode, body } = await call(`DELETE /api/Sessions/${id}`, { as: max })
  assert.deepEqual([statusCode, body], [204, ''])
  assert.equal((await call(`GET /api/Sessions/${id}`)).statusCode, 404)
  const live = server.context.newId()
  const columns = sessionColumns(max.userId, { game_session_id: 'live' })
  await openSession(server.context.db, live, columns)
  assert.equal((await call(`DELETE /api/Sessions/${live}`, { as: max })).statusCode, 404)
})

test('409: a session in an own season stays until its owner forces it, and the answer says how', async () => {
  const id = await record(max)
  const own = await aSeason('Sunday League', max, id)
  const refused = await call(`DELETE /api/Sessions/${id}`, { as: max })
  assert.equal(refused.statusCode, 409)
  assert.match(refused.json().detail, /"Sunday League".*force=true/)
  assert.equal((await call(`DELETE /api/Sessions/${id}?force=true`, { as: max })).statusCode, 204)
  const season = (await call(`GET /api/Seasons/${own}`, { as: max })).json()
  assert.deepEqual(season.events[0].sessions, [])
  // The creation, the event and this change are counted.
  assert.equal(season.version, 3)
})

test('409: a session of an own deleted season stays until its owner forces it', async () => {
  const id = await record(max)
  const cup = await aSeason('Cup', max, id)
  await call(`DELETE /api/Seasons/${cup}`, { as: max })
  const refused = await call(`DELETE /api/Sessions/${id}`, { as: max })
  assert.equal(refused.statusCode, 409)
  assert.match(refused.json().detail, /"Cup" \(can be restored\)/)
  assert.equal((await call(`DELETE /api/Sessions/${id}?force=true`, { as: max })).statusCode, 204)
  const restored = (await call(`POST /api/Seasons/${cup}/restore`, { as: max })).json()
  assert.deepEqual(restored.events[0].sessions, [])
  const history = (await call(`GET /api/Seasons/${cup}/history`, { as: max })).json()
  const [, lost] = history
  assert.equal(lost.action, 'sessionsLost')
  assert.deepEqual(lost.details.sessions, [{ eventId: restored.events[0].id, sessionId: id }])
})

test('a recording that others link into their seasons can be deleted; their standings stay', async () => {
  const names = ['Ann', 'Bob', 'Cid']
  const id = await recordRace(server, max.userId, { names })
  const cup = await aSeason('Of another', lewis, id)
  const second = await aSeason('Of another as well', lewis, id)
  const gone = await aSeason('Deleted', lewis, id)
  const adjustment = {
    kind: 'timePenalty',
    sessionId: id,
    driverIdx: 0,
    seconds: 10,
    reason: 'Cut',
  }
  const path = `POST /api/Seasons/${cup}/adjustments`
  const adjusted = await call(path, { as: lewis, body: adjustment })
  assert.equal(adjusted.statusCode, 200, adjusted.body)
  await call(`DELETE /api/Seasons/${gone}`, { as: lewis })
  const seasonOf = async (season: string) =>
    (await call(`GET /api/Seasons/${season}`, { as: lewis })).json()
  const before = await seasonOf(cup)

  assert.equal((await call(`DELETE /api/Sessions/${id}`, { as: max })).statusCode, 204)
  assert.equal((await call(`GET /api/Sessions/${id}`)).statusCode, 404)
  const after = await seasonOf(cup)
  const [link] = after.events[0].sessions
  const resultId = link.session.id
  assert.deepEqual(
    JSON.parse(JSON.stringify(after.standings).replaceAll(resultId, id)),
    before.standings,
  )
  assert.deepEqual([link.session.userId, link.session.origin], [lewis.userId, 'hand'])
  const [note] = (await call(`GET /api/Seasons/${cup}/history`, { as: lewis })).json()
  assert.deepEqual(
    [note.action, note.details.sessions],
    ['sessionsLost', [{ eventId: after.events[0].id, sessionId: id, resultId }]],
  )
  assert.equal((await seasonOf(second)).events[0].sessions[0].session.id, resultId)
  const restored = (await call(`POST /api/Seasons/${gone}/restore`, { as: lewis })).json()
  assert.equal(restored.events[0].sessions[0].session.id, resultId)
  const copy = (await call(`GET /api/Sessions/${resultId}`)).json()
  assert.deepEqual(
    copy.drivers.map((driver: Driver) => [driver.name, driver.lapTimes]),
    names.map((name) => [name, []]),
  )
})

test('deleting a session holds no row while it waits for the lock of the links', async () => {
  const { db } = server.context
  const id = await record(max)
  const deleting = await db.transaction().execute(async (linker) => {
    await lockLinks(linker)
    const deleted = call(`DELETE /api/Sessions/${id}`, { as: max })
    const isWaiting = sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    while ((await isWaiting.execute(db)).rows[0]?.count === 0);
    // The linker locks rows while it holds this lock, so that a deletion that locked the row first would be a
    // deadlock.
    await sql`select from session where id = ${id} for update nowait`.execute(linker)
    return { deleted }
  })
  assert.equal((await deleting.deleted).statusCode, 204)
})
