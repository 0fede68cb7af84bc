import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { goLive, insertNamed, openSite } from '../../site/pages/a-site.fixture.ts'

const race = createRace({ seed: 3, laps: 2, cars: 4, rateHz: 10, trackId: 22 })

test('an id in capitals is the same id, wherever it is asked for', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  const { id } = await goLive(server, userId.toUpperCase(), race.datagrams())
  const ids = [id.toUpperCase(), `user/${userId.toUpperCase()}`, `user/${userId}`]
  for (const asked of ids) {
    const answer = await server.app.inject({ url: `/api/LiveSession/${asked}` })
    assert.deepEqual([answer.statusCode, answer.json().id], [200, id], asked)
  }
  const [live] = (await server.app.inject({ url: '/api/LiveSession/all' })).json()
  assert.deepEqual([live.id, live.userId], [id, userId])
  for (const path of [`/live/${id.toUpperCase()}`, `/liveUser/${userId.toUpperCase()}`]) {
    const { body } = await server.app.inject({ url: path, headers: { accept: 'text/html' } })
    assert.match(body, /<title>.+ live: .+ leads/, path)
  }
  const picture = await server.app.inject({ url: `/og/live/${id.toUpperCase()}.png` })
  assert.equal(picture.statusCode, 200)
})
