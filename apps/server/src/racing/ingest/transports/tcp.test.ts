import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { encodeDatagram, encodeJsonFrame } from '@pitboard/contract/ingest/ingest-frames'
import { FrameType } from '@pitboard/contract/ingest/ingest-protocol'
import { LiveSession, TcpLease } from '@pitboard/contract/live/live'
import { LiveCloseCode } from '@pitboard/contract/live/live-protocol'
import { Problem } from '@pitboard/contract/wire/problem'
import { SessionDetail } from '@pitboard/contract/sessions/session'
import { createRace, type Race } from '@pitboard/sim/race'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { type Datagram } from '@pitboard/telemetry/decode'
import { Value } from 'typebox/value'
import { WebSocket } from 'ws'
import { openTestDatabase } from '../../../testing/database.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { insertUser } from '../../../accounts/users/queries.ts'
import { SERVER_NAME, writeCertificate } from './certificate-files.fixture.ts'
import { connectOverTls, connectRecorder } from './recorder.fixture.ts'

const race = createRace({ seed: 7, laps: 2, cars: 8, rateHz: 10, trackId: 22 })
const START_MS = Date.UTC(2026, 0, 1)
const sent = thinned(race)

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

function thinned({ datagrams: driven }: Race): Datagram[] {
  const thinner = createThinner()
  const datagrams: Datagram[] = []
  for (const { atMs, bytes } of driven()) {
    datagrams.push(...thinner.push(bytes, START_MS + atMs))
  }
  return [...datagrams, ...thinner.flush()]
}

