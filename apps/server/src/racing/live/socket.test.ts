import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live/live-protocol'
import { WebSocket, type RawData } from 'ws'
import { createLog } from '../../platform/diagnostics/log.ts'
import { createDriving } from './driving.fixture.ts'
import { createRoomDirectory } from './rooms/room-directory.ts'
import { createLiveSockets } from './socket.ts'

const SESSION_ID = '01900000-0000-7000-8000-000000000001'
const NEXT_ID = '01900000-0000-7000-8000-000000000003'
const USER_ID = '01900000-0000-7000-8000-000000000002'
const OTHER_ID = '01900000-0000-7000-8000-000000000009'

/** Serves the sockets; `userExists` is the database's answer. */
async function listen(t: TestContext, userExists = async (userId: string) => userId === USER_ID) {
  let bytes = 0
  const start = { isLive: false }
  const roomDirectory = createRoomDirectory(Date.now)
  const sockets = createLiveSockets({
    roomDirectory,
    log: createLog('silent'),
    userExists,
    isSessionLive: async () => start.isLive,
    sent: (length) => {
      bytes += length
    },
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    viewersMax: 50,
    viewersPerAddressMax: 50,
  })
  const server = createServer()
  const requests: WeakRef<IncomingMessage>[] = []
  server.on('upgrade', (request, socket, head) => {
    requests.push(new WeakRef(request))
    if (!sockets.upgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    void roomDirectory.drain()
    server.close()
    server.closeAllConnections()
  })
  const base = `ws://127.0.0.1:${portOf(server)}/api/LiveSession/ws`
  return { roomDirectory, start, base, requests, bytes: () => bytes }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  assert.ok(typeof address === 'object' && address)
  return address.port
}

function connect(url: string, perMessageDeflate: boolean | { serverNoContextTakeover: true }) {
  const ws = new WebSocket(url, { perMessageDeflate })
  const messages: LiveMessage[] = []
  let extensions: string | undefined
  let state: LiveSession | null = null
  ws.on('upgrade', ({ headers }) => (extensions = headers['sec-websocket-extensions']))
  const waiters: { until: () => boolean; done: () => void }[] = []
  ws.on('message', (data: RawData) => {
    assert.ok(Buffer.isBuffer(data))
    const message: LiveMessage = JSON.parse(data.toString())
    messages.push(message)
    state = applyMessage(state, message)
    for (const waiter of waiters) if (waiter.until()) waiter.done()
  })
  return {
    ws,
    messages,
    extensions: () => extensions,
    state: () => state,
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        if (condition()) resolve()
        else waiters.push({ until: condition, done: resolve })
      }),
    closed: async (): Promise<unknown> => {
      const [code]: unknown[] = await once(ws, 'close')
      return code
    },
  }
}

test('viewers without permessage-deflate, with it, and with one that forgets each message read the same shared messages', async (t) => {
  const { roomDirectory, base, bytes } = await listen(t)
  const driving = createDriving(20)
  roomDirectory.open(SESSION_ID, USER_ID, driving.source)
  const deflating = connect(`${base}/${SESSION_ID}`, true)
  const plain = connect(`${base}/${SESSION_ID}`, false)
  const forgetting = connect(`${base}/${SESSION_ID}`, { serverNoContextTakeover: true })
  const readers = [deflating, plain, forgetting]
  await Promise.all(readers.map(({ ws }) => once(ws, 'open')))
  const negotiated = 'permessage-deflate; client_no_context_takeover'
  assert.equal(deflating.extensions(), negotiated)
  assert.equal(plain.extensions(), undefined)
  assert.match(forgetting.extensions() ?? '', /server_no_context_takeover/)
  for (let dice = 1; dice <= 5; dice++) {
    driving.step(100, dice)
    const { sessionTimeMs } = driving.source.read(null, 0, 0)
    const arrived = (reader: typeof plain) => reader.state()?.sessionTimeMs === sessionTimeMs
    await Promise.all(readers.map((reader) => reader.until(() => arrived(reader))))
  }
  assert.deepEqual(deflating.state(), plain.state())
  assert.deepEqual(forgetting.state(), plain.state())
  assert.deepEqual(plain.state(), roomDirectory.room(SESSION_ID)?.state(Date.now()))
  assert.ok(bytes() > 0)
})

test('a connected viewer retains no memory of its request', async (t) => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  assert.ok(typeof collectGarbage === 'function')
  const { roomDirectory, base, requests } = await listen(t)
  roomDirectory.open(SESSION_ID, USER_ID, createDriving(2).source)
  const viewers = [1, 2, 3].map(() => connect(`${base}/${SESSION_ID}`, true))
  await Promise.all(viewers.map(({ ws }) => once(ws, 'message')))
  assert.equal(roomDirectory.viewers(), 3)
  const countRequests = () => requests.filter((request) => request.deref() !== undefined).length
  for (let turns = 0; turns < 50 && countRequests() > 0; turns++) {
    await turn()
    Reflect.apply(collectGarbage, null, [])
  }
  assert.deepEqual([requests.length, countRequests()], [3, 0])
})

