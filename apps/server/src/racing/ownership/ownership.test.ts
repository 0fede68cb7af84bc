import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import { insertUser } from '../../accounts/users/queries.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTestServer } from '../../testing/server.ts'
import {
  createWorld,
  push,
  startOwnership,
  storedSession,
} from '../ingest/recordings/recording.fixture.ts'
import { listSegments, readSegment } from '../ingest/journal/journal-segments.ts'
import { seenBy } from '../sessions/lobby.fixture.ts'
import { findLiveSessionOf, isSessionLive, removeOrphanedSessions } from './live-sessions.ts'
import { StreamLost, StreamOwnedElsewhere } from './ownership.ts'

const sent = seenBy(createRace({ seed: 5, laps: 2, cars: 3, rateHz: 10, trackId: 22 }), {
  playerCar: 0,
})

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

async function insertDriver(): Promise<string> {
  const userId = randomUUID()
  await insertUser(database.db, { id: userId, username: userId })
  return userId
}

/** Moves the node's last heartbeat back by this many seconds. */
async function silence(userId: string, seconds: number): Promise<void> {
  await sql`update node set seen_at = clock_timestamp() - make_interval(secs => ${seconds})
    where id = (select node_id from live_owner where user_id = ${userId})`.execute(database.db)
}

/** Silences the node for good: its later heartbeats are refused like those of an earlier process. */
async function silenceForGood(userId: string): Promise<void> {
  await sql`update node set instance = gen_random_uuid()
    where id = (select node_id from live_owner where user_id = ${userId})`.execute(database.db)
  await silence(userId, 11)
}

test('a stream has one owner: another node claims it 10 s after the last heartbeat', async () => {
  const { db } = database
  const userId = await insertDriver()
  const [first, second] = [await startOwnership(db), await startOwnership(db)]
  const owned = await first.claim(userId)
  await owned.check(db)
  assert.equal(await first.findOwner(userId), null)
  assert.partialDeepStrictEqual(await second.findOwner(userId), { host: null, tcpPort: 1 })
  await assert.rejects(second.claim(userId), StreamOwnedElsewhere)
  await silence(userId, 8)
  await assert.rejects(second.claim(userId), StreamOwnedElsewhere)
  await silence(userId, 11)
  assert.equal(await second.findOwner(userId), null)
  const taken = await second.claim(userId)
  await taken.check(db)
  assert.equal(taken.epoch, owned.epoch + 1)
  await assert.rejects(owned.check(db), StreamLost)
  await Promise.all([first.stop(), second.stop()])
})

onlyInLongRun(() => {
  test('an owner that stands still in a transaction keeps nobody from its stream for longer than its lease', async () => {
    const { db } = database
    const userId = await insertDriver()
    const [first, second] = [await startOwnership(db), await startOwnership(db)]
    const owned = await first.claim(userId)
    const storing = db.transaction().execute(async (transaction) => {
      await owned.check(transaction)
      await silenceForGood(userId)
      // PostgreSQL ends our transaction meanwhile.
      return second.claim(userId)
    })
    await assert.rejects(storing)
    await assert.rejects(owned.check(db), StreamLost)
    assert.notEqual(await first.findOwner(userId), null)
    await Promise.all([first.stop(), second.stop()])
  })
})

test('a released stream is free at once; of nodes that claim it together one gets it', async () => {
  const { db } = database
  const userId = await insertDriver()
  const nodes = await Promise.all([1, 2, 3].map(() => startOwnership(db)))
  const [first] = nodes
  assert.ok(first)
  await first.release(await first.claim(userId))
  const claims = await Promise.allSettled(nodes.map((node) => node.claim(userId)))
  const reasons = claims.flatMap((claim) => (claim.status === 'rejected' ? [claim.reason] : []))
  assert.equal(reasons.length, 2)
  for (const reason of reasons) assert.ok(reason instanceof StreamOwnedElsewhere)
  await Promise.all(nodes.map((node) => node.stop()))
})

test('a server that stops is not named as owner, and records until it has released the stream', async () => {
  const { db } = database
  const userId = await insertDriver()
  const [first, second] = [await startOwnership(db), await startOwnership(db)]
  const owned = await first.claim(userId)
  await first.drain()
  assert.equal(await second.findOwner(userId), null)
  await assert.rejects(second.claim(userId), StreamOwnedElsewhere)
  await owned.check(db)
  await first.release(owned)
  const taken = await second.claim(userId)
  await taken.check(db)
  assert.notEqual(await first.findOwner(userId), null)
  await Promise.all([first.stop(), second.stop()])
})

test('a server notes in the database that it stops, and that it runs again', async (t) => {
  const { db } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-node-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const isDraining = async (id: string) =>
    db.selectFrom('node').select('draining').where('id', '=', id).executeTakeFirstOrThrow()
  const first = await openTestServer({ database, dataDir })
  const { id } = first.context.node
  assert.deepEqual(await isDraining(id), { draining: false })
  await first.close()
  assert.deepEqual(await isDraining(id), { draining: true })
  const again = await openTestServer({ database, dataDir })
  assert.deepEqual(await isDraining(id), { draining: false })
  await again.close()
})

