import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EmbeddedSeason, EmbeddedSession } from '@pitboard/contract/site/embeds'
import { openAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import type { TestServer } from '../../testing/server.ts'
import { insertNamed, insertRace, openSite } from '../pages/a-site.fixture.ts'

const UNKNOWN = '01900000-0000-7000-8000-00000000dead'

/** Stores a season with one race, in a league that is public or not. */
async function insertSeason(server: TestServer, isPublic: boolean): Promise<string> {
  const owner = await openAccount(server.context, { username: 'Organiser' })
  const call = createCall(() => server)
  const league = { name: 'Late Brakers', isPublic, accentColour: '#ffb000' }
  const { id: leagueId } = (await call('POST /api/League', { as: owner, body: league })).json()
  const body = { name: 'Winter Cup', leagueId }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const event = { track: 7, name: 'Opening' }
  const path = `/api/Seasons/${id}/events`
  const { id: eventId } = (await call(`POST ${path}`, { as: owner, body: event })).json()
  const raceId = await insertRace(server, owner.userId)
  await call(`PATCH ${path}/${eventId}/session/${raceId}`, { as: owner })
  return id
}

test('an embed of a public season has tables and calendar alone, which caches may store', async (t) => {
  const server = await openSite(t)
  const id = await insertSeason(server, true)
  const { statusCode, body, headers } = await server.app.inject(`/api/Embeds/seasons/${id}`)
  assert.equal(statusCode, 200)
  assert.equal(headers['cache-control'], 'public, max-age=60')
  assert.equal(headers['access-control-allow-origin'], '*')
  const season: EmbeddedSeason = JSON.parse(body)
  assert.deepEqual([season.leagueName, season.accentColour], ['Late Brakers', '#ffb000'])
  assert.deepEqual(
    season.drivers.map(({ name, points }) => [name, points]),
    [
      ['Ann', 6],
      ['Bob', 4],
      ['Cleo', 3],
    ],
  )
  const [event] = season.events
  assert.deepEqual([event?.name, event?.podium], ['Opening', ['Ann', 'Bob', 'Cleo']])
  assert.doesNotMatch(body, /ownerId|results|aliases/)
})

test('an embed of a session has its result in order, without laps', async (t) => {
  const server = await openSite(t)
  const id = await insertRace(server, await insertNamed(server, 'Flow'))
  const { body, headers } = await server.app.inject(`/api/Embeds/sessions/${id}`)
  assert.equal(headers['cache-control'], 'public, max-age=60')
  const session: EmbeddedSession = JSON.parse(body)
  assert.deepEqual(
    session.drivers.map(({ name, finishingPosition }) => [finishingPosition, name]),
    [
      [1, 'Ann'],
      [2, 'Bob'],
      [3, 'Cleo'],
    ],
  )
  assert.doesNotMatch(body, /lapTimes|userName/)
})

test('a private season and an unknown one are the same to an embed, also for the owner', async (t) => {
  const server = await openSite(t)
  const id = await insertSeason(server, false)
  for (const path of [`seasons/${id}`, `seasons/${UNKNOWN}`, `sessions/${UNKNOWN}`]) {
    const { statusCode, headers } = await server.app.inject(`/api/Embeds/${path}`)
    assert.equal(statusCode, 404, path)
    assert.doesNotMatch(headers['cache-control'] ?? '', /public/, path)
  }
  const page = await server.app.inject({
    url: `/embed/seasons/${id}/drivers`,
    headers: { accept: 'text/html' },
  })
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /embed-1.js/)
  assert.doesNotMatch(page.body, /Winter Cup/)
})

