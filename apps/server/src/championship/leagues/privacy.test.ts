import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { createReceived, subscribe } from '../../site/realtime/listening.fixture.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openClient } from '../../testing/clients.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from '../seasons/races.fixture.ts'

const { server, owner, call } = await openOrganiser()
let stranger: TestAccount
/** The league is private, with a picture and a season in which a race counts. */
let leagueId: string
let seasonId: string
let eventId: string
let sessionId: string
before(async () => {
  stranger = await openAccount(server.context, { username: 'Stranger' })
  const create = { width: 20, height: 20, channels: 3, background: '#c00' } as const
  const thumbnailBase64 = (await sharp({ create }).png().toBuffer()).toString('base64')
  const body = { name: 'Secret Society', thumbnailBase64 }
  leagueId = (await call('POST /api/League', { as: owner, body })).json().id
  const banner = { bannerBase64: thumbnailBase64 }
  await call(`PATCH /api/League/${leagueId}/banner`, { as: owner, body: banner })
  const season = { name: 'Hidden Trophy' }
  seasonId = (await call('POST /api/Seasons', { as: owner, body: season })).json().id
  await call(`POST /api/League/${leagueId}/seasons/${seasonId}`, { as: owner })
  const path = `/api/Seasons/${seasonId}/events`
  eventId = (await call(`POST ${path}`, { as: owner, body: { track: 7 } })).json().id
  sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  await call(`PATCH ${path}/${eventId}/sesssion/${sessionId}`, { as: owner })
})

test('404: for a stranger a private league and its season look like missing ones', async () => {
  const calls: [what: string, body?: object][] = [
    [`GET /api/League/${leagueId}`],
    [`GET /api/League/${leagueId}/thumbnail`],
    [`GET /api/League/${leagueId}/banner`],
    [`GET /api/League/${leagueId}/seasons`],
    [`GET /api/Seasons/${seasonId}`],
    [`GET /api/Seasons/${seasonId}/standings/Ann/explain`],
    [`GET /api/Seasons/${seasonId}/publications`],
    [`GET /api/Seasons/${seasonId}/publications/1`],
    [`GET /api/Seasons/${seasonId}/export`],
    [`GET /api/Seasons/${seasonId}/calendar.ics`],
    [`GET /og/league/${leagueId}.png`],
    [`GET /og/season/${seasonId}.png`],
  ]
  const signedIn: typeof calls = [
    [`GET /api/League/${leagueId}/history`],
    [`PATCH /api/League/${leagueId}`, { name: 'Mine' }],
    [`DELETE /api/League/${leagueId}`],
    [`POST /api/League/${leagueId}/restore`],
    [`POST /api/League/${leagueId}/seasons/${seasonId}`],
    [`DELETE /api/League/${leagueId}/seasons/${seasonId}`],
    [`PATCH /api/League/${leagueId}/thumbnail`, { thumbnailBase64: 'AAAA' }],
    [`DELETE /api/League/${leagueId}/thumbnail`],
    [`PATCH /api/League/${leagueId}/banner`, { bannerBase64: 'AAAA' }],
    [`DELETE /api/League/${leagueId}/banner`],
    [`PATCH /api/Seasons`, { id: seasonId, name: 'Mine' }],
    [`DELETE /api/Seasons/${seasonId}`],
    [`POST /api/Seasons/${seasonId}/restore`],
    [`GET /api/Seasons/${seasonId}/history`],
    [`GET /api/Seasons/${seasonId}/aliases`],
    [`POST /api/Seasons/${seasonId}/events`, { track: 1 }],
    [`PATCH /api/Seasons/${seasonId}/events/${eventId}`, { track: 1 }],
    [`DELETE /api/Seasons/${seasonId}/events/${eventId}`],
    [`PATCH /api/Seasons/${seasonId}/events/${eventId}/sesssion/${sessionId}`],
    [`DELETE /api/Seasons/${seasonId}/events/${eventId}/session/${sessionId}`],
    [`POST /api/Seasons/${seasonId}/publications`, { status: 'official' }],
  ]
  for (const [what, body] of [...calls, ...signedIn]) {
    const { statusCode, body: text } = await call(what, { as: stranger, ...(body && { body }) })
    assert.equal(statusCode, 404, what)
    assert.doesNotMatch(text, /Secret|Hidden/, what)
  }
  for (const [what] of calls) assert.equal((await call(what)).statusCode, 404, what)
  const mine = await call(`GET /api/Seasons/${seasonId}`, { as: owner })
  assert.equal(mine.json().visibility, 'private')
  assert.equal(mine.json().standings.drivers[0].name, 'Ann')
  for (const kind of ['thumbnail', 'banner']) {
    const picture = await call(`GET /api/League/${leagueId}/${kind}`, { as: owner })
    assert.equal(picture.statusCode, 200, kind)
    assert.equal(picture.headers['cache-control'], 'no-cache', kind)
  }
})

