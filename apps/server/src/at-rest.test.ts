import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { Client } from 'pg'
import { openTestDatabase } from './testing/database.ts'
import { openTestS3 } from './testing/s3-server.ts'
import { openTestServer, type TestServer } from './testing/server.ts'

/** Every minute some jobs look at the database: the long run sees them all, and that servers share them. */
const [SECONDS, SERVERS] = process.env['TEST_ALL'] === 'true' ? [120, 3] : [10, 1]
/** Until the announcements of the database are heard, queues are polled. */
const QUIET_MS = 6_000

/** Returns how many timers of this process have fired. */
function countWakeUps() {
  const timers = new Set<number>()
  let count = 0
  const hook = createHook({
    init(id, type) {
      if (type === 'Timeout') timers.add(id)
    },
    before(id) {
      if (timers.has(id)) count++
    },
  })
  hook.enable()
  return { count: () => count, stop: () => hook.disable() }
}

/** The servers share one database and bucket, and one of them does the common jobs. */
async function openServers(t: TestContext): Promise<void> {
  if (SERVERS === 1) {
    const server = await openTestServer()
    t.after(() => server.close())
    return
  }
  const [database, bucket] = await Promise.all([openTestDatabase(), openTestS3()])
  const servers: TestServer[] = []
  t.after(async () => {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all([database.close(), bucket.close()])
  })
  for (let count = 0; count < SERVERS; count++) {
    servers.push(await openTestServer({ database, env: { S3_URL: bucket.url } }))
  }
}

test('servers that nobody uses leave the database and the processor alone', async (t) => {
  const wakeUps = countWakeUps()
  t.after(wakeUps.stop)
  const inTransaction = new Set<object>()
  const transactions: string[] = []
  let queriedAtMs = performance.now()
  const query: unknown = Reflect.get(Client.prototype, 'query')
  assert.ok(typeof query === 'function')
  t.mock.method(Client.prototype, 'query', function run(this: object, ...call: unknown[]) {
    const text = textOf(call[0])
    queriedAtMs = performance.now()
    if (!inTransaction.has(this)) transactions.push(text)
    if (text === 'begin') inTransaction.add(this)
    if (text === 'commit' || text === 'rollback') inTransaction.delete(this)
    const answer: unknown = Reflect.apply(query, this, call)
    return answer
  })
  await openServers(t)
  await until(() => performance.now() - queriedAtMs > QUIET_MS)

  const before = { transactions: transactions.length, wakeUps: wakeUps.count() }
  await delay(SECONDS * 1000)
  const since = transactions.slice(before.transactions)
  assert.ok(since.length <= 0.2 * SECONDS, `${since.length} in ${SECONDS} s:\n${since.join('\n')}`)
  const woken = wakeUps.count() - before.wakeUps
  assert.ok(woken < 5 * SECONDS * SERVERS, `woken ${woken} times in ${SECONDS} s`)
  t.diagnostic(`${since.length} transactions and ${woken} wake-ups in ${SECONDS} s`)
})

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  const text: unknown = typeof query === 'object' && query !== null && Reflect.get(query, 'text')
  return typeof text === 'string' ? text : ''
}
