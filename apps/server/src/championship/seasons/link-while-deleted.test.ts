import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { callWhile } from '../../testing/call-while.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from './races.fixture.ts'

let server: TestServer
let owner: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Organiser' })
})
after(() => server.close())
const call = createCall(() => server)

test('404: a session that is deleted while it is linked', async () => {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
  const path = `/api/Seasons/${id}/events`
  const event = (await call(`POST ${path}`, { as: owner, body: { track: 7 } })).json()
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  const link = () => call(`PATCH ${path}/${event.id}/session/${sessionId}`, { as: owner })
  const [linked] = await callWhile(server, [link], {
    hold: (db) => db.deleteFrom('session').where('id', '=', sessionId).execute(),
  })
  assert.equal(linked?.statusCode, 404)
})