test('nothing that can be made private is given again without asking', async () => {
  const create = { width: 20, height: 20, channels: 3, background: '#c00' } as const
  const thumbnailBase64 = (await sharp({ create }).png().toBuffer()).toString('base64')
  const body = { name: 'Open House', isPublic: true, thumbnailBase64 }
  const { id, thumbnailId } = (await call('POST /api/League', { as: owner, body })).json()
  const season = (await call('POST /api/Seasons', { as: owner, body: { name: 'Open' } })).json()
  for (const path of [
    `/og/league/${id}.png`,
    `/og/season/${season.id}.png`,
    '/api/League',
    `/api/League/${id}/seasons`,
    `/api/League/user/${owner.userId}`,
    `/api/League/user/${owner.userId}/page`,
    '/api/Seasons',
    `/api/Seasons/user/${owner.userId}`,
    `/api/Seasons/${season.id}/publications`,
    '/api/Search?q=open',
    `/api/Sessions/${sessionId}/seasons`,
  ]) {
    const { statusCode, headers } = await call(`GET ${path}`)
    assert.equal(statusCode, 200, path)
    assert.equal(headers['cache-control'], 'no-cache', path)
    if (path.startsWith('/api')) assert.match(String(headers['vary']), /^authorization\b/, path)
  }
  const mine = await call('GET /api/Seasons/user', { as: owner })
  assert.equal(mine.headers['cache-control'], 'private, no-cache')
  const picture = await call(`GET /api/League/${id}/thumbnail?v=${thumbnailId}`)
  assert.match(String(picture.headers['cache-control']), /^private, /)
})

test('a private league and its season are in no list, search, page or sitemap of others', async () => {
  const lists = [
    'GET /api/League',
    'GET /api/League?search=secret',
    `GET /api/League/user/${owner.userId}`,
    `GET /api/League/user/${owner.userId}/page`,
    'GET /api/Seasons',
    `GET /api/Seasons/user/${owner.userId}`,
    'GET /api/Search?q=secret%20society',
    'GET /api/Search?q=hidden',
    `GET /leagues/${leagueId}`,
    `GET /seasons/${seasonId}`,
    'GET /sitemap.xml',
  ]
  for (const what of lists) {
    for (const options of [{}, { as: stranger }]) {
      const { body } = await call(what, options)
      assert.doesNotMatch(body, /Secret|Hidden/, what)
      const asked = what.startsWith('GET /api') || what.endsWith('.xml')
      if (asked) assert.ok(!body.includes(leagueId) && !body.includes(seasonId), what)
    }
  }
  const own = lists.slice(0, 4).concat(lists.slice(5, 8))
  for (const what of own) {
    const { body } = await call(what, { as: owner })
    assert.match(body, /Secret Society|Hidden Trophy/, what)
  }
})

test('a stranger who watches them by id receives no changes; for what becomes hidden they receive a deletion', async (t) => {
  const clients = [stranger, owner].map(({ accessToken }) =>
    openClient('newest', server, accessToken),
  )
  t.after(() => Promise.all(clients.map((client) => client.removeAllChannels())))
  const received = clients.map(() => createReceived<string>())
  for (const [index, client] of clients.entries()) {
    const channel = client.channel('private things')
    const hear = (payload: { eventType: string; table: string }) =>
      received[index]?.add(`${payload.eventType} ${payload.table}`)
    const changes = { event: '*', schema: 'public' } as const
    channel.on('postgres_changes', { ...changes, table: 'leagues' }, hear)
    channel.on('postgres_changes', { ...changes, table: 'seasons' }, hear)
    const named = { ...changes, table: 'seasons', filter: `id=eq.${seasonId}` }
    channel.on('postgres_changes', named, () => received[index]?.add('named'))
    await subscribe(channel)
  }
  const season = { as: owner, body: { id: seasonId, name: 'Hidden Cup' } }
  const league = { as: owner, body: { description: 'Still secret' } }
  await call('PATCH /api/Seasons', season)
  await call(`PATCH /api/League/${leagueId}`, league)
  await received[1]?.count(3)
  await call(`PATCH /api/League/${leagueId}`, { as: owner, body: { isPublic: true } })
  await received[0]?.count(3)
  const shown = ['UPDATE leagues', 'UPDATE seasons', 'named']
  assert.deepEqual(received[0]?.all.toSorted(), shown)
  await call(`PATCH /api/League/${leagueId}`, { as: owner, body: { isPublic: false } })
  await received[0]?.count(5)
  assert.deepEqual(received[0]?.all.slice(3).toSorted().slice(0, 2), [
    'DELETE leagues',
    'DELETE seasons',
  ])
})

test('a season in no league opens by its link and is not listed; in a public one it is', async () => {
  const made = await call('POST /api/Seasons', { as: owner, body: { name: 'Linked Cup' } })
  const { id } = made.json()
  assert.equal((await call(`GET /api/Seasons/${id}`)).json().visibility, 'link')
  assert.equal((await call('GET /api/Search?q=linked')).json().seasons.length, 0)
  assert.doesNotMatch((await call('GET /api/Seasons')).body, /Linked/)
  assert.doesNotMatch((await call('GET /sitemap.xml')).body, new RegExp(id))
  const body = { name: 'Open League', isPublic: true }
  const league = (await call('POST /api/League', { as: owner, body })).json()
  await call(`POST /api/League/${league.id}/seasons/${id}`, { as: owner })
  await call(`POST /api/League/${leagueId}/seasons/${id}`, { as: owner })
  const listed = (await call(`GET /api/Seasons/${id}`, { as: stranger })).json()
  assert.equal(listed.visibility, 'listed')
  assert.deepEqual(listed.leagueIds, [league.id])
  const own = (await call(`GET /api/Seasons/${id}`, { as: owner })).json()
  assert.deepEqual(new Set(own.leagueIds), new Set([league.id, leagueId]))
  const [found] = (await call('GET /api/Search?q=linked')).json().seasons
  assert.equal(found.leagueName, 'Open League')
  assert.match((await call('GET /sitemap.xml')).body, new RegExp(`/seasons/${id}`))
  await call(`DELETE /api/League/${league.id}`, { as: owner })
  assert.equal((await call(`GET /api/Seasons/${id}`)).statusCode, 404)
})
