import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDatabaseClock } from '../db/database-clock.ts'
import { createLog } from '../diagnostics/log.ts'
import { createRateLimits, type RateLimit } from './rate-limits.ts'

const log = createLog('silent')
const TWO: RateLimit = { name: 'two', calls: 60, seconds: 60, burst: 2 }
const ONE: RateLimit = { name: 'one', calls: 60, seconds: 60, burst: 1 }

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

/** The two servers have one database and one clock. */
function openServers() {
  let nowMs = Date.UTC(2026, 0, 1)
  const now = () => new Date(nowMs)
  const queries: string[] = []
  const open = () => {
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        queries.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    return createRateLimits({ db, databaseNow: createDatabaseClock(now), log, now })
  }
  const pass = (seconds: number) => {
    nowMs += seconds * 1000
  }
  return { a: open(), b: open(), open, pass, queries, now }
}

suite('limits of all servers', () => {
  test('count the calls of both servers, and fill with time up to the burst', async () => {
    const { a, b, pass } = openServers()
    const bucket = { limit: TWO, key: randomUUID() }
    assert.deepEqual([await a.take(bucket), await b.take(bucket)], [0, 0])
    assert.deepEqual([await a.take(bucket), await b.take(bucket)], [1, 1])
    pass(1)
    assert.deepEqual([await b.take(bucket), await a.take(bucket)], [0, 1])
    pass(60)
    const calls = [await a.take(bucket), await b.take(bucket), await a.take(bucket)]
    assert.deepEqual(calls, [0, 0, 1])
    assert.equal(await a.take({ limit: TWO, key: randomUUID() }), 0, 'another key')
    assert.equal(await a.take({ ...bucket, limit: ONE }), 0, 'another limit')
  })

  test('hold against calls at the same moment', async () => {
    const { a, b } = openServers()
    const bucket = { limit: { ...TWO, burst: 7 }, key: randomUUID() }
    const calls = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? a : b).take(bucket))
    const waits = await Promise.all(calls)
    assert.equal(waits.filter((wait) => wait === 0).length, 7)
  })

  test('count in several buckets or in none of them', async () => {
    const { a, b, open, pass } = openServers()
    const [two, one] = [TWO, ONE].map((limit) => ({ limit, key: randomUUID() }))
    assert.ok(two && one)
    assert.equal(await a.take(one), 0)
    for (let n = 0; n < 5; n++) assert.equal(await b.take(two, one), 1)
    pass(1)
    const calls = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? a : b).take(two, one))
    assert.equal((await Promise.all(calls)).filter((wait) => wait === 0).length, 1)
    // For a moment more may have been counted, and the others know their refusals for a second.
    const third = open()
    assert.deepEqual([await third.take(two), await third.take(two)], [0, 1], 'one was counted')
  })

  test('a bucket that is only checked refuses, and is not counted', async () => {
    const { a } = openServers()
    const [two, one] = [TWO, ONE].map((limit) => ({ limit, key: randomUUID() }))
    assert.ok(two && one)
    assert.equal(await a.take(two, { ...one, isOnlyChecked: true }), 0)
    assert.equal(await a.take(one), 0)
    assert.equal(await a.take(two, { ...one, isOnlyChecked: true }), 1)
    assert.deepEqual([await a.take(two), await a.take(two)], [0, 1])
  })

  test('a caller who is refused costs no query until the wait is over', async () => {
    const { a, pass, queries } = openServers()
    const bucket = { limit: ONE, key: randomUUID() }
    assert.equal(await a.take(bucket), 0)
    assert.equal(a.knownWaitSeconds(bucket), 0)
    await a.take(bucket)
    const { length } = queries
    pass(0.5)
    for (let n = 0; n < 100; n++) assert.equal(await a.take(bucket), 0.5)
    assert.equal(a.knownWaitSeconds(bucket), 0.5)
    assert.equal(queries.length, length)
    pass(0.5)
    assert.equal(await a.take(bucket), 0)
    assert.equal(queries.length, length + 1, 'one query for a call that is counted')
  })

  test('a refund is good on both servers', async () => {
    const { a, b, pass } = openServers()
    const bucket = { limit: { ...ONE, seconds: 60_000_000 }, key: randomUUID() }
    assert.equal(await a.take(bucket), 0)
    a.refund(bucket)
    // It knows that it was refused for half a minute.
    while ((await b.take({ ...bucket, isOnlyChecked: true })) > 0) pass(31)
    assert.equal(await b.take(bucket), 0)
  })

  test('store no key, and only buckets that are not full', async (t) => {
    const { a, pass } = openServers()
    await a.take({ limit: TWO, key: 'max@club.example' })
    const { rows } = await sql<{
      row: string
    }>`select rate_bucket::text as row from rate_bucket`.execute(database.db)
    assert.ok(rows.length > 0)
    assert.ok(rows.every(({ row }) => !row.includes(Buffer.from('max@club').toString('hex'))))
    pass(70_000_000)
    await runCleanup(t, a)
    assert.equal(await countBuckets(), 0)
  })

  test('fail while the database is away, and go on once it is back', async () => {
    const { now } = openServers()
    const away = await openTestDatabase()
    const limits = createRateLimits({
      db: away.db,
      databaseNow: createDatabaseClock(now),
      log,
      now,
    })
    const bucket = { limit: ONE, key: 'a' }
    await away.db.schema.alterTable('rate_bucket').renameTo('away').execute()
    for (let n = 0; n < 3; n++) await assert.rejects(limits.take(bucket))
    await away.db.schema.alterTable('away').renameTo('rate_bucket').execute()
    assert.deepEqual([await limits.take(bucket), await limits.take(bucket)], [0, 1])
    await away.close()
  })
})

async function runCleanup(t: TestContext, { cleanup }: ReturnType<typeof createRateLimits>) {
  cleanup.start()
  t.after(() => cleanup.stop())
  await cleanup.stop()
}

async function countBuckets(): Promise<number> {
  const { count } = await database.db
    .selectFrom('rate_bucket')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
