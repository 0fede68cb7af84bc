import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, before, describe, test, type TestContext } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { jetstream, jetstreamManager, StorageType, type StreamInfo } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { createRace } from '@pitboard/sim/race'
import type { Datagram } from '@pitboard/telemetry/decode'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { Registry } from 'prom-client'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { readNatsAddress } from '../../../platform/config/nats-address.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { createLog } from '../../../platform/diagnostics/log.ts'
import { openNats } from '../../../platform/nats/nats-connection.ts'
import {
  openTestNats,
  openTestNatsCluster,
  type TestNats,
} from '../../../platform/nats/nats.fixture.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { Ownership } from '../../ownership/ownership.ts'
import { type JournalReplica, ReplicaAway } from '../journal/journal-replica.ts'
import { createJetStreamParts } from '../journal/jetstream-parts.ts'
import { encodePart, type JournalPart } from '../journal/journal-part.ts'
import { openReplica } from '../journal/open-replica.ts'
import { PartRefused, type PartStore } from '../journal/part-store.ts'
import { createReplicaMetrics } from '../journal/replica-metrics.ts'
import {
  createWorld,
  push,
  startOwnership,
  storedSession,
  type World,
} from './recording.fixture.ts'
import { needPrograms } from '../../../testing/outside-programs.ts'

needPrograms('nats-server')

const WITHIN_MS = 10_000
const race = createRace({ seed: 11, laps: 2, cars: 6, rateHz: 10, trackId: 22 })
const sent = thinned()
const half = sent.length >> 1

let database: TestDatabase
let nats: TestNats
before(async () => {
  ;[database, nats] = await Promise.all([openTestDatabase(), openTestNats({ jetStream: true })])
})
after(() => Promise.all([database.close(), nats.close()]))

function thinned(): Datagram[] {
  const thinner = createThinner()
  const result: Datagram[] = []
  for (const { atMs, bytes } of race.datagrams()) {
    result.push(...thinner.push(bytes, Date.UTC(2026, 0, 1) + atMs))
  }
  return [...result, ...thinner.flush()]
}

function assertTruth(detail: SessionDetail): void {
  assert.equal(detail.drivers.length, race.truth.drivers.length)
  for (const driver of detail.drivers) {
    const truth = race.truth.drivers[driver.driverIdx]
    assert.deepEqual(driver.lapTimes, truth?.lapTimes)
    assert.equal(driver.finishingPosition, truth?.finishingPosition)
  }
}

interface Server extends World {
  readonly ownership: Ownership
  readonly replica: JournalReplica
  readonly metrics: Registry
}

interface ServerOptions {
  readonly known?: string
  readonly prefix?: string
  readonly at?: TestNats
  readonly replicas?: number
  readonly nowMs?: () => number
}

/** Opens a server with a DATA_DIR and a connection of its own. */
async function openServer(t: TestContext, options: ServerOptions = {}): Promise<Server> {
  const { at = nats, prefix = 'pb.test.' } = options
  const log = createLog('silent')
  const address = readNatsAddress(at.url)
  assert.ok(address)
  const connection = await openNats(address, prefix, log)
  t.after(() => connection.close())
  const ownership = await startOwnership(database.db)
  t.after(() => ownership.stop())
  const metrics = new Registry()
  const replica = await openReplica({
    nats: connection,
    db: database.db,
    log,
    config: { journalReplicas: options.replicas ?? null },
    metrics: createReplicaMetrics(metrics),
  })
  const world = await createWorld(t, database.db, { ...options, ownership, replica })
  return { ...world, ownership, replica, metrics }
}

