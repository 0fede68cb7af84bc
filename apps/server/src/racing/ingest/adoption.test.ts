import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import { insertUser } from '../../accounts/users/queries.ts'
import { createDatabaseListener } from '../../platform/db/database-listener.ts'
import { createLog } from '../../platform/diagnostics/log.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'
import { markLive } from '../ownership/live-sessions.ts'
import { recordSession } from '../sessions/store/session-queries.ts'
import { createAdoption } from './adoption.ts'

const LOST = 'a lost server'
const FOLDER = 'the folder of both servers'

/**
 * Opens a server that rests, as no session is live and no port leased, beside a lost one with the journal of
 * a user.
 */
async function openServerAtRest(t: TestContext) {
  const database = await openTestDatabase()
  const { db, url } = database
  const journals = mkdtempSync(join(tmpdir(), 'pitboard-journals-'))
  const log = createLog('silent')
  const userId = randomUUID()
  await insertUser(db, { id: userId, username: 'Max' })
  mkdirSync(join(journals, userId))
  await sql`insert into node (id, instance, tcp_port, data_folder, seen_at)
    values (${LOST}, gen_random_uuid(), 1, ${FOLDER}, now() - interval '1 hour')`.execute(db)
  const { subscribe, isListening, ...listener } = createDatabaseListener({
    db,
    databaseUrl: url,
    log,
  })
  const rested = Promise.withResolvers<void>()
  const opened: string[] = []
  let portLooks = 0
  const adoption = createAdoption({
    db,
    log,
    node: { id: 'this server', dataFolder: FOLDER, runFolder: null, worker: null, workers: 1 },
    nowMs: Date.now,
    journals,
    replica: { canRestore: async () => false },
    recordings: {
      async open(id) {
        opened.push(id)
        throw new Error('The journal is empty.')
      },
    },
    udp: {
      async adopt() {
        portLooks++
      },
    },
    listener: {
      subscribe,
      isListening() {
        rested.resolve()
        return isListening()
      },
    },
  })
  listener.start()
  t.after(async () => {
    await adoption.stop()
    await listener.stop()
    await database.close()
    rmSync(journals, { recursive: true })
  })
  await listener.ready(10_000)
  adoption.start()
  await rested.promise
  assert.deepEqual([opened, portLooks], [[], 0])
  return { db, userId, opened, portLooks: () => portLooks }
}

test('a server at rest hears of the first live session, and continues those of a lost server', async (t) => {
  const { db, userId, opened } = await openServerAtRest(t)
  const sessionId = randomUUID()
  const columns = sessionColumns(userId, { game_session_id: sessionId })
  await recordSession(db, sessionId, recorded(columns, { drivers: [] }))
  await db
    .insertInto('live_owner')
    .values({ user_id: userId, node_id: LOST, epoch: 1, since_epoch: 1, is_free: false })
    .execute()
  await markLive(db, sessionId, userId)
  await until(() => opened.includes(userId))
})

test('a server at rest hears of the first leased port, which it may have to bind', async (t) => {
  const { db, userId, portLooks } = await openServerAtRest(t)
  const keyId = randomUUID()
  await db
    .insertInto('recorder_key')
    .values({ id: keyId, user_id: userId, name: 'desk', key_hash: Buffer.of(1) })
    .execute()
  await sql`insert into udp_lease (user_id, key_id, port, address, leased_at, node_id)
    values (${userId}, ${keyId}, 20777, '127.0.0.1', now(), ${LOST})`.execute(db)
  await until(() => portLooks() > 0)
})
