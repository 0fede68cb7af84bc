import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createWorld, push, storedSession } from './recording.fixture.ts'

const START_MS = Date.UTC(2026, 0, 1)
const first = sentBy(11, 22)
const second = sentBy(12, 10)

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

function sentBy(seed: number, trackId: number) {
  const race = createRace({ seed, laps: 1, cars: 2, rateHz: 10, trackId })
  return [...race.datagrams()].map(({ atMs, bytes }) => ({
    atMs: START_MS + seed * 3_600_000 + atMs,
    bytes,
  }))
}

test('a session that the database refuses is quarantined, the next is stored, and a later start stores it', async (t) => {
  const { db } = database
  const { open, userId, folder, roomDirectory, storeQuarantined } = await createWorld(t, db)
  await sql`alter table session add constraint no_track check (track_id <> 22)`.execute(db)
  const recording = await open()
  const streamId = randomUUID()
  push(recording, streamId, [...first, ...second], 0, first.length)
  recording.finish(true)
  await recording.settled()
  assert.equal(roomDirectory.roomOfUser(userId), null)
  assert.equal(readdirSync(join(folder, 'aside')).length, 1)
  push(recording, streamId, [...first, ...second], first.length)
  recording.finish(true)
  await recording.settled()
  const next = await storedSession(db, userId)
  assert.equal(next.trackId, 10)

  await recording.abandon()
  const again = await open()
  await again.settled()
  await storeQuarantined()
  assert.equal(readdirSync(join(folder, 'aside')).length, 1, 'it stays while it is refused')
  await sql`alter table session drop constraint no_track`.execute(db)
  await storeQuarantined()
  assert.equal(readdirSync(join(folder, 'aside')).length, 0)
  const rows = await db
    .selectFrom('session')
    .select(['track_id', 'status'])
    .where('user_id', '=', userId)
    .execute()
  assert.deepEqual(
    rows.map(({ track_id }) => track_id).toSorted((a, b) => a - b),
    [10, 22],
  )
  assert.ok(rows.every(({ status }) => status === 'recorded'))
  await again.close()
})

test('of a session that fails when its capture is written already neither a room nor the capture stays', async (t) => {
  const { db } = database
  const { open, userId, folder, roomDirectory, captureOf } = await createWorld(t, db)
  await sql`alter table session add constraint not_stored
    check (status <> 'recorded' or track_id <> 22) not valid`.execute(db)
  t.after(() => sql`alter table session drop constraint not_stored`.execute(db))
  const recording = await open()
  push(recording, randomUUID(), first)
  recording.finish(true)
  await recording.settled()
  assert.equal(roomDirectory.roomOfUser(userId), null)
  const [quarantined = ''] = readdirSync(join(folder, 'aside'))
  assert.throws(() => captureOf(quarantined.split('_')[0] ?? ''), /ENOENT/)
  const rows = await db.selectFrom('session').select('id').where('user_id', '=', userId).execute()
  assert.deepEqual(rows, [])
  await recording.abandon()
})
