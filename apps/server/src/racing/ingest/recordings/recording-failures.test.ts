import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, connect as connectTo, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { createRace } from '@pitboard/sim/race'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { type Datagram } from '@pitboard/telemetry/decode'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { connect } from '../../../platform/db/open.ts'
import type { CaptureStore } from '../../captures/capture-store.ts'
import { findCaptureKey } from '../../sessions/store/session-queries.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { listSegments } from '../journal/journal-segments.ts'
import type { Source } from './recording.ts'
import { createWorld, push, storedSession } from './recording.fixture.ts'

const START_MS = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000
/** Every write to this device fails as on a full disk. */
const FULL = '/dev/full'
const race = createRace({ seed: 11, laps: 2, cars: 6, rateHz: 10, trackId: 22 })
const sent = thinned()

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

function thinned(): Datagram[] {
  const thinner = createThinner()
  const result: Datagram[] = []
  for (const { atMs, bytes } of race.datagrams())
    result.push(...thinner.push(bytes, START_MS + atMs))
  return [...result, ...thinner.flush()]
}

function assertTruth(detail: SessionDetail): void {
  assert.equal(detail.classification, 'final')
  for (const { driverIdx, lapTimes } of detail.drivers) {
    assert.deepEqual(lapTimes, race.truth.drivers[driverIdx]?.lapTimes)
  }
}

interface Proxy {
  readonly url: string
  /** Cuts the connection to the database; resolves once a query has tried to use it. */
  cut(): Promise<void>
  mend(): void
}

/** Opens a proxy to the database, which can be cut. */
async function proxyTo(t: TestContext, url: string): Promise<Proxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let tried: (() => void) | null = null
  const server = createServer((client) => {
    if (tried) {
      client.destroy()
      tried()
      return
    }
    const upstream = connectTo({ host: target.hostname, port: Number(target.port) })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const here = new URL(url)
  here.host = `127.0.0.1:${address.port}`
  return {
    url: here.href,
    cut() {
      const { promise, resolve } = Promise.withResolvers<void>()
      tried = resolve
      for (const socket of sockets) socket.destroy()
      return promise
    },
    mend() {
      tried = null
    },
  }
}

function nothing(): void {}

function sourceOf(onFailed: () => void): Source {
  const source = { stream: null, replaced: nothing, moved: nothing, session: nothing }
  return { ...source, failed: onFailed, durable: nothing }
}

test('on a full disk nothing counts as received, and nothing is lost once there is room', async (t) => {
  if (!existsSync(FULL)) {
    t.skip(`there is no ${FULL}`)
    return
  }
  const { open, folder, userId } = await createWorld(t, database.db)
  const recording = await open()
  // The first session of a journal begins its second segment.
  const segment = join(folder, '000002.journal')
  symlinkSync(FULL, segment)
  const streamId = randomUUID()
  const failed = Promise.withResolvers<void>()
  recording.attach(sourceOf(failed.resolve))
  push(recording, streamId, sent, 0, sent.length >> 1)
  await assert.rejects(recording.sync(), { code: 'ENOSPC' })
  await failed.promise
  assert.equal(recording.hasFailed(), true)
  assert.throws(() => push(recording, streamId, sent, sent.length >> 1, sent.length), {
    code: 'ENOSPC',
  })
  assert.equal(recording.stream(streamId).durable, 0)
  await assert.rejects(recording.close())

  rmSync(segment)
  const again = await open()
  push(again, streamId, sent, again.stream(streamId).position)
  again.finish(true)
  await again.settled()
  assertTruth(await storedSession(database.db, userId))
  await again.close()
})

test('a database that is away while a session is stored gets it later, its capture written once', async (t) => {
  const proxy = await proxyTo(t, database.url)
  const db = connect(proxy.url, () => undefined)
  t.after(() => db.destroy())
  let writes = 0
  const tried = Promise.withResolvers<void>()
  const captures = (real: CaptureStore): CaptureStore => ({
    ...real,
    async write(...args) {
      const key = await real.write(...args)
      writes++
      if (writes === 1) void proxy.cut().then(tried.resolve)
      return key
    },
  })
  const world = await createWorld(t, database.db, { db, captures })
  const recording = await world.open()
  push(recording, randomUUID(), sent)
  recording.finish(true)
  await tried.promise
  assert.equal(await statusOf(world.userId), 'live', 'it can not be stored yet')
  proxy.mend()
  await recording.settled()
  assert.equal(await statusOf(world.userId), 'recorded')
  const detail = await storedSession(database.db, world.userId)
  assertTruth(detail)
  assert.equal(writes, 1)
  let captured = 0
  const key = await findCaptureKey(database.db, detail.id)
  for await (const _ of world.captures.read(key ?? '')) captured++
  assert.equal(captured, sent.length)
  await recording.close()
})

async function statusOf(userId: string): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('session')
    .select('status')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.status
}

test('a session that was cut off can go on for an hour: its journal is stored that long', async (t) => {
  let nowMs = START_MS
  const { open, folder, userId } = await createWorld(t, database.db, { nowMs: () => nowMs })
  const streamId = randomUUID()
  const half = sent.length >> 1
  const recording = await open()
  push(recording, streamId, sent, 0, half)
  recording.finish(true)
  await recording.settled()
  const { id, classification } = await storedSession(database.db, userId)
  assert.equal(classification, 'provisional')

  nowMs += HOUR_MS - 1
  recording.tick()
  await recording.sync()
  assert.ok((await listSegments(folder)).includes(2), 'the session’s own segment')
  push(recording, streamId, sent, half, sent.length - 1)
  recording.finish(true)
  await recording.settled()
  const whole = await storedSession(database.db, userId)
  assert.equal(whole.id, id)
  assertTruth(whole)

  nowMs += HOUR_MS
  recording.tick()
  recording.tick()
  await recording.close()
  assert.ok(!(await listSegments(folder)).includes(2))
})

test('a user who is deleted while driving leaves nothing, and nothing is retried without end', async (t) => {
  const { open, userId, roomDirectory } = await createWorld(t, database.db)
  const recording = await open()
  const streamId = randomUUID()
  push(recording, streamId, sent, 0, sent.length >> 1)
  await recording.settled()
  assert.ok(roomDirectory.roomOfUser(userId))
  await inTransaction(database.db, (transaction) =>
    transaction.deleteFrom('user').where('id', '=', userId).execute(),
  )
  push(recording, streamId, sent, sent.length >> 1)
  recording.finish(true)
  await recording.settled()
  assert.equal(await statusOf(userId), undefined)
  assert.equal(roomDirectory.roomOfUser(userId), null)
  await recording.close()
})