describe('the second copy of the journals', () => {
  test('a server without the journal continues the race where it was acknowledged', async (t) => {
    const first = await openServer(t)
    const { userId } = first
    const second = await openServer(t, { known: userId })
    const streamId = randomUUID()
    const lost = await first.open()
    push(lost, streamId, sent, 0, half)
    assert.ok(await lost.syncBoth(WITHIN_MS))
    assert.equal(lost.stream(streamId).durable, half)
    await lost.settled()
    const liveId = first.roomDirectory.roomOfUser(userId)?.id
    await lost.abandon()
    rmSync(first.folder, { recursive: true })
    await first.ownership.release(lost.owned)

    assert.ok(await second.replica.canRestore(userId))
    const recording = await second.open()
    await recording.settled()
    assert.equal(recording.stream(streamId).position, half)
    assert.equal(second.roomDirectory.roomOfUser(userId)?.id, liveId)
    push(recording, streamId, sent, half)
    recording.finish(true)
    await recording.settled()
    assertTruth(await storedSession(database.db, userId))
    await recording.close()
  })

  test('a former owner appends nothing more and learns that it has lost the stream', async (t) => {
    const first = await openServer(t)
    const { userId } = first
    const second = await openServer(t, { known: userId })
    const streamId = randomUUID()
    const former = await first.open()
    push(former, streamId, sent, 0, half)
    assert.ok(await former.syncBoth(WITHIN_MS))
    const lost = Promise.withResolvers<string>()
    first.ownership.onLost(lost.resolve)
    // The other server has claimed the stream, and the former owner does not know it yet.
    await database.db
      .updateTable('live_owner')
      .set({ is_free: true })
      .where('user_id', '=', userId)
      .execute()
    const recording = await second.open()
    push(former, streamId, sent, half, half + 200)
    assert.equal(await former.syncBoth(1_000), false)
    assert.equal(await lost.promise, userId)
    assert.equal(former.stream(streamId).durable, half)
    await former.abandon()

    assert.equal(recording.stream(streamId).position, half)
    push(recording, streamId, sent, half)
    recording.finish(true)
    await recording.settled()
    assertTruth(await storedSession(database.db, userId))
    await recording.close()
  })

  test('while NATS is away nothing is acknowledged; afterwards the copy is complete', async (t) => {
    const own = await openTestNats({ jetStream: true })
    t.after(() => own.close())
    const first = await openServer(t, { at: own })
    const { userId } = first
    const streamId = randomUUID()
    const lost = await first.open()
    push(lost, streamId, sent, 0, 100)
    assert.ok(await lost.syncBoth(WITHIN_MS))
    await own.kill()
    for (let at = 100; at < half; at += 200) {
      push(lost, streamId, sent, at, Math.min(half, at + 200))
      await lost.sync()
    }
    assert.equal(await lost.syncBoth(500), false)
    assert.equal(lost.stream(streamId).durable, 100)
    assert.equal(lost.stream(streamId).position, half)
    assert.match(await first.metrics.metrics(), /copy_failures_total\{reason="away"\} [1-9]/)
    assert.match(await first.metrics.metrics(), /copy_waiting_bytes [1-9]/)
    await own.start()
    assert.ok(await lost.syncBoth(WITHIN_MS))
    assert.equal(lost.stream(streamId).durable, half)
    assert.match(await first.metrics.metrics(), /copy_waiting_bytes 0/)
    await lost.abandon()
    await first.ownership.release(lost.owned)

    const second = await openServer(t, { known: userId, at: own })
    const recording = await second.open()
    assert.equal(recording.stream(streamId).position, half)
    await recording.close()
  })

  onlyInLongRun(() => {
    test('a server that lacks the journal waits for NATS, one that has it does not', async (t) => {
      const own = await openTestNats({ jetStream: true })
      t.after(() => own.close())
      const first = await openServer(t, { at: own })
      const second = await openServer(t, { known: first.userId, at: own })
      const streamId = randomUUID()
      const recording = await first.open()
      push(recording, streamId, sent, 0, half)
      assert.ok(await recording.syncBoth(WITHIN_MS))
      await recording.close()
      await own.kill()
      await assert.rejects(second.open(), ReplicaAway)
      // The failed claim of the second server is released.
      await database.db
        .updateTable('live_owner')
        .set({ is_free: true })
        .where('user_id', '=', first.userId)
        .execute()
      await own.start()
      const restored = await second.open()
      assert.equal(restored.stream(streamId).position, half)
      await restored.sync()
      await own.kill()
      await restored.abandon()
      await second.ownership.release(restored.owned)
      const again = await second.open()
      assert.equal(again.stream(streamId).position, half)
      await again.abandon()
    })
  })

  test('a copy that NATS has lost is made again from the journal', async (t) => {
    const own = await openTestNats({ jetStream: true })
    t.after(() => own.close())
    const first = await openServer(t, { at: own })
    const { userId } = first
    const streamId = randomUUID()
    const lost = await first.open()
    push(lost, streamId, sent, 0, half)
    assert.ok(await lost.syncBoth(WITHIN_MS))
    await own.forget()
    push(lost, streamId, sent, half, half + 100)
    assert.ok(await lost.syncBoth(WITHIN_MS))
    await lost.abandon()
    await first.ownership.release(lost.owned)
    const second = await openServer(t, { known: userId, at: own })
    const recording = await second.open()
    assert.equal(recording.stream(streamId).position, half + 100)
    push(recording, streamId, sent, half + 100)
    recording.finish(true)
    await recording.settled()
    assertTruth(await storedSession(database.db, userId))
    await recording.close()
  })

  onlyInLongRun(() => {
    test('of three NATS servers one may be lost: everything acknowledged is in the others', async (t) => {
      const cluster = await openTestNatsCluster()
      t.after(() => Promise.all(cluster.map((own) => own.close())))
      const [one, two, three] = cluster
      assert.ok(one && two && three)
      const first = await openServer(t, { at: one, replicas: 3 })
      const { userId } = first
      const streamId = randomUUID()
      // The servers elect a leader first.
      const lost = await first.open()
      push(lost, streamId, sent, 0, half)
      assert.ok(await lost.syncBoth(2 * WITHIN_MS))
      assert.deepEqual(await countReplicas(one.url), [3])
      // It is the one that the server is connected to.
      await one.kill()
      for (let at = half; at < half + 400; at += 100) {
        push(lost, streamId, sent, at, at + 100)
        await lost.sync()
      }
      assert.ok(await lost.syncBoth(2 * WITHIN_MS))
      const acknowledged = lost.stream(streamId).durable
      assert.equal(acknowledged, half + 400)
      await lost.abandon()
      rmSync(first.folder, { recursive: true })
      await first.ownership.release(lost.owned)

      const second = await openServer(t, { known: userId, at: three, replicas: 3 })
      const recording = await second.open()
      await recording.settled()
      assert.equal(recording.stream(streamId).position, acknowledged)
      push(recording, streamId, sent, acknowledged)
      recording.finish(true)
      await recording.settled()
      assertTruth(await storedSession(database.db, userId))
      await recording.close()
    })
  })

  test('a full store refuses visibly, and nothing is acknowledged', async (t) => {
    const own = await openTestNats({ jetStream: true, storeBytesMax: 64 * 1024 })
    t.after(() => own.close())
    const first = await openServer(t, { at: own })
    const streamId = randomUUID()
    const recording = await first.open()
    push(recording, streamId, sent, 0, 10)
    assert.ok(await recording.syncBoth(WITHIN_MS))
    push(recording, streamId, sent, 10)
    assert.equal(await recording.syncBoth(1_000), false)
    assert.ok(recording.stream(streamId).durable < sent.length)
    assert.match(await first.metrics.metrics(), /copy_failures_total\{reason="full"\} [1-9]/)
    // The session is stored all the same.
    recording.finish(true)
    await recording.settled()
    assertTruth(await storedSession(database.db, first.userId))
    await recording.abandon()
  })

  test('what no session needs any more is removed from the store, as is a user who is gone', async (t) => {
    const prefix = 'pb.settled.'
    let laterMs = 0
    const first = await openServer(t, { prefix, nowMs: () => Date.now() + laterMs })
    const recording = await first.open()
    push(recording, randomUUID(), sent)
    assert.ok(await recording.syncBoth(WITHIN_MS))
    const bytesBefore = await storedBytes(prefix)
    recording.finish(true)
    await recording.settled()
    // An interrupted session may go on for an hour.
    laterMs = 60 * 60_000
    recording.tick()
    await recording.close()
    const bytesAfter = await storedBytes(prefix)
    assert.ok(bytesAfter < bytesBefore / 10, `${bytesBefore} → ${bytesAfter}`)
    await first.replica.forget(first.userId)
    assert.equal(await storedBytes(prefix), 0)
  })

  test('the stream of an earlier version gets the limits of this one', async (t) => {
    const own = await openTestNats({ jetStream: true })
    t.after(() => own.close())
    const prefix = 'pb.limits.'
    const store = async (known?: string) => {
      const server = await openServer(t, { at: own, prefix, ...(known && { known }) })
      const recording = await server.open()
      push(recording, randomUUID(), sent, 0, 100)
      assert.ok(await recording.syncBoth(WITHIN_MS))
      await recording.close()
      return server.userId
    }
    const userId = await store()
    const connection = await connect({ servers: own.url })
    t.after(() => connection.close())
    const { streams } = await jetstreamManager(connection)
    const [made, ...others] = await listStreams(own.url, prefix)
    assert.ok(made)
    assert.deepEqual(others, [])
    const { name, max_age, max_msg_size } = made.config
    await streams.update(name, { max_age: max_age * 2, max_msg_size: max_msg_size * 2 })
    await store(userId)
    const { config } = await streams.info(name)
    assert.deepEqual([config.max_age, config.max_msg_size], [max_age, max_msg_size])
  })

  test('users are spread over sixteen streams, each of which has a leader of its own', async (t) => {
    const prefix = 'pb.spread.'
    const [store, other] = await Promise.all([openParts(t, prefix), openParts(t, prefix)])
    const userIds = Array.from({ length: 60 }, (_, at) => seededId(at))
    await Promise.all(userIds.map((userId) => store.append(userId, PART, 0)))
    const streams = await listStreams(nats.url, prefix)
    assert.equal(streams.length, 16)
    assert.ok(streams.every(({ state }) => state.messages <= 10))
    for (const userId of userIds) {
      const { sequence: _sequence, ...part } = (await other.findLast(userId)) ?? assert.fail()
      assert.deepEqual(part, PART)
    }
  })

  test('a journal that an earlier version began in its one stream goes on there, until it is over', async (t) => {
    const prefix = 'pb.earlier.'
    const name = 'pb_earlier_journal'
    const userId = randomUUID()
    const connection = await connect({ servers: nats.url })
    t.after(() => connection.close())
    const { streams } = await jetstreamManager(connection)
    await streams.add({ name, subjects: [`${prefix}journal.*`], storage: StorageType.File })
    await jetstream(connection).publish(`${prefix}journal.${userId}`, encodePart(PART))
    const [store, other] = await Promise.all([openParts(t, prefix), openParts(t, prefix)])
    const first = await store.findLast(userId)
    assert.ok(first)
    const sequence = await store.append(userId, { ...PART, offset: 3 }, first.sequence)
    assert.equal((await other.findLast(userId))?.sequence, sequence)
    await assert.rejects(other.append(userId, PART, first.sequence), PartRefused)
    const offsets: number[] = []
    for await (const { offset } of other.read(userId, 0, sequence)) offsets.push(offset)
    assert.deepEqual(offsets, [0, 3])
    const names = async () => (await listStreams(nats.url, prefix)).map(({ config }) => config.name)
    assert.deepEqual(await names(), [name])
    // A server that has never opened this journal removes it.
    await (await openParts(t, prefix)).removeAll(userId)
    assert.equal((await streams.info(name)).state.messages, 0)
    assert.equal(await other.findLast(userId), null)
    await other.append(userId, PART, 0)
    assert.equal((await names()).length, 2)
    assert.equal((await streams.info(name)).state.messages, 0)
  })

  test('without JetStream journals have one copy, unless the configuration asks for more', async (t) => {
    const own = await openTestNats()
    t.after(() => own.close())
    const first = await openServer(t, { at: own })
    const streamId = randomUUID()
    const recording = await first.open()
    push(recording, streamId, sent, 0, 100)
    assert.ok(await recording.syncBoth(WITHIN_MS))
    assert.equal(recording.stream(streamId).durable, 100)
    await recording.close()
    await assert.rejects(openServer(t, { at: own, replicas: 1 }), StartError)
  })
})

