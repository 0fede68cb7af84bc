import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { createCaptureStore } from '../captures/capture-store.ts'
import { createFolderFiles } from '../../platform/files/folder-files.ts'
import { createRoomDirectory } from '../live/rooms/room-directory.ts'
import { createLog } from '../../platform/diagnostics/log.ts'
import { recordSession } from '../sessions/store/session-queries.ts'
import { insertUser } from '../../accounts/users/queries.ts'
import { createEventBus } from '../../platform/events/domain-events.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'
import { runDue } from '../../platform/queues/run-due.fixture.ts'
import { addCaptureQueue } from '../sessions/delete-session.ts'
import { addLinkQueue } from '../sessions/matching/link-recordings.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createIngestMetrics } from './recordings/metrics.ts'
import { startOwnership } from './recordings/recording.fixture.ts'
import { createLoneReplica } from './journal/journal-replica.ts'
import { NO_TRACING } from '../../platform/tracing/tracing.ts'
import { createRecordings } from './recordings/recordings.ts'

test('jobs that always fail are tried once in a while and delay no other', async (t) => {
  const database = await openTestDatabase()
  const { db } = database
  const root = mkdtempSync(join(tmpdir(), 'pitboard-housekeeping-'))
  const log = createLog('silent')
  const files = createFolderFiles(root)
  const captures = createCaptureStore(files)
  const inTurn = createMutex()
  const nowMs = Date.now
  const metrics = createIngestMetrics(new Registry())
  const recordings = createRecordings(
    {
      db,
      log,
      roomDirectory: createRoomDirectory(nowMs),
      captures,
      metrics,
      nowMs,
      events: createEventBus(),
      inTurn,
      replica: createLoneReplica(),
      tracing: NO_TRACING,
    },
    await startOwnership(db),
    join(root, 'ingest'),
  )
  const housekeeping = createHousekeeping({
    db,
    log,
    recordings,
    isFolderShared: false,
    leadership: { isLeader: async () => true, onLead: () => {} },
  })
  t.after(async () => {
    await housekeeping.stop()
    await recordings.close()
    await database.close()
    rmSync(root, { recursive: true })
  })
  const userId = randomUUID()
  await insertUser(db, { id: userId, username: 'Max' })
  const [broken, sound] = [randomUUID(), randomUUID()]
  // One of them gets a document from which its columns cannot be derived.
  for (const id of [broken, sound]) {
    const columns = sessionColumns(userId, {
      game_session_id: id,
      classification: id === broken ? null : ('final' as const),
    })
    const completeness = { framesSeen: 1, lapsMissing: 0, hiddenNames: 0, restrictedDrivers: 0 }
    const document = {
      completeness: { ...completeness, classification: 'final' as const },
      trackId: id === broken ? 'nowhere' : 7,
      sessionStartTime: columns.started_at.toISOString(),
      sessionEndTime: null,
      drivers: [],
    }
    await recordSession(db, id, recorded(columns, document))
  }
  await sql`select mark_to_link(array[${broken}, ${sound}]::uuid[])`.execute(db)
  const [stuck, removable] = [randomUUID(), randomUUID()]
  mkdirSync(join(root, 'captures', `${stuck}.pcap.zst`, 'file'), { recursive: true })
  for (const part of [1, 2]) await files.put(`captures/${removable}/${part}.pcap.zst`, Buffer.of(1))
  mkdirSync(join(root, 'ingest', randomUUID()), { recursive: true })
  await db
    .insertInto('removed_capture')
    .values([
      { session_id: stuck, capture_key: `${stuck}.pcap.zst` },
      { session_id: removable, capture_key: `${removable}/1+2` },
    ])
    .execute()

  const runQueues = async () => {
    await runDue(db, (queue) => addLinkQueue(queue, inTurn))
    await runDue(db, (queue) => addCaptureQueue(queue, captures, async () => {}))
  }
  for (let run = 0; run < 3; run++) await runQueues()
  await housekeeping.run()
  const links = await db.selectFrom('session_to_link').selectAll().execute()
  assert.deepEqual(
    links.map(({ session_id, attempts }) => ({ session_id, attempts })),
    [{ session_id: broken, attempts: 1 }],
  )
  assert.ok(links[0] && links[0].next_attempt_at.getTime() > Date.now())
  const removals = await db.selectFrom('removed_capture').selectAll().execute()
  assert.deepEqual(
    removals.map(({ session_id, attempts }) => ({ session_id, attempts })),
    [{ session_id: stuck, attempts: 1 }],
  )
  assert.equal(existsSync(join(root, 'captures', removable)), false)
  assert.deepEqual(await recordings.users(), [])

  // Changed data is tried at once.
  const repaired = { classification: 'final' as const }
  await db.updateTable('session').set(repaired).where('id', '=', broken).execute()
  await sql`select mark_to_link(array[${broken}]::uuid[])`.execute(db)
  await runQueues()
  assert.deepEqual(await db.selectFrom('session_to_link').selectAll().execute(), [])
})
