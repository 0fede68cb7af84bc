import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeasonRaces } from '@pitboard/contract/seasons/season-races'
import { Value } from 'typebox/value'
import { openAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer } from '../../testing/server.ts'
import { recordRace } from './races.fixture.ts'

test('the races of a season have grids and times with the penalties of the stewards, and are as private as it is', async (t) => {
  const server = await openTestServer()
  t.after(() => server.close())
  const call = createCall(() => server)
  const owner = await openAccount(server.context, { username: 'Organiser' })
  const league = { name: 'Closed House', isPublic: false }
  const leagueId = (await call('POST /api/League', { as: owner, body: league })).json().id
  const body = { name: 'Winter', leagueId }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const event = (
    await call(`POST /api/Seasons/${id}/events`, { as: owner, body: { track: 7 } })
  ).json()
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  const practiceId = await recordRace(server, owner.userId, { names: ['Ann'], sessionType: 1 })
  const link = `/api/Seasons/${id}/events/${event.id}/sessions`
  await call(`PATCH ${link}`, { as: owner, body: { sessionIds: [sessionId, practiceId] } })
  const penalty = { kind: 'timePenalty', sessionId, driverIdx: 0, seconds: 5, reason: 'Contact' }
  await call(`POST /api/Seasons/${id}/adjustments`, { as: owner, body: penalty })

  const url = `GET /api/Seasons/${id}/races`
  const { races, records } = Value.Parse(SeasonRaces, (await call(url, { as: owner })).json())
  assert.deepEqual(
    races.map((race) => [race.sessionId, race.cars.map(({ grid, timeMs }) => [grid, timeMs])]),
    [
      [
        sessionId,
        [
          [1, 905_000],
          [2, 902_000],
        ],
      ],
    ],
  )
  assert.deepEqual(records, [])
  const picture = { url: `/og/seasons/${id}/review.png` }
  const stranger = await openAccount(server.context, { username: 'Stranger' })
  assert.equal((await call(url, { as: stranger })).statusCode, 404)
  assert.equal((await call(url)).statusCode, 404)
  assert.equal((await server.app.inject(picture)).statusCode, 404)

  await call(`PATCH /api/League/${leagueId}`, { as: owner, body: { isPublic: true } })
  assert.equal((await call(url)).statusCode, 200)
  for (const [query, size] of [
    ['', [1200, 630]],
    ['?format=square&lang=de', [1080, 1080]],
    ['?format=story&driver=Bob', [1080, 1920]],
    ['?format=x&lang=x&tier=x', [1200, 630]],
  ] as const) {
    const { rawPayload, headers } = await server.app.inject({ url: picture.url + query })
    assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], size, query)
    assert.equal(headers['cache-control'], 'no-cache')
  }
  const unknown = await server.app.inject({ url: `${picture.url}?driver=Nobody` })
  assert.equal(unknown.statusCode, 404)
})
