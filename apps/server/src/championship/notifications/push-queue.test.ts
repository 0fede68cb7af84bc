import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { claimPushes, endPushes } from './push-queue.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

/** Adds messages that are due, for new devices; all were planned at the same moment. */
async function addWaiting(db: Db, { devices, ofEach }: { devices: number; ofEach: number }) {
  const seasonId = randomUUID()
  const ids = Array.from({ length: devices }, () => randomUUID())
  await sql`insert into "user" (id) select unnest(${ids}::uuid[])`.execute(db)
  await sql`insert into season (id, owner_id, name, points_system)
    values (${seasonId}, ${ids[0]}, 'Spring', '{}')`.execute(db)
  await sql`insert into push_device (id, user_id, endpoint_hash, endpoint, secrets, language)
    select id, id, uuid_send(id), '', '', 'en' from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`with event as (
      insert into notification_event (kind, subject, season_id, dispatched_at)
      select 'officialResult', 'publication ' || place, ${seasonId}, now()
      from generate_series(1, ${ofEach}::int) as place returning id, subject
    )
    insert into notification (event_id, user_id, device_id, subject, created_at)
    select event.id, device_id, device_id, subject,
      now() - ${ofEach}::int * interval '1 hour' + right(subject, 1)::int * interval '1 minute'
    from event cross join unnest(${ids}::uuid[]) as device_id`.execute(db)
}

test('a device gets its messages one at a time, the oldest first', async () => {
  const { db } = database
  await addWaiting(db, { devices: 2, ofEach: 3 })
  for (const subject of ['publication 1', 'publication 2', 'publication 3']) {
    const claimed = await claimPushes(db, 10)
    assert.deepEqual(
      claimed.map(({ event }) => event.subject),
      [subject, subject],
    )
    assert.equal(new Set(claimed.map(({ device }) => device.id)).size, 2)
    assert.deepEqual(await claimPushes(db, 10), [])
    await endPushes(
      db,
      claimed.map((push) => ({ push, state: 'sent' })),
    )
  }
  assert.deepEqual(await claimPushes(db, 10), [])
})
