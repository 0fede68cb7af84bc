import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { Failure } from '../failure.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { key, user } from '../testing/ingest-server.ts'
import { createUdpRelay } from './udp-relay.ts'

const LEASE_IDLE_MS = 10 * 60_000
const ID = '0190b3a4-0000-7000-8000-000000000002'
const LATER = '0190b3a4-0000-7000-8000-000000000003'
/** This one belongs to no session. */
const OTHER = new Uint8Array(40)
const race = raceDatagrams(12).map(({ bytes }) => bytes)

interface Shown {
  readonly id: string
  readonly sessionId: string
  readonly userId: string
}

/** Starts a server that leases a port, and reads what arrives there. */
async function start(t: TestContext) {
  const port = createSocket('udp4')
  port.bind(0, '127.0.0.1')
  await once(port, 'listening')
  const arrived: string[] = []
  port.on('message', (bytes) => arrived.push(bytes.toString('hex')))
  /** The status 0 stands for no answer. */
  const world = { status: 200, leases: 0, looks: 0, live: [] as Shown[], recorded: [] as Shown[] }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    let body: object | undefined
    if (path.startsWith('/api/LiveSession/register/')) {
      if (world.status === 0) return void request.socket.destroy()
      world.leases++
      const expiresAt = new Date(Date.now() + 60_000).toISOString()
      const lease = { protocol: 'udp', host: '127.0.0.1', port: port.address().port, token: null }
      body = { ...lease, expiresAt, liveUrl: 'http://localhost/live' }
    } else if (path.startsWith('/api/LiveSession/')) {
      world.looks++
      ;[body] = world.live
    } else if (path === '/api/Sessions') {
      body = { totalPages: 1, sessions: world.recorded }
    }
    const status = body === undefined ? 404 : world.status
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify(body ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const http = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${http}`
  const notes: string[] = []
  const times = { lookMs: 1, retryMs: 1 }
  const relay = createUdpRelay({ server: url, user, key }, (note) => notes.push(note), times)
  t.after(() => {
    relay.stop()
    port.close()
    server.close()
  })
  const append = (datagrams: readonly Uint8Array[]) => {
    for (const bytes of datagrams) relay.append(0, bytes)
  }
  return { world, url, relay, notes, arrived, append, udpPort: port.address().port }
}

const hex = (datagrams: readonly Uint8Array[]) =>
  datagrams.map((bytes) => Buffer.from(bytes).toString('hex'))

suite('over UDP', () => {
  test('everything goes to the leased port in order, and is counted as sent, not as acknowledged', async (t) => {
    const { relay, arrived, append, notes, world, udpPort } = await start(t)
    append(race)
    assert.deepEqual([relay.sent, relay.backlog, relay.connected], [0, race.length, false])
    const running = relay.run()
    await until(() => arrived.length === race.length)
    assert.deepEqual(arrived, hex(race))
    assert.deepEqual([relay.sent, relay.backlog, relay.connected], [race.length, 0, true])
    assert.equal(relay.acknowledged, null)
    assert.equal(relay.liveUrl, 'http://localhost/live')
    append(race.slice(0, 1))
    await until(() => arrived.length === race.length + 1)
    assert.equal(world.leases, 1)
    assert.deepEqual(notes, [`sending to 127.0.0.1:${udpPort}, live at http://localhost/live`])
    relay.stop()
    assert.equal(await running, 'over')
    assert.equal(relay.connected, false)
  })

  test('a server that is away is asked again, and the page learns why', async (t) => {
    const { relay, arrived, append, notes, world, url } = await start(t)
    world.status = 0
    append(race)
    const running = relay.run()
    await until(() => notes.length >= 2)
    const away = `${url} cannot be reached`
    assert.ok(relay.lastError?.startsWith(away), relay.lastError ?? '')
    assert.ok(notes.every((note) => note.startsWith(away) && note.endsWith('; trying again')))
    world.status = 200
    await until(() => arrived.length === race.length)
    await until(() => relay.lastError === null)
    relay.stop()
    await running
  })

  test('a server that refuses the key ends it', async (t) => {
    const { relay, append, world } = await start(t)
    world.status = 401
    append(race)
    await assert.rejects(relay.run(), Failure)
  })

  test('a lease that was idle for ten minutes is not used any more', async (t) => {
    const { relay, arrived, append, world, notes } = await start(t)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const running = relay.run()
    append(race.slice(0, 1))
    await until(() => arrived.length === 1)
    t.mock.timers.tick(LEASE_IDLE_MS - 1)
    append(race.slice(1, 2))
    await until(() => arrived.length === 2)
    assert.equal(world.leases, 1)
    t.mock.timers.tick(LEASE_IDLE_MS)
    append(race.slice(2, 3))
    await until(() => arrived.length === 3)
    assert.equal(world.leases, 2)
    assert.equal(notes.length, 1, 'the address is told once')
    relay.stop()
    await running
  })

  test('while the server is away the oldest make room, and who reads a file waits', async (t) => {
    const { relay } = await start(t)
    for (let number = 0; number < 4_999; number++) relay.append(0, OTHER)
    await relay.waitForSpace()
    relay.append(0, OTHER)
    let isWaiting = true
    const waiting = relay.waitForSpace().then(() => (isWaiting = false))
    await new Promise((resolve) => setImmediate(resolve))
    assert.ok(isWaiting)
    for (let number = 5_000; number < 10_000; number++) relay.append(0, OTHER)
    assert.equal(relay.backlog, 10_000)
    relay.append(0, OTHER)
    assert.equal(relay.backlog, 5_000)
    relay.stop()
    await waiting
    assert.equal(await relay.run(), 'over', 'a stopped one sends nothing')
    assert.equal(relay.sent, 0)
  })

  test('who waits for space goes on when some is sent', async (t) => {
    const { relay, append } = await start(t)
    append(Array.from({ length: 5_000 }, () => OTHER))
    const waiting = relay.waitForSpace()
    const running = relay.run()
    await waiting
    assert.ok(relay.sent > 0)
    relay.stop()
    await running
  })
})