async function register(on = server): Promise<{ userId: string; lease: TcpLease }> {
  const { db, newId } = on.context
  const userId = newId()
  await insertUser(db, { id: userId, username: `driver-${userId}` })
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  const url = `${on.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const answer = await fetch(url, { method: 'POST' })
  assert.equal(answer.status, 200)
  return { userId, lease: Value.Parse(TcpLease, await answer.json()) }
}

async function detailOf(id: string): Promise<SessionDetail> {
  const answer = await fetch(`${server.url}/api/Sessions/${id}`)
  assert.equal(answer.status, 200)
  return Value.Parse(SessionDetail, await answer.json())
}

async function metric(line: string): Promise<number> {
  const headers = { apikey: server.context.keys.serviceKey }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
  const found = text.split('\n').find((candidate) => candidate.startsWith(line))
  return Number(found?.split(' ').at(-1) ?? 0)
}

function assertTruth(detail: SessionDetail): void {
  const { truth } = race
  const byPosition = detail.drivers.toSorted(
    (a, b) => (a.finishingPosition ?? 99) - (b.finishingPosition ?? 99),
  )
  assert.deepEqual(
    byPosition.map(({ driverIdx }) => driverIdx),
    truth.classification,
  )
  for (const driver of detail.drivers) {
    assert.deepEqual(driver.lapTimes, truth.drivers[driver.driverIdx]?.lapTimes, driver.name)
  }
}

test('a wrong key, or an unknown user, gets the same 401', async () => {
  const { userId } = await register()
  for (const id of [userId, randomUUID()]) {
    const url = `${server.url}/api/LiveSession/register/${id}?key=wrong`
    const answer = await fetch(url, { method: 'POST' })
    assert.equal(answer.status, 401)
    const problem: unknown = await answer.json()
    assert.match(JSON.stringify(problem), /The user or the recorder key is wrong/)
  }
})

test('401: the key is checked before the id and the query; only a right one learns what is wrong', async () => {
  const statusOf = async (rest: string) => {
    const address = `${server.url}/api/LiveSession/register/${rest}`
    const answer = await fetch(address, { method: 'POST' })
    const { type } = Value.Parse(Problem, await answer.json())
    return [answer.status, type]
  }
  const { userId } = await register()
  const key = await insertRecorderKey(server.context.db, {
    id: server.context.newId(),
    userId,
    name: 'right',
  })
  const refused = [401, '/problems/invalid-recorder-key']
  for (const rest of [
    '42?key=wrong',
    `${userId}?key=wrong&useTcp=maybe`,
    `${userId}?key=wrong&more=1`,
    `42?key=${key}`,
    '42?useTcp=maybe',
    `${userId}?key=${'x'.repeat(201)}&useTcp=maybe`,
    `${userId}?key=wrong&key=${key}`,
    `${userId}?key=%00&useTcp=maybe`,
  ]) {
    assert.deepEqual(await statusOf(rest), refused, rest)
  }
  for (const rest of [`${userId}?key=${key}&useTcp=maybe`, `${userId}?key=${key}&more=1`]) {
    assert.deepEqual(await statusOf(rest), [400, '/problems/invalid-request'], rest)
  }
})

test('a right key works however many wrong ones came from its address', async () => {
  const { userId } = await register()
  const { db, newId } = server.context
  const right = await insertRecorderKey(db, { id: newId(), userId, name: 'right' })
  const ask = (key: string) =>
    fetch(`${server.url}/api/LiveSession/register/${userId}?key=${key}`, { method: 'POST' })
  const wrong = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(`wrong-${n}`)))
  assert.ok(wrong.some(({ status }) => status === 429) || (await ask('wrong')).status === 429)
  assert.equal((await ask(right)).status, 200)
})

test('connections that say nothing take no place from a recorder', async () => {
  const { lease } = await register()
  const silent = await Promise.all(Array.from({ length: 40 }, () => connectRecorder(lease.port)))
  const oldest = silent.slice(0, 8)
  await Promise.all(oldest.map(({ closed }) => closed))
  const recorder = await connectRecorder(lease.port)
  assert.equal(await recorder.hello(lease.token ?? '', randomUUID()), 1)
  const more = await Promise.all(Array.from({ length: 40 }, () => connectRecorder(lease.port)))
  await more[0]?.closed
  assert.equal(recorder.socket.destroyed, false)
  for (const { socket } of [...silent, ...more, recorder]) socket.destroy()
})

test('behind a router a lease names the port under which others reach the server', async () => {
  const mapped = await openTestServer({ env: { INGEST_TCP_PUBLIC_PORT: '443' } })
  const { db, newId } = mapped.context
  const userId = newId()
  await insertUser(db, { id: userId, username: userId })
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  const url = `${mapped.url}/api/LiveSession/register/${userId}?key=${key}`
  const lease = Value.Parse(TcpLease, await (await fetch(url, { method: 'POST' })).json())
  assert.equal(lease.port, 443)
  const nodes = await db.selectFrom('node').select('tcp_port').execute()
  assert.deepEqual(nodes, [{ tcp_port: 443 }])
  await mapped.close()
})

test('with a certificate the port takes TLS, its leases say so, and recorders without TLS go on', async (t) => {
  const { ca, ingestTlsCert, ingestTlsKey } = writeCertificate(t)
  const secure = await openTestServer({
    env: { INGEST_TLS_CERT: ingestTlsCert, INGEST_TLS_KEY: ingestTlsKey },
  })
  t.after(() => secure.close())
  const { lease } = await register(secure)
  assert.equal(lease.isTls, true)
  assert.equal((await register()).lease.isTls, false)
  const recorder = await connectOverTls(lease.port, { ca, servername: SERVER_NAME })
  const plain = await connectRecorder(lease.port)
  for (const one of [recorder, plain]) {
    assert.equal(await one.hello(lease.token, randomUUID()), 1)
    await one.send({ number: 1, atMs: START_MS, bytes: sent[0]?.bytes ?? new Uint8Array() })
    await one.until(() => one.acknowledged() === 1)
    one.socket.destroy()
  }
})

test('a wrong or expired token is refused with its reason', async () => {
  const { lease } = await register()
  const [userId, keyId, , signature] = lease.token.split('.')
  for (const token of ['nonsense', `${userId}.${keyId}.1.${signature}`, `${lease.token}x`]) {
    const recorder = await connectRecorder(lease.port)
    await assert.rejects(recorder.hello(token, randomUUID()))
    assert.equal(recorder.refusal()?.code, 'token')
  }
})

test('a token is good as long as the recorder key it was given for', async () => {
  const { userId, lease } = await register()
  const recorder = await connectRecorder(lease.port)
  await recorder.hello(lease.token, randomUUID())
  await server.context.db.deleteFrom('recorder_key').where('user_id', '=', userId).execute()
  const late = await connectRecorder(lease.port)
  await assert.rejects(late.hello(lease.token, randomUUID()), /The recorder key was revoked/)
  assert.equal(late.refusal()?.code, 'token')
  recorder.socket.destroy()
})

test('a frame over the limit, or out of place, closes the connection with a reason', async () => {
  const { lease } = await register()
  const long = await connectRecorder(lease.port)
  long.socket.write(Buffer.from([0xff, 0xff, 0xff, 0x7f, 1]))
  await long.closed
  assert.equal(long.refusal()?.code, 'limit')
  const early = await connectRecorder(lease.port)
  early.socket.write(encodeDatagram({ number: 1, atMs: 1, bytes: new Uint8Array(29) }))
  await early.closed
  assert.equal(early.refusal()?.code, 'protocol')
  const garbage = await connectRecorder(lease.port)
  garbage.socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  await garbage.closed
  assert.equal(garbage.refusal()?.code, 'limit')
  const misshapen = await connectRecorder(lease.port)
  misshapen.socket.write(encodeJsonFrame(FrameType.Hello, { version: 1 }))
  await misshapen.closed
  assert.equal(misshapen.refusal()?.code, 'protocol')
})

test('a race over breaks and overlaps: live, then stored as it was driven, nothing twice', async () => {
  const { userId, lease } = await register()
  const streamId = randomUUID()
  const takenBefore = await metric('pitboard_ingest_datagrams_total{transport="tcp"}')
  const third = Math.floor(sent.length / 3)
  let recorder = await connectRecorder(lease.port)
  assert.equal(await recorder.hello(lease.token, streamId), 1)
  for (const [place, { atMs, bytes }] of sent.slice(0, third).entries()) {
    await recorder.send({ number: place + 1, atMs, bytes })
  }
  await recorder.until(() => recorder.acknowledged() === third)
  await recorder.until(() => recorder.sessions.at(-1)?.status === 'live')
  const live = await fetch(`${server.url}/api/LiveSession/user/${userId}`)
  const state = Value.Parse(LiveSession, await live.json())
  assert.equal(state.sessionId, race.uid)
  assert.equal(state.drivers.length, 8)
  recorder.socket.destroy()

  recorder = await connectRecorder(lease.port)
  const resumeFrom = await recorder.hello(lease.token, streamId)
  assert.equal(resumeFrom, third + 1)
  const overlap = Math.max(0, third - 500)
  for (const [place, { atMs, bytes }] of sent.slice(overlap).entries()) {
    await recorder.send({ number: overlap + place + 1, atMs, bytes })
  }
  const done = await recorder.finish(sent.length, true)
  assert.equal(done.acknowledged, sent.length)
  assert.equal(done.sessions.length, 1)
  const taken = await metric('pitboard_ingest_datagrams_total{transport="tcp"}')
  assert.equal(taken - takenBefore, sent.length, 'what overlaps is not counted twice')
  const [session] = done.sessions
  assert.equal(session?.status, 'recorded')
  assert.equal(session?.id, state.id)
  assertTruth(await detailOf(state.id))
  const gone = await fetch(`${server.url}/api/LiveSession/${state.id}`)
  assert.equal(gone.status, 404)
  recorder.socket.destroy()

  const again = await connectRecorder(lease.port)
  await again.hello(lease.token, randomUUID())
  for (const [place, { atMs, bytes }] of sent.slice(0, 200).entries()) {
    await again.send({ number: place + 1, atMs, bytes })
  }
  const known = await again.finish(200, true)
  assert.deepEqual(known.sessions, done.sessions, 'what is sent again is told its session')
  assertTruth(await detailOf(state.id))
  again.socket.destroy()
})

test('a newer connection of the user replaces the older one', async () => {
  const { lease } = await register()
  const older = await connectRecorder(lease.port)
  await older.hello(lease.token, randomUUID())
  const newer = await connectRecorder(lease.port)
  await newer.hello(lease.token, randomUUID())
  await older.closed
  assert.equal(older.refusal()?.code, 'replaced')
  const done = await newer.finish(0, false)
  assert.deepEqual(done, { acknowledged: 0, sessions: [] })
  newer.socket.destroy()
})

test('a stream is notified of its own sessions, and of no other', async () => {
  const { lease } = await register()
  const first = await connectRecorder(lease.port)
  await first.hello(lease.token, randomUUID())
  const begun = sent.slice(0, 500)
  for (const [place, datagram] of begun.entries())
    await first.send({ number: place + 1, ...datagram })
  await first.until(() => first.sessions.length > 0)

  const other = thinned(createRace({ seed: 8, laps: 1, cars: 4, rateHz: 10, trackId: 22 }))
  const second = await connectRecorder(lease.port)
  await second.hello(lease.token, randomUUID())
  for (const [place, datagram] of other.entries()) {
    await second.send({ number: place + 1, ...datagram })
  }
  const done = await second.finish(other.length, true)
  const [seen] = done.sessions
  assert.equal(done.sessions.length, 1)
  assert.notEqual(seen?.sessionId, race.uid)
  assert.ok(second.sessions.every(({ id }) => id === seen?.id))
})

test('bytes that are not a datagram of the game are counted by reason and acknowledged', async () => {
  const { lease } = await register()
  const name = 'pitboard_ingest_rejected_total{transport="tcp",reason='
  const before = await Promise.all([metric(`${name}"short"}`), metric(`${name}"size"}`)])
  const recorder = await connectRecorder(lease.port)
  await recorder.hello(lease.token, randomUUID())
  const cut = sent[0]?.bytes.subarray(0, -1) ?? new Uint8Array()
  await recorder.send({ number: 1, atMs: START_MS, bytes: new Uint8Array(1) })
  await recorder.send({ number: 2, atMs: START_MS, bytes: cut })
  await recorder.until(() => recorder.acknowledged() === 2)
  const after = await Promise.all([metric(`${name}"short"}`), metric(`${name}"size"}`)])
  assert.deepEqual(after, [before[0] + 1, before[1] + 1])
  assert.equal(recorder.sessions.length, 0)
  recorder.socket.destroy()
  await recorder.closed
})

test('a server that stops sends viewers and recorders away, with everything it took on disk', async () => {
  const database = await openTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-drain-'))
  const stopping = await openTestServer({ database, dataDir })
  const { userId, lease } = await register(stopping)
  const recorder = await connectRecorder(lease.port)
  const streamId = randomUUID()
  await recorder.hello(lease.token, streamId)
  for (const [place, { atMs, bytes }] of sent.slice(0, 300).entries()) {
    await recorder.send({ number: place + 1, atMs, bytes })
  }
  await recorder.until(() => recorder.sessions.at(-1)?.status === 'live')
  const viewer = new WebSocket(`${stopping.url}/api/LiveSession/ws/user/${userId}`)
  await once(viewer, 'message')
  const closed = once(viewer, 'close')
  await stopping.close()
  const [code]: unknown[] = await closed
  assert.equal(code, LiveCloseCode.Moved)
  await recorder.closed
  assert.equal(recorder.refusal()?.code, 'stopping')

  const next = await openTestServer({ database, dataDir })
  const { port } = (await register(next)).lease
  const again = await connectRecorder(port)
  assert.equal(await again.hello(lease.token, streamId), 301, 'the token outlives the restart')
  again.socket.destroy()
  await next.close()
  await database.close()
  rmSync(dataDir, { recursive: true })
})
