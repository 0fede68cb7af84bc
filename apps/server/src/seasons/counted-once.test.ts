import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { insertPlayer, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { openAccount, type TestAccount } from '../testing/account.ts'
import { createCall } from '../testing/call.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let owner: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context)
})
after(() => server.close())
const call = createCall(() => server)

test('409: a session that two users recorded counts once in a season', async () => {
  const race = createRace({ seed: 1, laps: 2, cars: 6, rateHz: 20, trackId: 22, lean: true })
  const recordings: string[] = []
  for (const playerCar of [1, 2]) {
    const player = await insertPlayer(server, `player ${playerCar}`)
    recordings.push(await sendRecording(server, player, seenBy(race, { playerCar })))
  }
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
  const path = `/api/Seasons/${id}/events`
  const events: string[] = []
  for (const track of [22, 7]) {
    const event = await call(`POST ${path}`, { as: owner, body: { track } })
    events.push(event.json().id)
  }
  const [first, second] = events
  const link = (event: string | undefined, sessionIds: (string | undefined)[]) =>
    call(`PATCH ${path}/${event}/sessions`, { as: owner, body: { sessionIds } })

  const both = await link(first, recordings)
  assert.equal(both.statusCode, 409)
  assert.ok(recordings.every((recording) => both.json().detail.includes(recording)))

  assert.equal((await link(first, [recordings[0]])).statusCode, 200)
  assert.equal((await link(first, [recordings[0]])).statusCode, 200, 'the same one is no other')
  assert.equal((await link(first, [recordings[1]])).statusCode, 409)
  assert.equal((await link(second, [recordings[1]])).statusCode, 409)

  await call(`DELETE ${path}/${first}/session/${recordings[0]}`, { as: owner })
  assert.equal((await link(second, [recordings[1]])).statusCode, 200)
})
