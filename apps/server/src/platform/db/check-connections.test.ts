import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createLog } from '../diagnostics/log.ts'
import { checkConnections, connectionsOfServer } from './check-connections.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

test('a server that may need more connections than PostgreSQL allows says so, with both numbers', async (t) => {
  const log = createLog('silent')
  const warn = t.mock.method(log, 'warn', () => undefined)
  await checkConnections(database.db, 1, log)
  assert.equal(warn.mock.callCount(), 0)
  await checkConnections(database.db, 1_000, log)
  const [facts, message] = warn.mock.calls[0]?.arguments ?? []
  assert.partialDeepStrictEqual(facts, { needed: connectionsOfServer(1_000) })
  assert.match(String(message), /raise max_connections or lower WORKERS/)
})

test('each process has its pool and one that listens, and the supervisor a pool', () => {
  assert.deepEqual([1, 2, 4, 15].map(connectionsOfServer), [13, 38, 40, 117])
})
