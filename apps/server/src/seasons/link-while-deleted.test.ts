import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openAccount, type TestAccount } from '../testing/account.ts'
import { createCall } from '../testing/call.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { recordRace } from './races.fixture.ts'

const WITHIN_MS = 60_000

let server: TestServer
let owner: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context)
})
after(() => server.close())
const call = createCall(() => server)

/** Somebody in this database waits for what somebody else holds. */
async function untilSomebodyWaits(): Promise<void> {
  const end = Date.now() + WITHIN_MS
  while (Date.now() < end) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.context.db)
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('Nobody ever waited.')
}

test('404: a session that is deleted while it is linked', async () => {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
  const path = `/api/Seasons/${id}/events`
  const event = (await call(`POST ${path}`, { as: owner, body: { track: 7 } })).json()
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  const { linking } = await server.context.db.transaction().execute(async (db) => {
    await db.deleteFrom('session').where('id', '=', sessionId).execute()
    const answer = call(`PATCH ${path}/${event.id}/session/${sessionId}`, { as: owner })
    await untilSomebodyWaits()
    // Not the promise itself: the transaction would wait for it.
    return { linking: answer }
  })
  assert.equal((await linking).statusCode, 404)
})
