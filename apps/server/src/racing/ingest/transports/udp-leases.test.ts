import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Lease, LiveSession } from '@pitboard/contract/live/live'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { openTestDatabase } from '../../../testing/database.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { insertUser } from '../../../accounts/users/queries.ts'

const race = createRace({ seed: 3, laps: 2, cars: 4, rateHz: 10, trackId: 22 })
const GARBAGE = 'pitboard_ingest_rejected_total{transport="udp",reason='
const MINUTE_MS = 60_000

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

interface Driver {
  readonly userId: string
  readonly key: string
}

async function newDriver(): Promise<Driver> {
  const { db, newId } = server.context
  const userId = newId()
  await insertUser(db, { id: userId, username: `driver-${userId}` })
  return { userId, key: await insertRecorderKey(db, { id: newId(), userId, name: 'test' }) }
}

function requestLease({ userId, key }: Driver): Promise<Response> {
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=false`
  return fetch(url, { method: 'POST' })
}

async function lease(known?: Driver) {
  const driver = known ?? (await newDriver())
  const answer = await requestLease(driver)
  assert.equal(answer.status, 200)
  return { ...driver, lease: Value.Parse(Lease, await answer.json()) }
}

async function sender(address = '127.0.0.1'): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  return socket
}

function send(socket: Socket, port: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(bytes, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
  })
}

async function metric(name: string): Promise<number> {
  const headers = { apikey: server.context.keys.serviceKey }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
  const found = text.split('\n').find((line) => line.startsWith(name))
  return Number(found?.split(' ').at(-1) ?? 0)
}

/** Reads until the value is the wanted one, because UDP can be observed from outside only. */
async function readUntil<T>(read: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  const { value } = await until(async () => {
    const value = await read()
    return wanted(value) ? { value } : null
  })
  return value
}

/** Finds a port outside the range that systems assign to requests for any port. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000)
    const socket = createSocket('udp4').bind(port)
    try {
      await once(socket, 'listening')
      return port
    } catch {
      // Another program has it.
    } finally {
      socket.close()
    }
  }
}

test('a lease takes the datagrams of a game and shows it live; asked again it is the same port', async (t) => {
  const { userId, key, lease: leased } = await lease()
  const again = await lease({ userId, key })
  assert.equal(again.lease.port, leased.port)
  const game = await sender()
  t.after(() => game.close())
  const datagrams = [...race.datagrams()].slice(0, 5_000)
  for (const [place, { bytes }] of datagrams.entries()) {
    await send(game, leased.port, bytes)
    // Loopback loses what the receiver has no time for.
    if (place % 50 === 0) await wait(1)
  }
  const read = async () => {
    // The lease continues: nothing is received any more where nothing has arrived for three seconds.
    await send(game, leased.port, datagrams.at(-1)?.bytes ?? new Uint8Array())
    const answer = await fetch(`${server.url}/api/LiveSession/user/${userId}`)
    return answer.status === 200 ? Value.Parse(LiveSession, await answer.json()) : null
  }
  const state = await readUntil(read, (seen) => seen?.receiving === true)
  assert.equal(state?.sessionId, race.uid)
  assert.equal(state.drivers.length, 4)
})

test('what comes from another address, and garbage, is counted and changes nothing else', async () => {
  const { userId, lease: leased } = await lease()
  const [first] = race.datagrams()
  assert.ok(first)
  const names = ['address', 'short', 'format', 'packetId', 'size'].map(
    (reason) => `${GARBAGE}"${reason}"}`,
  )
  const before = await Promise.all(names.map(metric))
  const stranger = await sender('127.0.0.2')
  const game = await sender()
  const unknownId = first.bytes.slice()
  unknownId[6] = 250
  await send(stranger, leased.port, first.bytes)
  await send(game, leased.port, Buffer.from([7]))
  await send(game, leased.port, Buffer.from('hello, server, how are you today?'))
  await send(game, leased.port, unknownId)
  await send(game, leased.port, first.bytes.subarray(0, -3))
  const counted = await readUntil(
    () => Promise.all(names.map(metric)),
    (values) => values.every((value, place) => value > (before[place] ?? 0)),
  )
  assert.deepEqual(
    counted,
    before.map((value) => value + 1),
  )
  const live = await fetch(`${server.url}/api/LiveSession/user/${userId}`)
  assert.equal(live.status, 404)
  stranger.close()
  game.close()
})

test('one address leases a part of the ports; one without a datagram is free after a minute', async (t) => {
  const port = await freePort()
  const before = server
  const one = await openTestServer({ env: { INGEST_UDP_PORTS: `${port}-${port + 7}` } })
  server = one
  t.after(async () => {
    server = before
    await one.close()
  })
  let nowMs = Date.now()
  t.mock.method(one.context, 'now', () => new Date(nowMs))
  const first = await lease()
  await lease()
  const next = await newDriver()
  assert.equal((await requestLease(next)).status, 429)
  assert.equal((await lease(first)).lease.port, first.lease.port, 'its own is given again')
  nowMs += MINUTE_MS
  await readUntil(
    () => requestLease(next),
    ({ status }) => status === 200,
  )
})

test('when every port is leased the answer is 429', async () => {
  const port = await freePort()
  const one = await openTestServer({ env: { INGEST_UDP_PORTS: `${port}-${port}` } })
  const before = server
  server = one
  try {
    const { lease: leased } = await lease()
    assert.equal(leased.port, port)
    const answer = await requestLease(await newDriver())
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/problem+json')
  } finally {
    server = before
    await one.close()
  }
})

test('a lease ends after 15 minutes without a datagram, and its port is free', async (t) => {
  const port = await freePort()
  const one = await openTestServer({ env: { INGEST_UDP_PORTS: `${port}-${port}` } })
  const before = server
  server = one
  t.after(async () => {
    server = before
    await one.close()
  })
  const game = await sender()
  t.after(() => game.close())
  let nowMs = Date.now()
  t.mock.method(one.context, 'now', () => new Date(nowMs))
  const { lease: leased } = await lease()
  nowMs += MINUTE_MS - 1
  const [first] = race.datagrams()
  assert.ok(first)
  await send(game, leased.port, first.bytes)
  const counted = 'pitboard_ingest_datagrams_total{transport="udp"}'
  await readUntil(
    () => metric(counted),
    (count) => count === 1,
  )

  const next = await newDriver()
  nowMs += 15 * MINUTE_MS - 1
  assert.equal((await requestLease(next)).status, 429)
  nowMs += 1
  const answer = await readUntil(
    () => requestLease(next),
    ({ status }) => status === 200,
  )
  assert.equal(Value.Parse(Lease, await answer.json()).port, leased.port)
})

test('a lease ends soon after its recorder key was revoked', async (t) => {
  const port = await freePort()
  const one = await openTestServer({ env: { INGEST_UDP_PORTS: `${port}-${port}` } })
  const before = server
  server = one
  t.after(async () => {
    server = before
    await one.close()
  })
  let nowMs = Date.now()
  t.mock.method(one.context, 'now', () => new Date(nowMs))
  const { userId } = await lease()
  const next = await newDriver()
  assert.equal((await requestLease(next)).status, 429)
  await one.context.db.deleteFrom('recorder_key').where('user_id', '=', userId).execute()
  nowMs += 30_000
  const answer = await readUntil(
    () => requestLease(next),
    ({ status }) => status === 200,
  )
  assert.equal(answer.status, 200)
})

/** Starts a server repeatedly on one database and folder; the other tests' server is restored at the end. */
async function openRestarts(t: TestContext, env: Record<string, string>) {
  const database = await openTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-leases-'))
  const before = server
  t.after(async () => {
    await server.close()
    server = before
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
  return async (now?: () => Date) => {
    server = await openTestServer({ database, dataDir, env, ...(now && { now }) })
    return database
  }
}

test('after a restart a lease has its port, and its game need not register again', async (t) => {
  const port = await freePort()
  const start = await openRestarts(t, { INGEST_UDP_PORTS: `${port}-${port + 7}` })
  await start()
  const { lease: unused } = await lease()
  const { userId, lease: leased } = await lease()
  await server.stop()

  await start()
  const next = await newDriver()
  assert.equal((await requestLease(next)).status, 429, 'the restored leases count')
  const game = await sender()
  t.after(() => game.close())
  const datagrams = [...race.datagrams()].slice(0, 200)
  for (const { bytes } of datagrams) await send(game, leased.port, bytes)
  const { length } = datagrams
  const counted = 'pitboard_ingest_datagrams_total{transport="udp"}'
  await readUntil(
    () => metric(counted),
    (count) => count > length / 10,
  )
  const live = await readUntil(
    () => fetch(`${server.url}/api/LiveSession/user/${userId}`),
    ({ status }) => status === 200,
  )
  assert.equal(live.status, 200)
  assert.notEqual(unused.port, leased.port)
})

test('a game has a minute after a restart, however long the server was away', async (t) => {
  const port = await freePort()
  const start = await openRestarts(t, { INGEST_UDP_PORTS: `${port}-${port}` })
  let nowMs = Date.now()
  await start(() => new Date(nowMs))
  const game = await sender()
  t.after(() => game.close())
  const { lease: leased } = await lease()
  const [first] = race.datagrams()
  assert.ok(first)
  await send(game, leased.port, first.bytes)
  await readUntil(
    () => metric('pitboard_ingest_datagrams_total{transport="udp"}'),
    (count) => count === 1,
  )
  await server.stop()

  nowMs += 60 * MINUTE_MS
  await start(() => new Date(nowMs))
  const next = await newDriver()
  nowMs += MINUTE_MS - 1
  assert.equal((await requestLease(next)).status, 429)
  nowMs += 1
  const answer = await readUntil(
    () => requestLease(next),
    ({ status }) => status === 200,
  )
  assert.equal(answer.status, 200)
})

test('a leased port that another program has after a restart is released', async (t) => {
  const port = await freePort()
  const start = await openRestarts(t, { INGEST_UDP_PORTS: `${port}-${port}` })
  const { db } = await start()
  await lease()
  await server.stop()
  const other = createSocket('udp4')
  other.bind(port, '127.0.0.1')
  await once(other, 'listening')

  await start()
  other.close()
  await once(other, 'close')
  const { lease: leased } = await lease()
  assert.equal(leased.port, port)
  assert.equal((await db.selectFrom('udp_lease').selectAll().execute()).length, 1)
})
