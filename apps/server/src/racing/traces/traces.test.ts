import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LapTrace } from '@pitboard/contract/traces/lap-traces'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { openAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import {
  insertPlayer,
  type Player,
  readSession,
  seenBy,
  sendRecording,
} from '../sessions/lobby.fixture.ts'
import { reprocessSession } from '../sessions/reprocess/reprocess.ts'
import { readLaps, whenTraced } from './traces.fixture.ts'

const RACE_KM = 305
const RACE = { laps: 3, cars: 10, rateHz: 20, trackId: 22 } as const

let server: TestServer
let player: Player
let id: string
before(async () => {
  server = await openTestServer()
  player = await insertPlayer(server, 'Max')
  const race = createRace({ ...RACE, seed: 7 })
  id = await sendRecording(server, player, seenBy(race, { playerCar: 2, hidden: [4] }))
  await whenTraced(server, id)
})
after(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers })

async function countTraces(sessionId: string): Promise<number> {
  const { count } = await server.context.db
    .selectFrom('lap_trace')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return count
}

test('the laps of a session are those of its document, and each has a trace', async () => {
  const session = await readSession(server, id)
  const laps = await readLaps(server, id)
  assert.equal(laps.traces, 'ready')
  assert.deepEqual(
    laps.drivers.map((driver) => [driver.driverIdx, driver.laps.map((lap) => lap.lapTimeMs)]),
    session.drivers.map((driver) => [driver.driverIdx, driver.lapTimes.map((lap) => lap.lapTime)]),
  )
  const all = laps.drivers.flatMap((driver) => driver.laps)
  assert.ok(all.length >= 25)
  assert.ok(all.every(({ hasTrace }) => hasTrace))
  assert.ok(all.every(({ lapNum, flags }) => flags.includes('standingStart') === (lapNum === 1)))
  assert.deepEqual(
    laps.drivers.filter(({ isRecorder }) => isRecorder).map(({ driverIdx }) => driverIdx),
    [session.recorderDriverIdx],
  )
})

test('a trace has a value of each channel for each distance and ends with the lap time', async () => {
  const answer = await get(`/api/Sessions/${id}/laps/1/2/trace`)
  const trace = Value.Parse(LapTrace, answer.json())
  const { channels, distanceM } = trace
  assert.deepEqual(distanceM.slice(0, 3), [0, 5, 10])
  assert.equal(distanceM.at(-1), trace.trackLengthM)
  for (const [channel, values] of Object.entries(channels)) {
    if (channel === 'activeAeroOn' || channel === 'overtakeOn') assert.equal(values, null)
    else assert.equal(values?.length, distanceM.length, channel)
  }
  assert.equal(channels.timeMs?.[0], 0)
  assert.equal(channels.timeMs.at(-1), trace.lapTimeMs)
  const restricted = Value.Parse(LapTrace, (await get(`/api/Sessions/${id}/laps/4/2/trace`)).json())
  assert.equal(restricted.channels.ersStorePercent, null)
  assert.ok(restricted.channels.speedKmh)
})

test('a trace as CSV has a row for each distance and a column for each channel that was sent', async () => {
  const url = `/api/Sessions/${id}/laps/1/2/trace`
  const { distanceM } = Value.Parse(LapTrace, (await get(url)).json())
  const answer = await get(`${url}?format=csv`)
  assert.match(String(answer.headers['content-type']), /^text\/csv/)
  assert.match(String(answer.headers['content-disposition']), /attachment/)
  const [head = '', ...rows] = answer.body.trim().split('\r\n')
  assert.match(head, /distanceM,timeMs,speedKmh,.*positionXM,positionZM$/)
  assert.equal(rows.length, distanceM.length)
})

test('a trace job holds no job while it waits for its session, which who deletes it holds first', async () => {
  const { db } = server.context
  await db
    .insertInto('lap_trace_job')
    .values({ session_id: id, due_at: sql`now() + interval '1 hour'` })
    .execute()
  await db.transaction().execute(async (deleter) => {
    await sql`select from session where id = ${id} for update`.execute(deleter)
    await db
      .updateTable('lap_trace_job')
      .set({ due_at: sql`now()` })
      .execute()
    const waiting = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await waiting.execute(db)).rows.length > 0)
    await sql`select from lap_trace_job where session_id = ${id} for update nowait`.execute(deleter)
  })
  await whenTraced(server, id)
})

test('who has the laps or a trace already gets no body', async () => {
  for (const url of [`/api/Sessions/${id}/laps`, `/api/Sessions/${id}/laps/1/2/trace`]) {
    const { headers } = await get(url)
    const again = await get(url, { 'if-none-match': String(headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
  }
})

test('a lap, a car or a session that does not exist is a 404, a wrong address a 400', async () => {
  const none = '00000000-0000-7000-8000-000000000000'
  for (const [path, status] of [
    [`${none}/laps`, 404],
    [`${none}/laps/0/1/trace`, 404],
    [`${id}/laps/0/99/trace`, 404],
    [`${id}/laps/23/1/trace`, 404],
    [`${id}/laps/24/1/trace`, 400],
    [`${id}/laps/0/0/trace`, 400],
    [`${id}/laps/0/1/trace?format=xml`, 400],
    ['nothing/laps', 400],
  ] as const) {
    assert.equal((await get(`/api/Sessions/${path}`)).statusCode, status, path)
  }
})

test('reprocessing makes the traces of a session that has none, and its document stays', async () => {
  const { db, files } = server.context
  const before = await get(`/api/Sessions/${id}`)
  const wanted = await get(`/api/Sessions/${id}/laps/3/2/trace`)
  await db.deleteFrom('lap_trace').where('session_id', '=', id).execute()
  assert.equal((await readLaps(server, id)).traces, 'none')
  const options = { dryRun: false, allowLoss: false }
  const result = await reprocessSession(db, createCaptureStore(files), id, options)
  assert.equal(result.kind, 'unchanged')
  assert.equal((await get(`/api/Sessions/${id}`)).body, before.body)
  assert.equal((await get(`/api/Sessions/${id}/laps/3/2/trace`)).body, wanted.body)
})

test('the traces of 20 cars over a race distance take at most 5 MB', async () => {
  const rows = await server.context.db
    .selectFrom('lap_trace')
    .select('trace')
    .where('session_id', '=', id)
    .execute()
  const { trackLengthM } = await readLaps(server, id)
  const bytes = rows.reduce((sum, { trace }) => sum + trace.length, 0)
  const perKm = (bytes * 1_000) / (rows.length * (trackLengthM ?? 0))
  assert.ok(perKm * RACE_KM * 20 <= 5_000_000, `${Math.round(perKm)} bytes a kilometre`)
})

test('with its session the traces go', async () => {
  const other = await openAccount(server.context, { username: 'Lewis' })
  const key = await insertRecorderKey(server.context.db, {
    id: server.context.newId(),
    userId: other.userId,
    name: 'test',
  })
  const race = createRace({ ...RACE, seed: 8, laps: 1, cars: 4 })
  const own = await sendRecording(
    server,
    { userId: other.userId, key },
    seenBy(race, { playerCar: 1 }),
  )
  await whenTraced(server, own)
  assert.equal(await countTraces(own), 4)
  const headers = { authorization: `Bearer ${other.accessToken}` }
  await server.app.inject({ method: 'DELETE', url: `/api/Sessions/${own}`, headers })
  assert.equal(await countTraces(own), 0)
  assert.equal((await get(`/api/Sessions/${own}/laps`)).statusCode, 404)
})
