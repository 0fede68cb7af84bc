import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { TcpLease } from '@pitboard/contract/live/live'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { until } from '@pitboard/contract/testing/patience'
import type { Datagram } from '@pitboard/telemetry/decode'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { insertUser } from '../../accounts/users/queries.ts'
import { openTestNats, type TestNats } from '../../platform/nats/nats.fixture.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runMain, type RunningMain } from '../../testing/main-process.ts'
import { decodePart } from '../ingest/journal/journal-part.ts'
import { storedSession } from '../ingest/recordings/recording.fixture.ts'
import { connectRecorder, type TestRecorder } from '../ingest/transports/recorder.fixture.ts'
import { seenBy } from '../sessions/lobby.fixture.ts'
import { needPrograms } from '../../testing/outside-programs.ts'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'

needPrograms('nats-server')

/** No retry of the servers takes this long. */
const AWAY_MS = 5_000
const race = createRace({ seed: 5, laps: 2, cars: 3, rateHz: 20 })
const sent = seenBy(race, { playerCar: 0 })
const half = Math.round(sent.length * 0.6)

/** The time is longer than a server keeps the connection of a silent recorder. */
const STANDSTILL_MS = 16_000

let database: TestDatabase
let nats: TestNats
/** These nodes run: a test may kill one, and the others serve the next test. */
const nodes: TestNode[] = []
before(async () => {
  ;[database, nats] = await Promise.all([openTestDatabase(), openTestNats({ jetStream: true })])
})
after(async () => {
  await Promise.all(nodes.map((node) => node.lose()))
  await Promise.all([database.close(), nats.close()])
})

interface TestNode extends RunningMain {
  lease(user: User): Promise<TcpLease>
  /** Kills the node with SIGKILL and removes its disk. */
  lose(): Promise<void>
}

interface User {
  readonly id: string
  readonly key: string
}

/** Returns two running nodes. */
async function openNodes(): Promise<readonly [TestNode, TestNode]> {
  const missing = Array.from({ length: Math.max(0, 2 - nodes.length) }, openNode)
  nodes.push(...(await Promise.all(missing)))
  const [first, second] = nodes
  assert.ok(first && second)
  return [first, second]
}

async function openNode(): Promise<TestNode> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-node-'))
  const server = runMain({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    NATS_URL: nats.url,
    AUTH_JWT_SECRET: 'the same secret for all of these servers',
  })
  const node: TestNode = {
    ...server,
    async lease({ id, key }) {
      const path = `/api/LiveSession/register/${id}?key=${key}&useTcp=true`
      const answer = await fetch(server.url() + path, { method: 'POST' })
      return Value.Parse(TcpLease, await answer.json())
    },
    async lose() {
      server.signal('SIGCONT')
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
      if (nodes.includes(node)) nodes.splice(nodes.indexOf(node), 1)
    },
  }
  await server.listening
  return node
}

async function createUser(): Promise<User> {
  const id = randomUUID()
  await insertUser(database.db, { id, username: id.slice(0, 20) })
  const key = await insertRecorderKey(database.db, { id: randomUUID(), userId: id, name: 'test' })
  return { id, key }
}

/** Resolves once another server has taken over what the port belongs to. */
async function leaseElsewhere(node: TestNode, user: User, port: number): Promise<TcpLease> {
  return until(async () => {
    const lease = await node.lease(user)
    return lease.port === port ? null : lease
  })
}

async function send(
  recorder: TestRecorder,
  datagrams: readonly Datagram[],
  from: number,
  to = datagrams.length,
): Promise<void> {
  for (const [place, { atMs, bytes }] of datagrams.slice(from, to).entries()) {
    await recorder.send({ number: from + place + 1, atMs, bytes })
  }
}

async function sendHalf(node: TestNode, user: User, streamId: string): Promise<TestRecorder> {
  const { port, token } = await node.lease(user)
  const recorder = await connectRecorder(port)
  await recorder.hello(token, streamId)
  await send(recorder, sent, 0, half)
  await recorder.until(() => recorder.acknowledged() === half && recorder.sessions.length > 0)
  return recorder
}

function assertTruth(detail: SessionDetail): void {
  assert.equal(detail.drivers.length, race.truth.drivers.length)
  for (const driver of detail.drivers) {
    assert.deepEqual(driver.lapTimes, race.truth.drivers[driver.driverIdx]?.lapTimes)
  }
}