test('who gets the messages beside other things is no viewer of the session', async (t) => {
  const { roomDirectory, base } = await listen(t)
  roomDirectory.open(SESSION_ID, USER_ID, createDriving(2).source)
  const counted = () => roomDirectory.room(SESSION_ID)?.viewers()
  const landing = connect(`${base}/${SESSION_ID}?counted=false`, true)
  await once(landing.ws, 'message')
  assert.equal(counted(), 0)
  const viewer = connect(`${base}/${SESSION_ID}`, true)
  await once(viewer.ws, 'message')
  assert.equal(counted(), 1)
  landing.ws.close()
  await landing.closed()
  await viewer.until(() => roomDirectory.viewers() === 1)
  assert.equal(counted(), 1)
})

test('the end names the recorded session, then the socket closes with Ended', async (t) => {
  const { roomDirectory, base } = await listen(t)
  roomDirectory.open(SESSION_ID, USER_ID, createDriving(2).source)
  const viewer = connect(`${base}/${SESSION_ID}`, true)
  await once(viewer.ws, 'message')
  const closed = viewer.closed()
  await roomDirectory.close(SESSION_ID, SESSION_ID)
  assert.equal(await closed, LiveCloseCode.Ended)
  assert.equal(viewer.messages.at(-1)?.t, 'ended')
  assert.equal(roomDirectory.viewers(), 0)
})

test('a follower waits, sees a session, its end, and the next one on the same socket', async (t) => {
  const { roomDirectory, base } = await listen(t)
  const follower = connect(`${base}/user/${USER_ID}`, true)
  await follower.until(() => follower.messages.at(-1)?.t === 'waiting')
  roomDirectory.open(SESSION_ID, USER_ID, createDriving(2).source)
  await follower.until(() => follower.messages.at(-1)?.t === 'snapshot')
  await roomDirectory.close(SESSION_ID, null)
  await follower.until(() => follower.messages.some(({ t }) => t === 'ended'))
  roomDirectory.open(NEXT_ID, USER_ID, createDriving(3).source)
  await follower.until(() => follower.messages.at(-1)?.t === 'snapshot')
  assert.equal(follower.state()?.drivers.length, 3)
  follower.ws.close()
  await once(follower.ws, 'close')
})

test('close codes say why: not found, protocol, moved', async (t) => {
  const { roomDirectory, base, start } = await listen(t)
  start.isLive = true
  // After a restart, or on another server, the session is still driven.
  assert.equal(await connect(`${base}/${OTHER_ID}`, true).closed(), LiveCloseCode.Moved)
  start.isLive = false
  roomDirectory.open(SESSION_ID, USER_ID, createDriving(2).source)
  assert.equal(await connect(`${base}/${OTHER_ID}`, true).closed(), LiveCloseCode.NotFound)
  assert.equal(await connect(`${base}/user/${OTHER_ID}`, true).closed(), LiveCloseCode.NotFound)
  const newer = connect(`${base}/${SESSION_ID}?protocol=3`, true)
  assert.equal(await newer.closed(), LiveCloseCode.Protocol)
  const talker = connect(`${base}/${SESSION_ID}`, true)
  await once(talker.ws, 'open')
  talker.ws.send('hello')
  assert.equal(await talker.closed(), LiveCloseCode.Protocol)
  const viewer = connect(`${base}/${SESSION_ID}`, true)
  await once(viewer.ws, 'message')
  const closed = viewer.closed()
  await roomDirectory.drain()
  assert.equal(await closed, LiveCloseCode.Moved)
})

test('an id that is not a UUID is refused before the upgrade', async (t) => {
  const { base } = await listen(t)
  const viewer = connect(`${base}/nonsense`, true)
  const [error]: unknown[] = await once(viewer.ws, 'error')
  assert.match(String(error), /400/)
})

test('those who come at once do not get past the limit of an address', async (t) => {
  const all = Promise.withResolvers<boolean>()
  let asking = 0
  const { roomDirectory, base } = await listen(t, () => {
    if (++asking === 50) all.resolve(true)
    return all.promise
  })
  const asked = Array.from({ length: 60 }, () => connect(`${base}/user/${USER_ID}`, false).ws)
  const opens = asked.map((ws) =>
    once(ws, 'open').then(
      () => true,
      () => false,
    ),
  )
  const opened = (await Promise.all(opens)).filter(Boolean).length
  assert.deepEqual([opened, roomDirectory.viewers()], [50, 50])
})
