import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { CaptureUsage } from '@pitboard/contract/ingest/capture-upload'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { openAccount } from '../../testing/account.ts'
import { openTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import type { QueueContext } from '../../platform/queues/job-queue.ts'
import { runDue, untilDone } from '../../platform/queues/run-due.fixture.ts'
import { addCaptureQueue } from '../sessions/delete-session.ts'
import { recordSession } from '../sessions/store/session-queries.ts'
import { expireCaptures, measureCaptures } from './capture-retention.ts'

const DAY_MS = 24 * 60 * 60_000
const BYTES = 1000
const NO_LIMITS = { days: null, userBytes: null, totalBytes: null }

let s3: TestS3
let server: TestServer
before(async () => {
  s3 = await openTestS3()
  server = await openTestServer({
    env: { S3_URL: s3.url, CAPTURE_DAYS: '400', CAPTURE_USER_MB: '1' },
  })
})
after(async () => {
  await server.close()
  await s3.close()
})

/** Inserts recorded sessions with captures of 1000 bytes, driven this many days ago; returns their ids. */
async function insertCaptured(userId: string, daysAgo: readonly number[]): Promise<string[]> {
  const { db, files, newId } = server.context
  const captures = createCaptureStore(files)
  const ids: string[] = []
  for (const days of daysAgo) {
    const id = newId()
    const started_at = new Date(Date.now() - days * DAY_MS)
    const columns = sessionColumns(userId, { game_session_id: id, started_at })
    const captureKey = captures.newKey(id, null)
    await captures.add(captureKey, asStream(Buffer.alloc(BYTES)))
    await recordSession(db, id, { ...recorded(columns, {}), captureKey })
    ids.push(id)
  }
  while ((await measureCaptures(db, captures)) > 0);
  return ids
}

async function* asStream(bytes: Buffer) {
  yield bytes
}

async function captured(ids: readonly string[]): Promise<boolean[]> {
  const { db } = server.context
  await untilDone(db, 'removed_captures')
  const rows = await db.selectFrom('session').select(['id', 'capture_key']).execute()
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id)
    assert.ok(row, 'the session stays')
    const isStored = s3.keys().some((key) => key.includes(id))
    assert.equal(isStored, row.capture_key !== null)
    return isStored
  })
}

test('captures go by age, by the quota of their user and by the total, the oldest first', async () => {
  const { db } = server.context
  const max = await openAccount(server.context)
  const lewis = await openAccount(server.context)
  const own = await insertCaptured(max.userId, [10, 40, 20, 30])
  const others = await insertCaptured(lewis.userId, [35, 5])
  const nowMs = Date.now()

  assert.equal(await expireCaptures(db, NO_LIMITS, nowMs), 0)
  assert.deepEqual(await captured([...own, ...others]), [true, true, true, true, true, true])

  await expireCaptures(db, { ...NO_LIMITS, days: 38 }, nowMs)
  assert.deepEqual(await captured([...own, ...others]), [true, false, true, true, true, true])

  await expireCaptures(db, { ...NO_LIMITS, userBytes: 2 * BYTES }, nowMs)
  assert.deepEqual(await captured([...own, ...others]), [true, false, true, false, true, true])

  await expireCaptures(db, { ...NO_LIMITS, totalBytes: 3 * BYTES }, nowMs)
  assert.deepEqual(await captured([...own, ...others]), [true, false, true, false, false, true])
})

test('a session without its capture says so; its user sees what is used, allowed and removed next', async () => {
  const { db, newId } = server.context
  const account = await openAccount(server.context)
  const [gone = '', stored = ''] = await insertCaptured(account.userId, [390, 100])
  await expireCaptures(db, { ...NO_LIMITS, days: 380 }, Date.now())
  assert.equal((await server.app.inject(`/api/Sessions/${gone}/replay`)).statusCode, 404)
  const get = (token: string) =>
    server.app.inject({
      url: '/api/Sessions/captures/usage',
      headers: { authorization: `Bearer ${token}` },
    })
  const answer = await get(account.accessToken)
  assert.equal(answer.statusCode, 200, answer.body)
  const usage: CaptureUsage = answer.json()
  const { next, ...rest } = usage
  assert.deepEqual(rest, { count: 1, usedBytes: BYTES, allowedBytes: 2 ** 20, daysMax: 400 })
  assert.deepEqual(
    next.map(({ sessionId, removedAt }) => [sessionId, Date.parse(removedAt ?? '') > Date.now()]),
    [[stored, true]],
  )
  assert.equal((await server.app.inject('/api/Sessions/captures/usage')).statusCode, 401)
  const named = { id: newId(), userId: account.userId, name: 'test' }
  assert.equal((await get(await insertRecorderKey(db, named))).statusCode, 401)
})

onlyInLongRun(() => {
  test('many deletions at once leave no file, with three servers at once', async () => {
    const { db, files } = server.context
    const account = await openAccount(server.context)
    const ids = await insertCaptured(
      account.userId,
      Array.from({ length: 20 }, (_, n) => n),
    )
    await inTransaction(db, (transaction) =>
      transaction.deleteFrom('session').where('user_id', '=', account.userId).execute(),
    )
    const captures = createCaptureStore(files)
    const add = (queue: QueueContext) => addCaptureQueue(queue, captures, async () => {})
    await Promise.all([1, 2].map(() => runDue(db, add)))
    await untilDone(db, 'removed_captures')
    const left = s3.keys().filter((key) => ids.some((id) => key.includes(id)))
    assert.deepEqual(left, [])
    const sizes = await db.selectFrom('capture_size').select('session_id').execute()
    assert.ok(!sizes.some(({ session_id: id }) => ids.includes(id)))
  })
})