test('a former owner stores nothing; its journal does not go on when the stream returns', async (t) => {
  const { db } = database
  const userId = await insertDriver()
  const ownership = await startOwnership(db)
  const former = await createWorld(t, db, { known: userId, ownership })
  const half = sent.length >> 1
  const recording = await former.open()
  push(recording, randomUUID(), sent, 0, half)
  await recording.sync()
  await recording.settled()
  await silence(userId, 11)

  const owner = await createWorld(t, db, { known: userId })
  const other = await owner.open()
  const streamId = randomUUID()
  push(other, streamId, sent, 0, half)
  recording.finish(true)
  await recording.settled()
  const rows = await db
    .selectFrom('session')
    .select('status')
    .where('user_id', '=', userId)
    .execute()
  assert.deepEqual(rows, [{ status: 'live' }])
  await recording.move()
  assert.equal(former.roomDirectory.roomOfUser(userId), null)
  push(other, streamId, sent, half)
  other.finish(true)
  await other.settled()
  const stored = await storedSession(db, userId)
  assert.equal(stored.classification, 'final')
  await other.close()

  const again = await former.open()
  await again.settled()
  assert.equal(former.roomDirectory.roomOfUser(userId), null)
  assert.deepEqual(await storedSession(db, userId), stored)
  await again.close()
})

test('a server that gets a stream back takes again what is not settled: it has missed a part', async (t) => {
  const { db } = database
  const userId = await insertDriver()
  const former = await createWorld(t, db, { known: userId })
  const streamId = randomUUID()
  const recording = await former.open()
  push(recording, streamId, sent, 0, sent.length >> 2)
  await recording.sync()
  await recording.settled()
  await silence(userId, 11)
  const owner = await createWorld(t, db, { known: userId })
  const other = await owner.open()
  push(other, streamId, sent, 0, sent.length >> 1)
  await other.sync()
  await other.abandon()
  await recording.move()
  await silence(userId, 11)

  const again = await former.open()
  again.startAt(again.stream(streamId), 1)
  assert.equal(again.stream(streamId).position, 0)
  push(again, streamId, sent)
  again.finish(true)
  await again.settled()
  const stored = await storedSession(db, userId)
  assert.equal(stored.classification, 'final')
  assert.ok(stored.drivers.every(({ lapTimes }) => lapTimes.length === 2))
  await again.close()
})

test('a session without a server is live for 15 minutes, and whole once its recorder returns', async (t) => {
  const { db } = database
  const userId = await insertDriver()
  const lost = await createWorld(t, db, { known: userId })
  const recording = await lost.open()
  push(recording, randomUUID(), sent, 0, sent.length >> 1)
  await recording.settled()
  const id = await findLiveSessionOf(db, userId)
  assert.ok(id !== null && lost.roomDirectory.room(id))
  await recording.abandon()
  await silenceForGood(userId)
  await removeOrphanedSessions(db)
  assert.ok(await isSessionLive(db, id))
  await sql`update live_session set orphaned_at = orphaned_at - interval '14 minutes'
    where session_id = ${id}`.execute(db)
  await removeOrphanedSessions(db)
  assert.ok(await isSessionLive(db, id))
  await sql`update live_session set orphaned_at = orphaned_at - interval '1 minute'
    where session_id = ${id}`.execute(db)
  await removeOrphanedSessions(db)
  assert.equal(await findLiveSessionOf(db, userId), null)
  const rows = await db.selectFrom('session').select('id').where('user_id', '=', userId).execute()
  assert.deepEqual(rows, [])

  const world = await createWorld(t, db, { known: userId })
  const again = await world.open()
  const streamId = randomUUID()
  push(again, streamId, sent, 0, sent.length >> 1)
  await again.settled()
  assert.equal(await findLiveSessionOf(db, userId), id)
  await removeOrphanedSessions(db)
  assert.equal(await isSessionLive(db, id), true)
  push(again, streamId, sent, sent.length >> 1)
  again.finish(true)
  await again.settled()
  assert.equal(await isSessionLive(db, id), false)
  assert.partialDeepStrictEqual(await storedSession(db, userId), { id, classification: 'final' })
  await again.close()
})

test('after a crash the same node continues: its journal misses nothing', async (t) => {
  const { db } = database
  const userId = await insertDriver()
  const { open, roomDirectory } = await createWorld(t, db, { known: userId })
  for (let crashes = 0; crashes < 2; crashes++) {
    const recording = await open()
    push(recording, randomUUID(), sent, 0, sent.length >> 1)
    await recording.sync()
    await recording.abandon()
  }
  const recording = await open()
  await recording.settled()
  assert.ok(roomDirectory.roomOfUser(userId))
  await recording.close()
})

test('a process with the same DATA_DIR continues the session; the former one appends nothing more', async (t) => {
  const { db } = database
  const userId = await insertDriver()
  const dataFolder = randomUUID()
  const former = await createWorld(t, db, {
    known: userId,
    ownership: await startOwnership(db, dataFolder),
  })
  const { dataDir, folder } = former
  const recording = await former.open()
  const streamId = randomUUID()
  const half = sent.length >> 1
  push(recording, streamId, sent, 0, half)
  await recording.sync()
  await recording.settled()
  await silence(userId, 11)

  const next = await createWorld(t, db, {
    known: userId,
    dataDir,
    ownership: await startOwnership(db, dataFolder),
  })
  const owner = await next.open()
  await owner.settled()
  assert.ok(next.roomDirectory.roomOfUser(userId))
  assert.equal(owner.stream(streamId).position, half)
  push(recording, streamId, sent, half, half + 100)
  await recording.sync()
  push(owner, streamId, sent, half)
  await owner.sync()
  assert.deepEqual(
    await readNumbers(folder),
    sent.map((_, place) => place + 1),
  )
  owner.finish(true)
  await owner.settled()
  const stored = await storedSession(db, userId)
  assert.equal(stored.classification, 'final')
  assert.ok(stored.drivers.every(({ lapTimes }) => lapTimes.length === 2))
  await recording.move()
  await owner.close()
})

/** Reads the numbers of the datagrams in a journal. */
async function readNumbers(folder: string): Promise<number[]> {
  const numbers: number[] = []
  for (const segment of await listSegments(folder)) {
    for (const record of await readSegment(folder, segment)) {
      if (record.kind === 'datagram') numbers.push(record.number)
    }
  }
  return numbers
}
