import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import { createLog } from '../diagnostics/log.ts'
import { createPeriodicJob } from '../jobs/periodic-job.ts'
import { createMetrics } from '../diagnostics/metrics.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { type RunningMain, runMain } from '../../testing/main-process.ts'
import { openTestS3 } from '../../testing/s3-server.ts'
import { createDatabaseListener } from './database-listener.ts'
import { createLeadership } from './leadership.ts'
import { connect } from './open.ts'

const log = createLog('silent')

async function openCandidates(t: TestContext) {
  const database = await openTestDatabase()
  t.after(() => database.close())
  return {
    database,
    open(place: string, options: { readonly attemptEveryMs?: number } = {}) {
      const db = connect(database.url, () => {})
      const listener = createDatabaseListener({ db, databaseUrl: database.url, log })
      const metrics = createMetrics()
      const leadership = createLeadership({
        db,
        listener,
        place,
        log,
        metrics,
        leaseMs: 2_000,
        ...options,
      })
      listener.start()
      t.after(async () => {
        await leadership.resign()
        await listener.stop()
        await db.destroy()
      })
      return { ...leadership, db, listener }
    },
  }
}

test('one process of a place leads; when it resigns another one follows and does the jobs, both at once', async (t) => {
  const { open } = await openCandidates(t)
  const first = open('bucket')
  assert.equal(await first.isLeader(), true)
  const second = open('bucket')
  assert.equal(await second.isLeader(), false)
  let runs = 0
  const job = createPeriodicJob(async () => runs++, {
    everyMs: 86_400_000,
    log,
    leadership: second,
    failure: 'never',
  })
  job.start()
  t.after(() => job.stop())
  await second.listener.ready(10_000)
  assert.equal(await open('a folder of another server').isLeader(), true)
  await first.resign()
  assert.equal(await first.isLeader(), false)
  await until(() => second.isLeader())
  await until(() => runs === 1)
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
  const second = open('bucket', { attemptEveryMs: 100 })
  assert.equal(await second.isLeader(), false)
  await sql`select pg_terminate_backend(${before})`.execute(database.db)
  await until(() => second.isLeader())
  await until(async () => !(await first.isLeader()))
})

test('one of two servers leads; what it leaves when it is killed the other one does', async (t) => {
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
})

const isLeader = (server: RunningMain) => server.stderr().includes('does the jobs that all share')
