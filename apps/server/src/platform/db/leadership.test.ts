import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import { createLog } from '../diagnostics/log.ts'
import { createMetrics } from '../diagnostics/metrics.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { type RunningMain, runMain } from '../../testing/main-process.ts'
import { openTestS3 } from '../../testing/s3-server.ts'
import { createLeadership } from './leadership.ts'
import { connect } from './open.ts'

async function openCandidates(t: TestContext) {
  const database = await openTestDatabase()
  t.after(() => database.close())
  return {
    database,
    open(place: string) {
      const db = connect(database.url, () => {})
      const metrics = createMetrics()
      const leadership = createLeadership({
        db,
        place,
        log: createLog('silent'),
        metrics,
        leaseMs: 2_000,
        attemptEveryMs: 100,
      })
      t.after(async () => {
        await leadership.resign()
        await db.destroy()
      })
      return { ...leadership, db }
    },
  }
}

test('one process of a place leads; another one follows when it resigns', async (t) => {
  const { open } = await openCandidates(t)
  const first = open('bucket')
  assert.equal(await first.isLeader(), true)
  const second = open('bucket')
  assert.equal(await second.isLeader(), false)
  assert.equal(await open('a folder of another server').isLeader(), true)
  await first.resign()
  assert.equal(await first.isLeader(), false)
  await until(() => second.isLeader())
  // Other work has its connection now.
  const { rows } = await sql`show idle_session_timeout`.execute(first.db)
  assert.deepEqual(rows, [{ idle_session_timeout: '0' }])
})

test('a leader that has lost its connection leads no longer', async (t) => {
  const { open, database } = await openCandidates(t)
  const first = open('bucket')
  assert.equal(await first.isLeader(), true)
  const findHolder = () =>
    sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`
      .execute(database.db)
      .then(({ rows }) => rows[0]?.pid ?? null)
  const before = await findHolder()
  const second = open('bucket')
  assert.equal(await second.isLeader(), false)
  await sql`select pg_terminate_backend(${before})`.execute(database.db)
  await until(() => second.isLeader())
  await until(async () => !(await first.isLeader()))
})

test('one of two servers removes captures; when it is killed the other one does', async (t) => {
  const [database, bucket] = await Promise.all([openTestDatabase(), openTestS3()])
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-leaders-'))
  const servers = ['one', 'two'].map((id) =>
    runMain({
      NODE_ID: id,
      DATA_DIR: join(folder, id),
      DATABASE_URL: database.url,
      S3_URL: bucket.url,
      AUTH_JWT_SECRET: 'the same secret for both of the servers',
      METRICS_PORT: '0',
    }),
  )
  t.after(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await database.close()
    await bucket.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await Promise.all(servers.map(({ listening }) => listening))
  const leaders = servers.filter(isLeader)
  assert.equal(leaders.length, 1)
  await leaders[0]?.kill()
  const id = '01900000-0000-7000-8000-000000000001'
  await database.db
    .insertInto('removed_capture')
    .values({ session_id: id, capture_key: 'gone' })
    .execute()
  const isRemoved = async () => {
    const rows = await database.db.selectFrom('removed_capture').selectAll().execute()
    return rows.length === 0
  }
  await until(isRemoved)
  // The other one is the leader.
  await until(() => servers.every(isLeader))
})

const isLeader = (server: RunningMain) => server.stderr().includes('does the jobs that all share')
