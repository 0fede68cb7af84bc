import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { TcpLease } from '@pitboard/contract/live/live'
import { LiveCloseCode } from '@pitboard/contract/live/live-protocol'
import { until } from '@pitboard/contract/testing/patience'
import type { Datagram } from '@pitboard/telemetry/decode'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { WebSocket } from 'ws'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { insertUser } from '../../accounts/users/queries.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runMain, type RunningMain } from '../../testing/main-process.ts'
import { storedSession } from '../ingest/recordings/recording.fixture.ts'
import { connectRecorder, type TestRecorder } from '../ingest/transports/recorder.fixture.ts'
import { seenBy } from '../sessions/lobby.fixture.ts'

async function openServer(t: TestContext, database: TestDatabase): Promise<RunningMain> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-node-'))
  const server = runMain({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    AUTH_JWT_SECRET: 'the same secret for both of the servers',
  })
  t.after(async () => {
    server.signal('SIGCONT')
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await server.listening
  return server
}

async function send(
  recorder: TestRecorder,
  datagrams: readonly Datagram[],
  from: number,
  to: number,
): Promise<void> {
  for (const [place, { atMs, bytes }] of datagrams.slice(from, to).entries()) {
    await recorder.send({ number: from + place + 1, atMs, bytes })
  }
}

test('a server that stood still for longer than 10 s has lost the stream and stores nothing of it', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { db } = database
  const [first, second] = await Promise.all([openServer(t, database), openServer(t, database)])
  const userId = randomUUID()
  await insertUser(db, { id: userId, username: 'Max' })
  const key = await insertRecorderKey(db, { id: randomUUID(), userId, name: 'test' })
  const register = async (server: RunningMain, useTcp = true) =>
    fetch(`${server.url()}/api/LiveSession/register/${userId}?key=${key}&useTcp=${useTcp}`, {
      method: 'POST',
    })
  const lease = async (server: RunningMain) =>
    Value.Parse(TcpLease, await (await register(server)).json())

  const sent = seenBy(createRace({ seed: 5, laps: 2, cars: 3, rateHz: 20 }), { playerCar: 0 })
  const half = sent.length >> 1
  const streamId = randomUUID()
  const [owner, other] = [await lease(first), await lease(second)]
  assert.notEqual(owner.port, other.port)
  const recorder = await connectRecorder(owner.port)
  await recorder.hello(owner.token, streamId)
  await send(recorder, sent, 0, half)
  await recorder.until(() => recorder.sessions.length > 0)
  const [session] = recorder.sessions
  assert.ok(session)

  // The second server sends everyone to the owner.
  assert.equal((await lease(second)).port, owner.port)
  assert.equal((await register(second, false)).status, 503)
  const stray = await connectRecorder(other.port)
  await assert.rejects(stray.hello(other.token, streamId))
  assert.equal(stray.refusal()?.code, 'stopping')

  // It knows that the session is being driven, though its room is elsewhere.
  const status = async (path: string) => (await fetch(`${second.url()}${path}`)).status
  assert.equal(await status(`/api/LiveSession/${session.id}`), 503)
  assert.equal(await status(`/api/LiveSession/user/${userId}`), 503)
  assert.equal(await status(`/live/${session.id}`), 200)
  assert.equal(await status(`/og/live/${session.id}.png`), 200)
  const watching = second.url().replace('http', 'ws')
  const misled = new WebSocket(`${watching}/api/LiveSession/ws/${session.id}`)
  assert.equal((await once(misled, 'close'))[0], LiveCloseCode.Moved)

  const viewer = new WebSocket(
    `${first.url().replace('http', 'ws')}/api/LiveSession/ws/${session.id}`,
  )
  const closed = once(viewer, 'close')
  await once(viewer, 'message')
  first.signal('SIGSTOP')
  await until(async () => (await lease(second)).port !== owner.port)
  const successor = await connectRecorder(other.port)
  assert.equal(await successor.hello(other.token, streamId), 1)
  await send(successor, sent, 0, sent.length)
  first.signal('SIGCONT')
  assert.deepEqual((await closed)[0], LiveCloseCode.Moved)
  await recorder.closed
  // A connection that was silent for longer than half a minute is closed without a word.
  assert.ok(['stopping', null].includes(recorder.refusal()?.code ?? null))
  assert.equal((await lease(first)).port, other.port)

  const { sessions } = await successor.finish(sent.length, true)
  assert.partialDeepStrictEqual(sessions, [{ id: session.id, status: 'recorded' }])
  successor.socket.destroy()
  const stored = await storedSession(db, userId)
  assert.equal(stored.classification, 'final')
  assert.equal(await first.stop(), 0)
  assert.deepEqual(await storedSession(db, userId), stored)
})
