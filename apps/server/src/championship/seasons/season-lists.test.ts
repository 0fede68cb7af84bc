import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Season } from '@pitboard/contract/seasons/season'
import { openAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const DRIVERS = ['Ann', 'Bob', 'Cid', 'Dee']

const { server, owner, call } = await openOrganiser()
let leagueId: string
const seasonIds: string[] = []
before(async () => {
  leagueId = await make('POST /api/League', { name: 'Open', isPublic: true })
  for (const name of ['Spring', 'Summer', 'Autumn']) {
    const id = await make('POST /api/Seasons', { name })
    const eventId = await make(`POST /api/Seasons/${id}/events`, { track: 7 })
    const sessionId = await recordRace(server, owner.userId, { names: DRIVERS })
    const path = `/api/Seasons/${id}/events/${eventId}/session/${sessionId}`
    assert.equal((await call(`PATCH ${path}`, { as: owner })).statusCode, 200)
    await call(`POST /api/League/${leagueId}/seasons/${id}`, { as: owner })
    seasonIds.unshift(id)
  }
})

async function make(what: string, body: object): Promise<string> {
  return (await call(what, { as: owner, body })).json().id
}

const lists = () => [
  '/api/Seasons',
  '/api/Seasons/user',
  `/api/Seasons/user/${owner.userId}`,
  `/api/League/${leagueId}/seasons`,
]

test('every list shows each season as its own address shows it, newest first', async () => {
  const single = await Promise.all(
    seasonIds.map(async (id): Promise<Season> => (await call(`GET /api/Seasons/${id}`)).json()),
  )
  assert.deepEqual(
    single.map(({ events, standings }) => [events[0]?.sessions.length, standings.drivers.length]),
    seasonIds.map(() => [1, DRIVERS.length]),
  )
  for (const path of lists()) {
    const answer = (await call(`GET ${path}`, { as: owner })).json()
    assert.deepEqual(answer.seasons ?? answer, single, path)
    const headers = { 'accept-encoding': 'gzip' }
    const gzipped = await call(`GET ${path}`, { as: owner, headers })
    assert.deepEqual(JSON.parse(gunzipSync(gzipped.rawPayload).toString()), answer, path)
  }
})

test('every list has pages, says how long it is and where its other pages are', async () => {
  for (const path of lists()) {
    const pages: string[] = []
    let next: string | undefined = `${path}?pageSize=2`
    while (next !== undefined) {
      const answer = await call(`GET ${next}`, { as: owner })
      assert.equal(answer.headers['x-total-count'], '3', path)
      const seasons: Season[] = answer.json().seasons ?? answer.json()
      pages.push(seasons.map(({ id }) => id).join())
      next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link']))?.[1]
    }
    assert.deepEqual(pages, [seasonIds.slice(0, 2).join(), seasonIds[2]], path)
    for (const query of ['page=0', 'pageSize=101', 'page=null', 'pageSize=x']) {
      assert.equal((await call(`GET ${path}?${query}`, { as: owner })).statusCode, 400, query)
    }
  }
})

test('a list answers 304 until one of its seasons changes', async () => {
  for (const path of lists()) {
    const { headers } = await call(`GET ${path}`, { as: owner })
    const known = { 'if-none-match': String(headers.etag) }
    assert.equal((await call(`GET ${path}`, { as: owner, headers: known })).statusCode, 304, path)
    const [id = ''] = seasonIds
    const body = { id, name: `Autumn ${path}` }
    assert.equal((await call('PATCH /api/Seasons', { as: owner, body })).statusCode, 200)
    const changed = await call(`GET ${path}`, { as: owner, headers: known })
    assert.equal(changed.statusCode, 200, path)
    assert.ok(changed.body.includes(body.name), path)
  }
})

test('404 for the seasons of an unknown user; one who has none has an empty list', async () => {
  const unknown = await call(`GET /api/Seasons/user/${server.context.newId()}`)
  assert.equal(unknown.statusCode, 404)
  const { userId } = await openAccount(server.context)
  const answer = await call(`GET /api/Seasons/user/${userId}`)
  assert.deepEqual([answer.statusCode, answer.json()], [200, []])
  assert.equal(answer.headers['x-total-count'], '0')
})
