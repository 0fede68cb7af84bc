import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { INGEST_WEB_SOCKET_PATH } from '@pitboard/contract/ingest/ingest-address'
import { TcpLease } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { createClient } from '@pitboard/contract/wire/client'
import { assertLapsAndOrder } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { WebSocket } from 'ws'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { insertUser } from '../../../accounts/users/queries.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { seenBy } from '../../sessions/lobby.fixture.ts'
import { connectOverWebSocket } from './recorder.fixture.ts'

const race = createRace({ seed: 7, laps: 2, cars: 4, rateHz: 10, trackId: 22, lean: true })
const sent = seenBy(race, { playerCar: 0 })

const HELLO_WITHIN_MS = 5_000

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

async function register(on: TestServer): Promise<TcpLease> {
  const { db, newId } = on.context
  const userId = newId()
  await insertUser(db, { id: userId, username: userId })
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  const url = `${on.url}/api/LiveSession/register/${userId}?key=${key}`
  return Value.Parse(TcpLease, await (await fetch(url, { method: 'POST' })).json())
}

test('a lease names the path, and a race that goes there is recorded as it was driven', async () => {
  const { token, webSocketPath } = await register(server)
  assert.equal(webSocketPath, INGEST_WEB_SOCKET_PATH)
  const streamId = server.context.newId()
  const half = sent.length >> 1
  const cut = await connectOverWebSocket(server.url)
  await cut.hello(token, streamId)
  for (const [at, datagram] of sent.slice(0, half).entries()) {
    await cut.send({ number: at + 1, ...datagram })
  }
  await cut.until(() => cut.acknowledged() === half)
  cut.socket.destroy()
  const recorder = await connectOverWebSocket(server.url)
  assert.equal(await recorder.hello(token, streamId), half + 1)
  for (const [at, datagram] of sent.slice(half).entries()) {
    await recorder.send({ number: half + at + 1, ...datagram })
  }
  const done = await recorder.finish(sent.length, true)
  const [id] = done.sessions.map((session) => session.id)
  assert.ok(id)
  const call = createClient({ baseUrl: server.url })
  assertLapsAndOrder(await call(sessions.get, { params: { id } }), race)
})

test('a wrong token is refused as on the TCP port, and the connection closes', async () => {
  const recorder = await connectOverWebSocket(server.url)
  await assert.rejects(recorder.hello('wrong', server.context.newId()))
  await recorder.closed
  assert.equal(recorder.refusal()?.code, 'token')
})

test('what is no frame, and a message that no recorder sends, end the connection', async () => {
  const noise = await connectOverWebSocket(server.url)
  noise.socket.write('GET / HTTP/1.1\r\n\r\n')
  await noise.closed
  assert.match(noise.refusal()?.code ?? '', /^(limit|protocol)$/)

  const ws = new WebSocket(server.url.replace(/^http/, 'ws') + INGEST_WEB_SOCKET_PATH)
  ws.on('error', () => {})
  await once(ws, 'open')
  ws.send(Buffer.alloc(1024 * 1024))
  await once(ws, 'close')
})

test('who has shown no token may send a few messages and pings a second; a recorder many more', async () => {
  const stranger = new WebSocket(server.url.replace(/^http/, 'ws') + INGEST_WEB_SOCKET_PATH)
  stranger.on('error', () => {})
  await once(stranger, 'open')
  const closed = once(stranger, 'close')
  const startMs = performance.now()
  for (let count = 0; count < 200; count++) stranger.ping()
  await closed
  assert.ok(
    performance.now() - startMs < HELLO_WITHIN_MS,
    'it is not the missing Hello that ends it',
  )

  const { token } = await register(server)
  const recorder = await connectOverWebSocket(server.url)
  await recorder.hello(token, server.context.newId())
  for (const [at, datagram] of sent.slice(0, 500).entries()) {
    await recorder.send({ number: at + 1, ...datagram })
  }
  await recorder.until(() => recorder.acknowledged() === 500)
  recorder.socket.destroy()
})

test('a message that has no end is cut off after a few kilobytes where no token was shown', async () => {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    [
      `GET ${INGEST_WEB_SOCKET_PATH} HTTP/1.1`,
      `Host: ${new URL(server.url).host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  const answers: Buffer[] = []
  socket.on('data', (chunk: Buffer) => answers.push(chunk))
  const closed = once(socket, 'close')
  // The head announces a masked binary message of 256 kB, of which a tenth is sent.
  const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0, 0])
  socket.write(Buffer.concat([head, Buffer.alloc(26_000)]))
  await closed
  assert.deepEqual(answers, [], 'the missing Hello would be answered with a refusal')
})

test('a server that stops asks recorders to come again, and waits for none of them', async () => {
  const stopping = await openTestServer()
  const { token } = await register(stopping)
  const recorder = await connectOverWebSocket(stopping.url)
  await recorder.hello(token, stopping.context.newId())
  await Promise.all([stopping.close(), recorder.closed])
  assert.equal(recorder.refusal()?.code, 'stopping')
})