async function findOwner(userId: string) {
  return database.db
    .selectFrom('live_owner')
    .select(['node_id', 'epoch'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Returns the epochs of what JetStream has of a user, in the order of the parts. */
async function readEpochs(userId: string): Promise<number[]> {
  const connection = await connect({ servers: nats.url })
  try {
    const manager = await jetstreamManager(connection)
    const [name] = await manager.streams.names().next()
    assert.ok(name)
    const { config } = await manager.streams.info(name)
    const subject = (config.subjects[0] ?? '').replace('*', userId)
    const { state } = await manager.streams.info(name, { subjects_filter: subject })
    const consumer = await jetstream(connection).consumers.get(name, { filter_subjects: subject })
    const epochs: number[] = []
    const messages = await consumer.consume()
    for await (const { data } of messages) {
      epochs.push(decodePart(data).epoch)
      if (epochs.length === state.subjects?.[subject]) break
    }
    return epochs
  } finally {
    await connection.close()
  }
}

describe('servers with a second copy of the journals', () => {
  test('the owner is killed and its disk lost, and the recorder is gone: what was acknowledged is stored', async () => {
    const [first, second] = await openNodes()
    const user = await createUser()
    const recorder = await sendHalf(first, user, randomUUID())
    const [session] = recorder.sessions
    assert.ok(session)
    const owner = await findOwner(user.id)
    await first.lose()
    await until(async () => (await findOwner(user.id))?.node_id !== owner?.node_id)
    const liveUrl = `${second.url()}/api/LiveSession/${session.id}`
    await until(async () => (await fetch(liveUrl)).status === 200)

    // A recorder that has nothing of the race ends it.
    const { port, token } = await second.lease(user)
    const other = await connectRecorder(port)
    await other.hello(token, randomUUID())
    await other.finish(0, true)
    const stored = await storedSession(database.db, user.id)
    assert.equal(stored.id, session.id)
    assert.ok(stored.drivers.some(({ lapTimes }) => lapTimes.length >= 1))
    for (const { driverIdx, lapTimes } of stored.drivers) {
      const driven = race.truth.drivers[driverIdx]?.lapTimes ?? []
      assert.deepEqual(lapTimes, driven.slice(0, lapTimes.length))
    }
    other.socket.destroy()
  })

  onlyInLongRun(() => {
    test('an owner that stood still appends nothing more; its successor goes on where it was', async () => {
      const [first, second] = await openNodes()
      const user = await createUser()
      const streamId = randomUUID()
      const former = await sendHalf(first, user, streamId)
      const { port } = await first.lease(user)
      first.signal('SIGSTOP')
      const stopped = delay(STANDSTILL_MS)
      const lease = await leaseElsewhere(second, user, port)
      const successor = await connectRecorder(lease.port)
      assert.equal(await successor.hello(lease.token, streamId), half + 1)
      // What waits in the socket of the former owner is taken by it once it runs again.
      const late = send(former, sent, half, half + 200).catch(() => {})
      await stopped
      first.signal('SIGCONT')
      // Its last write can wait for a socket that is closed by now.
      await Promise.race([late, former.closed])
      await former.closed
      assert.equal(former.refusal()?.code, 'stopping')
      assert.equal(former.acknowledged(), half)
      await send(successor, sent, half)
      await successor.finish(sent.length, true)
      assertTruth(await storedSession(database.db, user.id))
      const epochs = await readEpochs(user.id)
      assert.deepEqual(
        epochs,
        epochs.toSorted((a, b) => a - b),
      )
      assert.ok(new Set(epochs).size > 1)
      successor.socket.destroy()
    })
  })

  onlyInLongRun(() => {
    test('NATS is away during a race: the page goes on, nothing is acknowledged, and nothing is missing in the end', async () => {
      const [first, second] = await openNodes()
      const user = await createUser()
      const streamId = randomUUID()
      const recorder = await sendHalf(first, user, streamId)
      const [session] = recorder.sessions
      assert.ok(session)
      const liveUrl = `${first.url()}/api/LiveSession/${session.id}`
      const { port } = await first.lease(user)
      const before = await (await fetch(liveUrl)).text()
      await nats.kill()
      const to = Math.round(sent.length * 0.8)
      await send(recorder, sent, half, to)
      await until(async () => (await (await fetch(liveUrl)).text()) !== before)
      await delay(AWAY_MS)
      assert.equal(recorder.acknowledged(), half)
      await nats.start()
      await recorder.until(() => recorder.acknowledged() === to)

      // The second copy has it as well, so that the owner is killed with its disk.
      await first.lose()
      const lease = await leaseElsewhere(second, user, port)
      const successor = await connectRecorder(lease.port)
      assert.equal(await successor.hello(lease.token, streamId), to + 1)
      await send(successor, sent, to)
      await successor.finish(sent.length, true)
      assertTruth(await storedSession(database.db, user.id))
      successor.socket.destroy()
    })
  })
})
