import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { TcpLease, UdpLease } from '@pitboard/contract/live/live'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { insertUser } from '../../../accounts/users/queries.ts'
import { openTestNats, type TestNats } from '../../../platform/nats/nats.fixture.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { storedSession } from '../recordings/recording.fixture.ts'
import { needPrograms } from '../../../testing/outside-programs.ts'

needPrograms('nats-server')

const race = createRace({ seed: 3, laps: 2, cars: 4, rateHz: 10, trackId: 22 })
/** `openTestServer` gives this secret to servers that share a database. */
const SECRET = 'the secret of test servers with one database'

let nats: TestNats
let database: TestDatabase
let servers: readonly [TestServer, TestServer]
before(async () => {
  nats = await openTestNats()
  database = await openTestDatabase()
  servers = [await open('first.1'), await open('second')]
})
after(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await nats.close()
  await database.close()
})

function open(NODE_ID: string): Promise<TestServer> {
  const env = { NODE_ID, NATS_URL: nats.url, INGEST_HOST: '127.0.0.1' }
  return openTestServer({ database, env })
}

interface Driver {
  readonly userId: string
  readonly key: string
}

async function insertDriver(): Promise<Driver> {
  const [{ context }] = servers
  const userId = context.newId()
  await insertUser(context.db, { id: userId, username: userId })
  const key = { id: context.newId(), userId, name: 'test' }
  return { userId, key: await insertRecorderKey(context.db, key) }
}

function register({ url }: TestServer, { userId, key }: Driver, useTcp = false): Promise<Response> {
  const address = `${url}/api/LiveSession/register/${userId}?key=${key}&useTcp=${useTcp}`
  return fetch(address, { method: 'POST' })
}

async function lease(server: TestServer, driver: Driver): Promise<UdpLease> {
  return Value.Parse(UdpLease, await (await register(server, driver)).json())
}

/** Opens a game that sends its race from one place to before another. */
function openGame(t: TestContext) {
  const socket = createSocket('udp4')
  t.after(() => socket.close())
  const datagrams = [...race.datagrams()]
  return {
    length: datagrams.length,
    async send(port: number, from: number, to = datagrams.length) {
      for (const [place, { bytes }] of datagrams.slice(from, to).entries()) {
        socket.send(bytes, port, '127.0.0.1')
        // Loopback loses what the receiver has no time for.
        if (place % 20 === 0) await wait(1)
      }
    },
  }
}

async function ownerOf(userId: string): Promise<string | null> {
  const row = await database.db
    .selectFrom('live_owner')
    .select('node_id')
    .where('user_id', '=', userId)
    .where('is_free', '=', false)
    .executeTakeFirst()
  return row?.node_id ?? null
}

test('a console that registers at another server gets the port of the one that records it', async (t) => {
  const [first, second] = servers
  const driver = await insertDriver()
  const game = openGame(t)
  const leased = await lease(first, driver)
  assert.deepEqual((await lease(second, driver)).port, leased.port, 'before the first datagram')
  await game.send(leased.port, 0, 200)
  await until(async () => (await ownerOf(driver.userId)) === first.context.node.id)
  const again = await lease(second, driver)
  assert.deepEqual([again.host, again.port], ['127.0.0.1', leased.port])
  await game.send(again.port, 200)
  await until(async () => {
    const rows = await database.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', driver.userId)
      .where('status', '=', 'recorded')
      .execute()
    return rows.length > 0
  })
  const stored = await storedSession(database.db, driver.userId)
  assert.equal(stored.classification, 'final')
  const rows = await database.db
    .selectFrom('udp_lease')
    .select('node_id')
    .where('user_id', '=', driver.userId)
    .execute()
  assert.deepEqual(rows, [{ node_id: first.context.node.id }])
})

test('a recorder at one server and a console at the other: both get the owner', async (t) => {
  const [first, second] = servers
  const driver = await insertDriver()
  const leased = await lease(second, driver)
  await openGame(t).send(leased.port, 0, 200)
  await until(async () => (await ownerOf(driver.userId)) === second.context.node.id)
  const tcp = Value.Parse(TcpLease, await (await register(first, driver, true)).json())
  const own = Value.Parse(TcpLease, await (await register(second, driver, true)).json())
  assert.equal(tcp.port, own.port)
  assert.equal((await lease(first, driver)).port, leased.port)
})

test('503 while the owner does not answer; a port of a server that has ended is leased elsewhere', async (t) => {
  const [first] = servers
  const third = await open('third')
  const [driver, idle] = [await insertDriver(), await insertDriver()]
  const leased = await lease(third, driver)
  const unused = await lease(third, idle)
  await openGame(t).send(leased.port, 0, 200)
  await until(async () => (await ownerOf(driver.userId)) === 'third')
  assert.equal((await lease(first, driver)).port, leased.port)
  await third.close()
  await database.db
    .updateTable('live_owner')
    .set({ is_free: false })
    .where('user_id', '=', driver.userId)
    .execute()
  await database.db
    .updateTable('node')
    .set({ seen_at: sql`clock_timestamp()`, draining: false })
    .where('id', '=', 'third')
    .execute()
  const refused = await register(first, driver)
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.notEqual((await lease(first, idle)).port, unused.port)
  await database.db
    .updateTable('node')
    .set({ seen_at: sql`clock_timestamp() - interval '11 seconds'` })
    .where('id', '=', 'third')
    .execute()
  assert.equal((await register(first, driver)).status, 200)
})

test('a process on the DATA_DIR of one that is lost binds its leased ports and continues its sessions', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-adopt-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const start = (NODE_ID: string) =>
    openTestServer({ database, dataDir, env: { NODE_ID, AUTH_JWT_SECRET: SECRET } })
  const lost = await start('worker-1')
  const driver = await insertDriver()
  const game = openGame(t)
  const leased = await lease(lost, driver)
  const half = game.length >> 1
  await game.send(leased.port, 0, half)
  await until(async () => (await ownerOf(driver.userId)) === 'worker-1')
  await lost.stop()
  await database.db
    .updateTable('node')
    .set({ seen_at: sql`clock_timestamp() - interval '11 seconds'` })
    .where('id', '=', 'worker-1')
    .execute()

  const next = await start('worker-2')
  t.after(() => next.close())
  await until(async () => (await ownerOf(driver.userId)) === 'worker-2')
  await until(async () => {
    const rows = await database.db
      .selectFrom('udp_lease')
      .select('node_id')
      .where('user_id', '=', driver.userId)
      .where('node_id', '=', 'worker-2')
      .execute()
    return rows.length > 0
  })
  assert.equal((await lease(next, driver)).port, leased.port)
  await game.send(leased.port, half)
  await until(async () => {
    const { status } = await fetch(`${next.url}/api/LiveSession/user/${driver.userId}`)
    return status === 404
  })
  const stored = await storedSession(database.db, driver.userId)
  assert.equal(stored.classification, 'final')
  assert.ok(stored.drivers.every(({ lapTimes }) => lapTimes.length === 2))
})
