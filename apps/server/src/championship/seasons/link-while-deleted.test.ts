import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callWhile } from '../../testing/call-while.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call } = await openOrganiser()

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
