import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live/live-protocol'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { openLiveSocket } from './live-socket.ts'
import { createLiveReceiver } from './live-receiver.ts'
import { createLiveStore, type Connection, type LiveStore } from '../race/live-store.ts'
import { aSession } from '../../testing/a-session.ts'

test('a gap in the versions leads to a new connection and its snapshot', async (t) => {
  const { url, nextViewer } = await serve(t)
  const store = createLiveStore()
  follow(t, url, store)
  const first = await nextViewer()
  say(first, { t: 'snapshot', v: 1, at: 0, state: aSession({}) })
  say(first, { t: 'delta', v: 9, at: 0, d: 100 })
  await connectionOf(store, 'reconnecting')
  const second = await nextViewer()
  say(second, { t: 'snapshot', v: 9, at: 0, state: aSession({ version: 9 }) })
  await connectionOf(store, 'live')
  assert.equal(store.view().session?.version, 9)
})

test('a lost connection is tried again after half a second, then every 0.7 s at first', async (t) => {
  const { url, nextViewer } = await serve(t)
  const store = createLiveStore()
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  follow(t, url, store)
  for (const waitMs of [500, 700, 700]) {
    const connection = await lossOf(await nextViewer(), store)
    assert.equal(connection.retryAtMs, Date.now() + waitMs)
    t.mock.timers.tick(waitMs)
  }
  await nextViewer()
})

test('a live session without a message for four seconds has lost its connection', async (t) => {
  const { url, nextViewer } = await serve(t)
  const store = createLiveStore()
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  follow(t, url, store)
  const silent = await nextViewer()
  say(silent, { t: 'snapshot', v: 1, at: 0, state: aSession({}) })
  await connectionOf(store, 'live')
  t.mock.timers.tick(3_900)
  assert.equal(store.view().connection.kind, 'live')
  t.mock.timers.tick(200)
  assert.equal(store.view().connection.kind, 'reconnecting')
  t.mock.timers.tick(500)
  await nextViewer()
})

test('waking connects at once where a retry is due later', async (t) => {
  const { url, nextViewer } = await serve(t)
  const store = createLiveStore()
  // Timers stand still, so that no retry falls due.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const socket = follow(t, url, store)
  await lossOf(await nextViewer(), store)
  socket.wake()
  await nextViewer()
})

test('the end of a session is final: the recording is named and nothing reconnects', async (t) => {
  const { url, nextViewer, viewersSeen } = await serve(t)
  const store = createLiveStore()
  follow(t, url, store)
  const viewer = await nextViewer()
  say(viewer, { t: 'snapshot', v: 1, at: 0, state: aSession({}) })
  say(viewer, { t: 'ended', v: 1, recordedId: 'recorded' })
  viewer.close(LiveCloseCode.Ended)
  await once(viewer, 'close')
  assert.deepEqual(store.view().connection, { kind: 'ended', recordedId: 'recorded' })
  assert.equal(viewersSeen(), 1)
})

for (const [code, kind] of [
  [LiveCloseCode.NotFound, 'notFound'],
  [LiveCloseCode.Protocol, 'outdated'],
  [LiveCloseCode.TooSlow, 'reconnecting'],
  [LiveCloseCode.Moved, 'reconnecting'],
] as const) {
  test(`close code ${code} leaves the connection ${kind}`, async (t) => {
    const { url, nextViewer } = await serve(t)
    const store = createLiveStore()
    follow(t, url, store)
    const viewer = await nextViewer()
    viewer.close(code)
    await connectionOf(store, kind)
  })
}

test('a race that was live and is not there after a restart is looked for, and shown when it returns', async (t) => {
  const { url, nextViewer } = await serve(t)
  const store = createLiveStore()
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  follow(t, url, store)
  const first = await nextViewer()
  say(first, { t: 'snapshot', v: 1, at: 0, state: aSession({}) })
  await connectionOf(store, 'live')
  await lossOf(first, store)
  t.mock.timers.tick(500)
  for (let attempt = 1; attempt <= 10; attempt++) {
    const viewer = await nextViewer()
    await changeOf(store, () => viewer.close(LiveCloseCode.NotFound))
    assert.equal(store.view().connection.kind, 'reconnecting')
    t.mock.timers.tick(1_500)
  }
  const returned = await nextViewer()
  say(returned, { t: 'snapshot', v: 7, at: 0, state: aSession({ version: 7 }) })
  await connectionOf(store, 'live')
})

test('a race that does not return within 20 seconds is not there', async (t) => {
  const { url, nextViewer } = await serve(t)
  const store = createLiveStore()
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  follow(t, url, store)
  const first = await nextViewer()
  say(first, { t: 'snapshot', v: 1, at: 0, state: aSession({}) })
  await connectionOf(store, 'live')
  let viewer = first
  for (let passedMs = 0; passedMs < 20_000; passedMs += 1_500) {
    const missing = viewer
    await changeOf(store, () => missing.close(LiveCloseCode.NotFound))
    assert.equal(store.view().connection.kind, 'reconnecting')
    t.mock.timers.tick(1_500)
    viewer = await nextViewer()
  }
  viewer.close(LiveCloseCode.NotFound)
  await connectionOf(store, 'notFound')
})

async function serve(t: TestContext) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const arrived: ServerSocket[] = []
  const awaited: ((viewer: ServerSocket) => void)[] = []
  let seen = 0
  server.on('connection', (viewer) => {
    seen++
    const waiter = awaited.shift()
    if (waiter) waiter(viewer)
    else arrived.push(viewer)
  })
  await once(server, 'listening')
  t.after(() => {
    for (const viewer of server.clients) viewer.terminate()
    server.close()
  })
  return {
    url: `ws://127.0.0.1:${portOf(server.address())}`,
    viewersSeen: () => seen,
    nextViewer: () => {
      const viewer = arrived.shift()
      if (viewer) return Promise.resolve(viewer)
      return new Promise<ServerSocket>((resolve) => awaited.push(resolve))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  assert.ok(typeof address === 'object' && address !== null)
  return address.port
}

function follow(t: TestContext, url: string, store: LiveStore) {
  const socket = openLiveSocket(url, createLiveReceiver(store), () => 0.5)
  t.after(socket.close)
  return socket
}

function say(viewer: ServerSocket, message: LiveMessage): void {
  viewer.send(JSON.stringify(message))
}

async function lossOf(viewer: ServerSocket, store: LiveStore) {
  await changeOf(store, () => viewer.terminate())
  return connectionOf(store, 'reconnecting')
}

async function changeOf(store: LiveStore, act: () => void): Promise<void> {
  const changed = new Promise<void>((resolve) => {
    const leave = store.subscribe(() => {
      leave()
      resolve()
    })
  })
  act()
  await changed
}

function connectionOf<K extends Connection['kind']>(
  store: LiveStore,
  kind: K,
): Promise<Extract<Connection, { kind: K }>> {
  return new Promise((resolve) => {
    const check = () => {
      const { connection } = store.view()
      if (isKind(connection, kind)) resolve(connection)
      return connection.kind === kind
    }
    if (check()) return
    const leave = store.subscribe(() => {
      if (check()) leave()
    })
  })
}

function isKind<K extends Connection['kind']>(
  connection: Connection,
  kind: K,
): connection is Extract<Connection, { kind: K }> {
  return connection.kind === kind
}