const PART: JournalPart = { epoch: 1, segment: 1, offset: 0, bytes: Buffer.from('abc') }

async function openParts(t: TestContext, prefix: string): Promise<PartStore> {
  const address = readNatsAddress(nats.url)
  assert.ok(address)
  const connection = await openNats(address, prefix, createLog('silent'))
  t.after(() => connection.close())
  return createJetStreamParts({ nats: connection, replicas: null })
}

/** Returns the same users in each run. */
function seededId(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

async function countReplicas(url: string): Promise<number[]> {
  return (await listStreams(url, 'pb.test.')).map(({ config }) => config.num_replicas)
}

async function storedBytes(prefix: string): Promise<number> {
  const streams = await listStreams(nats.url, prefix)
  return streams.reduce((sum, { state }) => sum + state.bytes, 0)
}

/** Lists the streams of the journals; a stream is created for its first user. */
async function listStreams(url: string, prefix: string): Promise<StreamInfo[]> {
  const connection = await connect({ servers: url })
  try {
    const { streams } = await jetstreamManager(connection)
    const all: StreamInfo[] = []
    for await (const info of streams.list()) all.push(info)
    const name = `${prefix.replaceAll('.', '_')}journal`
    return all.filter(({ config }) => config.name.startsWith(name))
  } finally {
    await connection.close()
  }
}
