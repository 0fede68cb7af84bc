import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from './races.fixture.ts'

let server: TestServer
let owner: TestAccount
let stranger: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Organiser' })
  stranger = await openAccount(server.context, { username: 'Stranger' })
})
after(() => server.close())
const call = createCall(() => server)

test('a session names the seasons it counts in with the points of each car', async () => {
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob', 'Cid'] })
  const path = `/api/Sessions/${sessionId}/seasons`
  assert.deepEqual((await call(`GET ${path}`)).json(), [])
  const league = await makeLeague('Open', true)
  const season = (await call('POST /api/Seasons', { as: owner, body: { name: 'Spring' } })).json()
  const body = { track: 7, name: 'Round 1' }
  const event = (await call(`POST /api/Seasons/${season.id}/events`, { as: owner, body })).json()
  const sessionIds = { sessionIds: [sessionId] }
  await call(`PATCH /api/Seasons/${season.id}/events/${event.id}/sessions`, {
    as: owner,
    body: sessionIds,
  })
  await call(`POST /api/League/${league.id}/seasons/${season.id}`, { as: owner })
  const [found, ...more] = (await call(`GET ${path}`)).json()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [found.id, found.name, found.eventId, found.eventName],
    [season.id, 'Spring', event.id, 'Round 1'],
  )
  const standings = (await call(`GET /api/Seasons/${season.id}`)).json().standings
  const points = found.results.map(({ points }: { points: number }) => points)
  const counted = standings.drivers.map(({ points }: { points: number }) => points)
  assert.deepEqual(points, counted)
  assert.ok(points[0] > points[1])

  await call(`DELETE /api/League/${league.id}`, { as: owner })
  await expectOwnerOnly('a season that is reachable by its link only')
  const closed = await makeLeague('Closed', false)
  await call(`POST /api/League/${closed.id}/seasons/${season.id}`, { as: owner })
  await expectOwnerOnly('a season in a private league')

  await call(`DELETE /api/Seasons/${season.id}`, { as: owner })
  assert.deepEqual((await call(`GET ${path}`, { as: owner })).json(), [])

  async function expectOwnerOnly(what: string): Promise<void> {
    assert.deepEqual((await call(`GET ${path}`)).json(), [], what)
    assert.deepEqual((await call(`GET ${path}`, { as: stranger })).json(), [], what)
    assert.equal((await call(`GET ${path}`, { as: owner })).json().length, 1, what)
  }
})

async function makeLeague(name: string, isPublic: boolean) {
  return (await call('POST /api/League', { as: owner, body: { name, isPublic } })).json()
}