test('pages of all sites may frame an embed and no other page', async (t) => {
  const server = await openSite(t)
  const season = await insertSeason(server, true)
  const race = await insertRace(server, await insertNamed(server, 'Flow'))
  const embedded = [
    ...['drivers', 'teams', 'calendar'].map((part) => `/embed/seasons/${season}/${part}`),
    `/embed/sessions/${race}`,
    `/embed/live/${UNKNOWN}?theme=light`,
    `/embed/liveUser/${UNKNOWN}`,
  ]
  const get = (url: string) => server.app.inject({ url, headers: { accept: 'text/html' } })
  for (const path of embedded) {
    const { statusCode, headers, body } = await get(path)
    assert.equal(statusCode, 200, path)
    assert.match(String(headers['content-security-policy']), /frame-ancestors \*/, path)
    assert.equal(headers['cache-control'], 'public, max-age=60', path)
    assert.equal(headers['set-cookie'], undefined, path)
    assert.match(body, /src="\/assets\/embed-1.js"/, path)
    assert.match(body, /<meta name="robots" content="noindex"/, path)
  }
  for (const path of [`/seasons/${season}`, `/sessions/${race}`, '/embed', '/embed/seasons/x']) {
    const { headers } = await get(path)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path)
    assert.equal(headers['cache-control'], 'no-cache', path)
  }
  const german = await get(`/embed/sessions/${race}?lang=de`)
  assert.match(german.body, /<html lang="de"/)
  assert.match(german.body, /<title>Silverstone Rennen/)
})

test('oEmbed answers for pages of this site alone, within the wanted size', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  const race = await insertRace(server, userId, { names: [`<b>"&'`] })
  const season = await insertSeason(server, true)
  const ask = (url: string, more = '') =>
    server.app.inject(`/oembed?url=${encodeURIComponent(url)}${more}`)
  const site = 'https://pitboard.example'
  const page = await server.app.inject({
    url: `/sessions/${race}`,
    headers: { accept: 'text/html' },
  })
  const [, link = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(page.body) ?? []
  const { pathname, search } = new URL(link.replaceAll('&amp;', '&'))
  const found = (await server.app.inject(pathname + search)).json()
  assert.equal(found.type, 'rich')
  assert.match(found.html, new RegExp(`^<iframe src="${site}/embed/sessions/${race}" title="`))
  assert.doesNotMatch(found.html, /<b>|"&'/)
  assert.deepEqual([found.width, found.height], [640, 900])
  assert.equal(found.thumbnail_width, 1200)

  const small = (await ask(`${site}/seasons/${season}`, '&maxwidth=320&maxheight=200')).json()
  assert.deepEqual([small.width, small.height, small.thumbnail_url], [320, 200, undefined])
  const look = `${site}/embed/seasons/${season}/teams?theme=light&accent=%22%3E&x=1`
  const { html } = (await ask(look)).json()
  assert.ok(html.includes(`src="${site}/embed/seasons/${season}/teams?theme=light"`), html)

  const others = [
    `https://elsewhere.example/seasons/${season}`,
    `${site}/seasons/${UNKNOWN}`,
    `${site}/leagues/${UNKNOWN}`,
    `javascript:alert(1)//pitboard.example/sessions/${race}`,
    'x',
  ]
  for (const url of others) assert.equal((await ask(url)).statusCode, 404, url)
  const xml = await ask(`${site}/sessions/${race}`, '&format=xml')
  assert.deepEqual([xml.statusCode, xml.json().type], [501, '/problems/not-offered'])
  const twice = await ask(`${site}/sessions/${race}`, '&maxwidth=1&maxwidth=2')
  assert.equal(twice.statusCode, 400)
  assert.equal((await ask(`${site}/sessions/${race}`, '&dnt=1')).statusCode, 200)
  assert.equal((await ask(`${site}/sessions/${race}`, '&maxwidth=-1')).statusCode, 400)
  assert.equal((await server.app.inject('/oembed')).statusCode, 400)
})

test('oEmbed does not know a private season', async (t) => {
  const server = await openSite(t)
  const url = `https://pitboard.example/seasons/${await insertSeason(server, false)}`
  const answer = await server.app.inject(`/oembed?url=${encodeURIComponent(url)}`)
  assert.equal(answer.statusCode, 404)
  assert.doesNotMatch(answer.body, /Winter Cup/)
})
