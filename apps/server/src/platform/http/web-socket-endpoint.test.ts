import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { type LiveSummary, TcpLease } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { WebSocket } from 'ws'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { connectRecorder } from '../../racing/ingest/transports/recorder.fixture.ts'
import { openAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import {
  BROKEN_FRAMES,
  connectTo,
  frame,
  resetDuring,
  sendRaw,
  upgradeRequest,
  whenClosed,
} from './frames.fixture.ts'

let server: TestServer
let paths: readonly string[]
let stopRecorder: () => void

before(async () => {
  server = await openTestServer()
  const race = await beginRace()
  stopRecorder = race.stop
  const realtime = `/realtime/v1/websocket?apikey=${server.context.keys.anonKey}`
  const { userId: idleId } = await openAccount(server.context, { username: 'idle' })
  paths = [
    `/api/LiveSession/ws/${race.sessionId}`,
    `/api/LiveSession/ws/${race.sessionId}?protocol=2`,
    `/api/LiveSession/ws/${randomUUID()}`,
    '/api/LiveSession/ws/nonsense',
    `/api/LiveSession/ws/user/${race.userId}`,
    `/api/LiveSession/ws/user/${idleId}`,
    `/api/LiveSession/ws/user/${randomUUID()}`,
    '/realtime/v1/websocket',
    realtime,
    `${realtime}&vsn=2.0.0`,
    `${realtime}&vsn=3.0.0`,
    '/nowhere',
  ]
})
after(async () => {
  stopRecorder()
  await server.close()
})

async function beginRace() {
  const { context, url } = server
  const { userId } = await openAccount(context, { username: 'driver' })
  const key = await insertRecorderKey(context.db, { id: context.newId(), userId, name: 'test' })
  const address = `${url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const lease = Value.Parse(TcpLease, await (await fetch(address, { method: 'POST' })).json())
  const recorder = await connectRecorder(lease.port)
  await recorder.hello(lease.token, randomUUID())
  const race = createRace({ seed: 1, laps: 2, cars: 4, rateHz: 10, trackId: 22 })
  let number = 0
  for (const { atMs, bytes } of [...race.datagrams()].slice(0, 60)) {
    await recorder.send({ number: ++number, atMs: Date.UTC(2026, 0, 1) + atMs, bytes })
  }
  const list = async () => {
    const answer = await fetch(`${url}/api/LiveSession/all`)
    const sessions: LiveSummary[] = JSON.parse(await answer.text())
    return sessions[0]
  }
  let live = await list()
  while (!live) live = await list()
  return { userId, sessionId: live.id, stop: () => recorder.socket.destroy() }
}

/** Collects everything that would have ended a server of its own. */
function uncaughtErrors(t: TestContext): Error[] {
  const errors: Error[] = []
  const note = (error: Error) => errors.push(error)
  process.on('uncaughtExceptionMonitor', note)
  t.after(() => process.off('uncaughtExceptionMonitor', note))
  return errors
}

async function assertServes(): Promise<void> {
  const answer = await fetch(`${server.url}/healthz`)
  assert.equal(answer.status, 200)
  const [watched = ''] = paths
  const ws = new WebSocket(new URL(watched, server.url.replace('http', 'ws')))
  await once(ws, 'message')
  ws.terminate()
}

test('no frame that breaks the protocol ends more than its own connection, on any path', async (t) => {
  const errors = uncaughtErrors(t)
  for (const path of paths) {
    await Promise.all(
      Array.from(BROKEN_FRAMES.values(), (bytes) => sendRaw(server.url, path, bytes)),
    )
  }
  await assertServes()
  assert.deepEqual(errors, [])
})

test('a reset during an upgrade ends nothing else, on any path', async (t) => {
  const errors = uncaughtErrors(t)
  for (const path of paths) {
    for (let time = 0; time < 10; time++) {
      await resetDuring(server.url, path, time % 2 === 0)
    }
  }
  // The socket was reset before the server has accepted it: the other end has no address then.
  for (const path of paths) {
    const socket = connectTo(server.url)
    socket.once('connect', () => {
      socket.write(upgradeRequest(path))
      socket.resetAndDestroy()
    })
    await whenClosed(socket)
  }
  await assertServes()
  assert.deepEqual(errors, [])
})

test('a client that floods with pings is cut off, and its pings are not answered without end', async () => {
  for (const path of paths.filter((each) => !/nowhere|nonsense|websocket$|vsn=3/.test(each))) {
    const socket = connectTo(server.url)
    let received = 0
    socket.write(upgradeRequest(path))
    await once(socket, 'data')
    socket.on('data', (bytes) => (received += bytes.length))
    const pings = Buffer.concat(Array.from({ length: 2_000 }, () => frame(0x89, 'x'.repeat(100))))
    socket.write(pings)
    await whenClosed(socket)
    assert.ok(received < pings.length, path)
  }
})

test('a refused upgrade does not stay open where the client never ends it', async (t) => {
  const { port } = new URL(server.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(upgradeRequest('/nowhere'))
  socket.resume()
  await once(socket, 'end')
  // Writes to a connection that the server has destroyed end it; to any other they do not.
  const timer = setInterval(() => socket.write('x'), 100)
  t.after(() => clearInterval(timer))
  await whenClosed(socket)
})
