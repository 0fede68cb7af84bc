import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { after, before, test, type TestContext } from 'node:test'
import {
  createFrameReader,
  encodeFrame,
  encodeJsonFrame,
  readJsonPayload,
} from '@pitboard/contract/ingest/ingest-frames'
import {
  FrameType,
  INGEST_PROTOCOL_VERSION,
  Refusal,
} from '@pitboard/contract/ingest/ingest-protocol'
import { TcpLease } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { insertUser } from '../../../accounts/users/queries.ts'
import { createLog } from '../../../platform/diagnostics/log.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { seenBy } from '../../sessions/lobby.fixture.ts'
import { storedSession } from '../recordings/recording.fixture.ts'
import { connectOverWebSocket, connectRecorder, type TestRecorder } from './recorder.fixture.ts'
import { writeCertificate } from './certificate-files.fixture.ts'
import { createRecorderProxy, ProxyFrame } from './recorder-proxy.ts'

const sent = seenBy(createRace({ seed: 5, laps: 2, cars: 3, rateHz: 10, trackId: 22 }), {
  playerCar: 0,
})
const STRANGER = '203.0.113.7'
const log = createLog('silent')
const HALF_OPEN = 1_000
/** This is the limit of `tcp.ts`. */
const PER_NETWORK_MAX = 32

let database: TestDatabase
let owner: TestServer
let other: TestServer
before(async () => {
  database = await openTestDatabase()
  const open = (NODE_ID: string) =>
    openTestServer({ database, env: { NODE_ID, INGEST_HOST: '127.0.0.1' } })
  owner = await open('owner.1')
  other = await open('other')
})
after(async () => {
  await Promise.all([owner.close(), other.close()])
  await database.close()
})

async function register(server: TestServer, known?: { userId: string; key: string }) {
  const { newId, db } = server.context
  const userId = known?.userId ?? newId()
  if (!known) await insertUser(db, { id: userId, username: userId })
  const key = known?.key ?? (await insertRecorderKey(db, { id: newId(), userId, name: 'test' }))
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const lease = Value.Parse(TcpLease, await (await fetch(url, { method: 'POST' })).json())
  return { userId, key, lease }
}

/** Drives at the first server, which owns the stream; returns also the port of the other. */
async function driveAtOwner(streamId: string, to: number) {
  const driver = await register(owner)
  const recorder = await connectRecorder(driver.lease.port)
  await recorder.hello(driver.lease.token, streamId)
  await send(recorder, 0, to)
  await recorder.until(() => recorder.acknowledged() >= to)
  const wrongPort = (await register(other)).lease.port
  assert.notEqual(wrongPort, driver.lease.port)
  return { ...driver, recorder, wrongPort }
}

async function send(recorder: TestRecorder<Duplex>, from: number, to: number): Promise<void> {
  for (const [place, { atMs, bytes }] of sent.slice(from, to).entries()) {
    await recorder.send({ number: from + place + 1, atMs, bytes })
  }
}

async function metric(server: TestServer, line: string): Promise<number> {
  const headers = { apikey: server.context.keys.serviceKey }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
  const found = text.split('\n').find((candidate) => candidate.startsWith(line))
  return Number(found?.split(' ').at(-1) ?? 0)
}

function toOwner(port: number, secret = owner.context.keys.derive('recorder hop')) {
  const recorderProxy = createRecorderProxy(other.context.node, { secret, isTls: false, log })
  const target = { nodeId: owner.context.node.id, host: '127.0.0.1', tcpPort: port }
  return (address: string) =>
    recorderProxy.open({ ...target, dataFolder: null }, { userId: randomUUID(), address })
}

async function open(t: TestContext, port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  t.after(() => socket.destroy())
  socket.on('error', () => socket.destroy())
  // One of many can be reset before this process has seen that it was connected.
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

/** Resolves however the connection ends, since the server may reset it. */
function end(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => {
    if (socket.closed) resolve(null)
    else socket.once('close', resolve)
  })
}

/** Returns the code with which the server closes the connection. */
async function readRefusal(socket: Socket): Promise<Refusal['code'] | undefined> {
  let code: Refusal['code'] | undefined
  socket.on(
    'data',
    createFrameReader(({ type, payload }) => {
      if (type === FrameType.Refusal) code = Value.Parse(Refusal, readJsonPayload(payload)).code
    }),
  )
  await once(socket.resume(), 'close')
  return code
}

function helloOf(token: string): Uint8Array {
  const version = INGEST_PROTOCOL_VERSION
  return encodeJsonFrame(FrameType.Hello, { version, token, streamId: randomUUID() })
}