const linked = (url: string, id: string, sessionId: string) =>
  [
    id,
    { id, sessionId, sessionUrl: `${url}/sessions/${id}`, liveUrl: `${url}/live/${id}` },
  ] as const

suite('the sessions of what was sent over UDP', () => {
  const own = { id: ID, sessionId: '77', userId: user }
  test('are those of this user with their ids, live or recorded', async (t) => {
    const { relay, append, world, url, notes } = await start(t)
    world.live = [{ id: LATER, sessionId: '78', userId: user }]
    world.recorded = [
      own,
      { ...own, id: 'of-another', userId: 'another' },
      { ...own, id: 'before', sessionId: '76' },
    ]
    append([...race, ...raceDatagrams(2, { uid: 78n }).map(({ bytes }) => bytes)])
    append([OTHER])
    relay.finish(true)
    assert.equal(await relay.run(), 'over')
    assert.deepEqual([...relay.sessions], [linked(url, LATER, '78'), linked(url, ID, '77')])
    assert.equal(world.looks, 1)
    assert.equal(notes.length, 1)
    assert.equal(relay.connected, false)
  })

  test('are waited for, until the newest is there', async (t) => {
    const { relay, append, world, url } = await start(t)
    append(race)
    relay.finish(true)
    const running = relay.run()
    await until(() => world.looks >= 2)
    world.recorded = [own]
    await running
    assert.deepEqual([...relay.sessions], [linked(url, ID, '77')])
  })

  test('may be none after ten looks, which is told', async (t) => {
    const { relay, append, world, notes } = await start(t)
    append(race)
    relay.finish(true)
    await relay.run()
    assert.equal(world.looks, 10)
    assert.deepEqual(relay.sessions.size, 0)
    assert.equal(notes.at(-1), 'the server shows no session of these datagrams')
  })

  test('are not asked for where nothing was sent, and not by one that was stopped', async (t) => {
    const { relay, world } = await start(t)
    relay.finish(true)
    await relay.run()
    assert.equal(world.looks, 0)
    const { relay: stopped, append, world: other } = await start(t)
    append(race)
    const running = stopped.run()
    await until(() => stopped.sent === race.length)
    stopped.finish(true)
    stopped.stop()
    await running
    assert.equal(other.looks, 0)
  })
})
