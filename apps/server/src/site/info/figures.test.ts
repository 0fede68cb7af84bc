import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { aLap, driveSession } from '../../racing/records/driven-session.fixture.ts'
import { storeRecording } from '../../racing/sessions/store-recording.ts'
import { openAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer } from '../../testing/server.ts'
import { insertNamed } from '../pages/a-site.fixture.ts'

test('the figures count recorded races, laps, their drivers and public leagues, and nothing private', async (t) => {
  const server = await openTestServer()
  t.after(server.close)
  const call = createCall(() => server)
  const figures = async () => (await call('GET /api/Site/figures')).json()
  assert.deepEqual(await figures(), { races: 0, laps: 0, drivers: 0, leagues: 0 })

  const ann = await insertNamed(server, 'Ann')
  await insertNamed(server, 'Bob')
  for (const sessionType of [SessionType.Race, SessionType.TimeTrial]) {
    const laps = [aLap(91_000), aLap(90_000)]
    await storeRecording(server.context.db, driveSession(server, ann, { laps, sessionType }), null)
  }
  const owner = await openAccount(server.context, { username: 'Organiser' })
  const create = async (name: string) =>
    (await call('POST /api/League', { as: owner, body: { name } })).json().id
  const league = await create('Club')
  await create('Secret')
  // The first lap of a race begins on the grid and is compared with no other.
  assert.deepEqual(await figures(), { races: 1, laps: 3, drivers: 1, leagues: 0 })
  await call(`PATCH /api/League/${league}`, { as: owner, body: { isPublic: true } })
  assert.deepEqual(await figures(), { races: 1, laps: 3, drivers: 1, leagues: 1 })
})