const WAYS: Record<string, (port: number) => Promise<TestRecorder<Duplex>>> = {
  TCP: connectRecorder,
  WebSocket: () => connectOverWebSocket(other.url),
}
for (const [way, connectTo] of Object.entries(WAYS)) {
  test(`a recorder that reaches another server than the owner of its stream over ${way} records a whole race`, async () => {
    const streamId = randomUUID()
    const half = sent.length >> 1
    const { recorder, wrongPort, lease, userId } = await driveAtOwner(streamId, half)
    recorder.socket.destroy()
    const passedBefore = await metric(other, 'pitboard_recorders_passed_on_total')
    const passed = await connectTo(wrongPort)
    assert.equal(await passed.hello(lease.token, streamId, 1), half + 1)
    await send(passed, half, sent.length)
    const { sessions } = await passed.finish(sent.length, true)
    assert.partialDeepStrictEqual(sessions, [{ status: 'recorded' }])
    assert.equal(await metric(other, 'pitboard_recorders_passed_on_total'), passedBefore + 1)
    const stored = await storedSession(database.db, userId)
    assert.equal(stored.classification, 'final')
    assert.ok(stored.drivers.every(({ lapTimes }) => lapTimes.length === 2))
    passed.socket.destroy()
  })
}

test('both ends of a proxied connection close together, and what the owner refuses reaches the recorder', async () => {
  const streamId = randomUUID()
  const { recorder, wrongPort, lease } = await driveAtOwner(streamId, 100)
  const first = await connectRecorder(wrongPort)
  await first.hello(lease.token, streamId)
  await recorder.closed
  assert.equal(recorder.refusal()?.code, 'replaced')
  const second = await connectRecorder(wrongPort)
  await second.hello(lease.token, randomUUID())
  await first.closed
  assert.equal(first.refusal()?.code, 'replaced')
  second.socket.destroy()
  // The owner sees that the recorder has gone: its place is free for the next one without a refusal.
  const third = await connectRecorder(lease.port)
  await third.hello(lease.token, streamId)
  third.socket.destroy()
})

test('a wrong token is refused where it arrives', async () => {
  const { wrongPort, recorder } = await driveAtOwner(randomUUID(), 1)
  const stranger = await connectRecorder(wrongPort)
  await assert.rejects(stranger.hello('a.b.c.d', randomUUID()))
  assert.equal(stranger.refusal()?.code, 'token')
  recorder.socket.destroy()
})

test('a proxied connection without the secret, with another one or with a recorded proof is refused', async (t) => {
  const { port, token } = (await register(owner)).lease
  const before = await metric(owner, 'pitboard_ingest_rejected_total{transport="tcp",reason="hop"}')
  const start = encodeJsonFrame(ProxyFrame.Start, { nodeId: owner.context.node.id })
  const proof = { address: STRANGER, signature: randomBytes(32).toString('base64url') }

  const unasked = await open(t, port)
  unasked.write(encodeJsonFrame(ProxyFrame.Proof, proof))
  assert.equal(await readRefusal(unasked), 'stopping')
  for (const frames of [
    [start, encodeJsonFrame(ProxyFrame.Proof, proof)],
    [start, encodeJsonFrame(ProxyFrame.Proof, { ...proof, signature: '' })],
    [start, encodeJsonFrame(ProxyFrame.Proof, { address: 7 })],
    [encodeJsonFrame(ProxyFrame.Start, { nodeId: 'somebody' })],
    [encodeFrame(ProxyFrame.Start)],
  ]) {
    const forged = await open(t, port)
    for (const frame of frames) forged.write(frame)
    assert.notEqual(await readRefusal(forged), undefined)
  }

  const foreign = await toOwner(port, randomBytes(32))(STRANGER)
  assert.ok(foreign)
  assert.equal(await readRefusal(foreign), 'stopping')

  const recorded: Buffer[] = []
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.on('data', (chunk) => recorded.push(chunk))
    near.pipe(far).pipe(near)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  assert.ok(address !== null && typeof address === 'object')
  const real = await toOwner(address.port)(STRANGER)
  assert.ok(real)
  real.write(helloOf(token))
  await once(real.resume(), 'data')
  real.destroy()
  relay.close()
  const replayed = await open(t, port)
  replayed.write(Buffer.concat(recorded))
  assert.equal(await readRefusal(replayed), 'stopping')
  const refused = await metric(
    owner,
    'pitboard_ingest_rejected_total{transport="tcp",reason="hop"}',
  )
  assert.ok(refused >= before + 6, `${refused - before} were refused`)
})

test('with a certificate a proxied connection is encrypted, and ends at an owner whose certificate is for another name', async (t) => {
  const { ca, ingestTlsCert, ingestTlsKey } = writeCertificate(t, 'localhost')
  const trusted = getCACertificates('default')
  t.after(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, ca])
  const secured = await openTestServer({
    database,
    env: {
      NODE_ID: 'secured',
      INGEST_HOST: 'localhost',
      INGEST_TLS_CERT: ingestTlsCert,
      INGEST_TLS_KEY: ingestTlsKey,
    },
  })
  t.after(() => secured.close())
  const { lease } = await register(secured)
  const secret = secured.context.keys.derive('recorder hop')
  const recorderProxy = createRecorderProxy(other.context.node, { secret, isTls: true, log })
  const target = { nodeId: 'secured', tcpPort: lease.port, dataFolder: null }
  const recorder = { userId: randomUUID(), address: STRANGER }

  const proxied = await recorderProxy.open({ ...target, host: 'localhost' }, recorder)
  assert.ok(proxied instanceof TLSSocket)
  assert.equal(proxied.authorized, true)
  proxied.write(helloOf(lease.token))
  const { promise, resolve } = Promise.withResolvers<void>()
  const read = createFrameReader(({ type }) => type === FrameType.Welcome && resolve())
  proxied.on('data', read).resume()
  await promise
  proxied.destroy()

  assert.equal(
    await recorderProxy.open({ ...target, host: '127.0.0.1' }, recorder),
    null,
    'another name',
  )
  const plain = (await register(owner)).lease.port
  const insecure = { nodeId: 'owner.1', host: 'localhost', tcpPort: plain, dataFolder: null }
  assert.equal(await recorderProxy.open(insecure, recorder), null, 'never without TLS')
})

test('a connection that was passed on is not passed on again', async () => {
  const { lease, recorder } = await driveAtOwner(randomUUID(), 1)
  const { port } = (await register(other)).lease
  const secret = owner.context.keys.derive('recorder hop')
  const recorderProxy = createRecorderProxy(owner.context.node, { secret, isTls: false, log })
  const misled = await recorderProxy.open(
    { nodeId: other.context.node.id, host: '127.0.0.1', tcpPort: port, dataFolder: null },
    { userId: randomUUID(), address: '127.0.0.1' },
  )
  assert.ok(misled)
  const before = await metric(other, 'pitboard_recorders_passed_on_total')
  misled.write(helloOf(lease.token))
  assert.equal(await readRefusal(misled), 'stopping')
  assert.equal(await metric(other, 'pitboard_recorders_passed_on_total'), before)
  recorder.socket.destroy()
})

test('of a network the newest 32 wait for their Hello, also those that another server passes on', async (t) => {
  const { port } = (await register(owner)).lease
  const connectToOwner = toOwner(port)
  const neighbour = await connectToOwner('198.51.100.2')
  assert.ok(neighbour)
  const waiting: Socket[] = []
  for (let count = 0; count <= PER_NETWORK_MAX; count++) {
    const proxied = await connectToOwner(STRANGER)
    assert.ok(proxied)
    t.after(() => proxied.destroy())
    waiting.push(proxied.resume())
  }
  const [oldest, ...others] = waiting
  assert.ok(oldest)
  await end(oldest)
  assert.ok([neighbour, ...others].every(({ closed }) => !closed))
  neighbour.destroy()
})

/** Resolves once at most so many of the sockets are open. */
async function closedButFor(sockets: readonly Socket[], openMax: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (sockets.filter(({ closed }) => !closed).length <= openMax) resolve()
  }
  for (const socket of sockets) socket.once('close', check)
  check()
  await promise
}

test('1,000 connections of a proxy that are never finished hold no place, and a recorder still reaches the owner', async (t) => {
  const streamId = randomUUID()
  const { recorder, wrongPort, lease } = await driveAtOwner(streamId, 10)
  const start = encodeJsonFrame(ProxyFrame.Start, { nodeId: owner.context.node.id })
  const halfOpen = await Promise.all(
    Array.from({ length: HALF_OPEN }, async () => {
      const socket = await open(t, lease.port)
      socket.resume().write(start)
      return socket
    }),
  )
  const passed = await connectRecorder(wrongPort)
  assert.equal(await passed.hello(lease.token, streamId), 11)
  await closedButFor(halfOpen, PER_NETWORK_MAX)
  await Promise.all(halfOpen.filter(({ closed }) => !closed).map(end))
  passed.socket.destroy()
  recorder.socket.destroy()
})
