import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import type { TestServer } from '../../testing/server.ts'
import { goLive, insertNamed, insertRace, openSite } from './a-site.fixture.ts'

const race = createRace({ seed: 3, laps: 2, cars: 4, rateHz: 10, trackId: 22 })
const AS_PAGE = { accept: 'text/html' }
const NASTY = `<b>"&'`

function get(server: TestServer, url: string, headers: Record<string, string> = {}) {
  return server.app.inject({ url, headers: { ...AS_PAGE, ...headers } })
}

/** Returns the value of a tag's `content`, or its text, as it stands in the page. */
function valueOf(html: string, name: string): string | undefined {
  if (name === 'title') return /<title>([^<]*)<\/title>/.exec(html)?.[1]
  if (name === 'canonical') return /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
}

test('a program that takes anything, or does not say, gets the page; a lost file is a problem', async (t) => {
  const server = await openSite(t)
  const id = await insertRace(server, await insertNamed(server, 'Flow'))
  for (const headers of [{ accept: '*/*' }, {}]) {
    const page = await server.app.inject({ url: `/sessions/${id}`, headers })
    assert.equal(page.statusCode, 200)
    assert.match(valueOf(page.body, 'title') ?? '', /^Silverstone Race/)
    const lost = await server.app.inject({ url: '/assets/gone.js', headers })
    assert.equal(lost.statusCode, 404)
    assert.match(lost.headers['content-type'] ?? '', /problem/)
  }
})

test('a recorded session says who won what, where and when, in the language of the reader', async (t) => {
  const server = await openSite(t)
  const id = await insertRace(server, await insertNamed(server, 'Flow'))
  const { statusCode, body } = await get(server, `/sessions/${id}`)
  assert.equal(statusCode, 200)
  assert.equal(valueOf(body, 'title'), 'Silverstone Race, 5 July 2026: Ann wins · Pitboard')
  assert.equal(
    valueOf(body, 'description'),
    '3 drivers. Ann wins ahead of Bob and Cleo. Every lap, stint, pit stop and penalty, recorded by Flow.',
  )
  assert.equal(valueOf(body, 'canonical'), `https://pitboard.example/sessions/${id}`)
  assert.equal(valueOf(body, 'og:image'), `https://pitboard.example/og/session/${id}.png`)
  assert.equal(valueOf(body, 'robots'), undefined)
  assert.doesNotMatch(body, /What the built page says/)
  assert.ok(body.indexOf('<meta charset') < 100)
  assert.match(
    body,
    /<html lang="en"[\s\S]*<script type="module" fetchpriority="low" src="\/assets\/index-1.js">/,
  )

  const german = await get(server, `/sessions/${id}`, { 'accept-language': 'de-AT,en;q=0.5' })
  assert.equal(
    valueOf(german.body, 'title'),
    'Silverstone Rennen, 5. Juli 2026: Ann gewinnt · Pitboard',
  )
  assert.match(german.body, /<html lang="de"/)
})

test('names are text in the page, whatever they hold', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, NASTY)
  const id = await insertRace(server, userId, { names: [NASTY], over: { userName: NASTY } })
  for (const path of [
    `/sessions/${id}`,
    `/liveUser/${userId}`,
    `/user/${userId}`,
    `/search/${encodeURIComponent(NASTY)}`,
  ]) {
    const { statusCode, body } = await get(server, path)
    assert.equal(statusCode, 200, path)
    assert.doesNotMatch(body, /<b>|"&'/, path)
    assert.match(valueOf(body, 'og:title') ?? '', /&lt;b&gt;&quot;&amp;&#39;/, path)
  }
})

test('a name that turns text around turns nothing around that is not its own', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow\u202e\u2067')
  const { body } = await get(server, `/user/${userId}`)
  assert.equal(valueOf(body, 'title'), 'Flow · Pitboard')
})

test('a user’s page and their waiting page have their picture and one address', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  for (const prefix of ['/user/', '/liveUser/']) {
    const { body } = await get(server, prefix + userId.toUpperCase())
    assert.equal(valueOf(body, 'og:image'), `https://pitboard.example/og/user/${userId}.png`)
    assert.equal(valueOf(body, 'canonical'), `https://pitboard.example${prefix}${userId}`)
  }
})

test('a page may run the script within it, by its hash, and no other', async (t) => {
  const server = await openSite(t)
  const { body, headers } = await get(server, '/')
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(body) ?? []
  assert.match(script, /dataset\.theme/)
  const hash = createHash('sha256').update(script).digest('base64')
  const directives = String(headers['content-security-policy']).split('; ')
  assert.ok(directives.includes(`script-src 'self' 'sha256-${hash}'`), directives.join('\n'))
  const api = await server.app.inject('/api/Site')
  assert.doesNotMatch(String(api.headers['content-security-policy']), /script-src/)
})

test('the landing page fetches its race beside its code: the lists, the newest race, and while somebody drives what follows it', async (t) => {
  const server = await openSite(t)
  const fetched = async () =>
    Array.from(
      (await get(server, '/')).body.matchAll(/href="(\/api\/[^"]*)" as="fetch"/g),
      ([, path]) => path,
    )
  const lists = ['/api/LiveSession/all', '/api/Sessions?page=1&amp;pageSize=6']
  assert.deepEqual(await fetched(), lists)
  const id = await insertRace(server, await insertNamed(server, 'Ann'))
  assert.deepEqual(await fetched(), [...lists, `/api/Sessions/${id}`])
  const list = /<link rel="preload" href="\/api\/LiveSession\/all" as="fetch" crossorigin \/>/
  const followed = /href="\/assets\/live-socket-1.js"/
  const before = await get(server, '/')
  assert.match(before.body, list)
  assert.doesNotMatch(before.body, followed)
  await goLive(server, await insertNamed(server, 'Flow'), race.datagrams())
  await comesToBe(async () => followed.test((await get(server, '/')).body), true)
  assert.doesNotMatch((await get(server, '/live')).body, list)
})

test('the page of a live session names the leader; once it is over it names the result', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  const session = await goLive(server, userId, race.datagrams())
  for (const path of [`/live/${session.id}`, `/liveUser/${userId}`]) {
    const { statusCode, body } = await get(server, path)
    assert.equal(statusCode, 200)
    assert.match(
      valueOf(body, 'title') ?? '',
      new RegExp(`^${session.trackName} Race live: .+ leads`),
    )
    assert.match(valueOf(body, 'description') ?? '', /4 drivers\. .+Flow&#39;s session/)
    assert.equal(valueOf(body, 'og:image'), `https://pitboard.example/og/live/${session.id}.png`)
    assert.equal(valueOf(body, 'robots'), undefined)
    assert.match(body, /<link rel="modulepreload" fetchpriority="low" href="\/assets\/live-1.js"/)
    assert.match(body, /<link rel="modulepreload" fetchpriority="low" href="\/assets\/shared-1.js"/)
    assert.match(body, /<link rel="preload" href="\/assets\/shared-1.css" as="style"/)
  }
  const recorded = await insertRace(server, userId)
  const over = await get(server, `/live/${recorded}`)
  assert.match(valueOf(over.body, 'title') ?? '', /Ann wins/)
  assert.equal(valueOf(over.body, 'canonical'), `https://pitboard.example/sessions/${recorded}`)
})

test('404 with a page for unknown paths and for ids that do not exist', async (t) => {
  const server = await openSite(t)
  const id = server.context.newId()
  const paths = ['live', 'liveUser', 'sessions', 'user', 'leagues', 'seasons'].flatMap((noun) => [
    `/${noun}/${id}`,
    `/${noun}/x`,
  ])
  for (const path of [...paths, '/404', '/nothing', '/constructor', '/search/']) {
    const { statusCode, body } = await get(server, path)
    assert.equal(statusCode, 404, path)
    assert.equal(valueOf(body, 'title'), 'Page not found · Pitboard', path)
    assert.equal(valueOf(body, 'robots'), 'noindex', path)
  }
})

test('a page is painted before its scripts are there: with its subject, or with its own heading', async (t) => {
  const server = await openSite(t)
  const landing = await get(server, '/')
  assert.match(
    landing.body,
    /<div id="root"><div[^>]*><h1[^>]*>Your races, live on the web<\/h1><p/,
  )
  const german = await get(server, '/', { 'accept-language': 'de' })
  assert.match(german.body, /<h1[^>]*>Deine Rennen, live im Netz<\/h1>/)
  const live = await get(server, '/live')
  assert.match(live.body, /<div id="root"><div[^>]*><h1[^>]*>Live races<\/h1><p/)
})

test('a percent sign that encodes nothing is text, in a search and in any other address', async (t) => {
  const server = await openSite(t)
  for (const typed of ['%zz', '100%', '%ff', '%E2%82', 'a%2Fb%']) {
    const { statusCode, headers, body } = await get(server, `/search/${typed}?q=%`)
    assert.equal(statusCode, 200, typed)
    assert.match(String(headers['content-type']), /^text\/html/)
    const searched = typed.replace('%2F', '/')
    assert.equal(valueOf(body, 'title'), `Search: ${searched} · Pitboard`)
  }
  for (const path of ['/%zz', '/sessions/%', '/%ff/live']) {
    const { statusCode, body } = await get(server, path)
    assert.equal(statusCode, 404, path)
    assert.equal(valueOf(body, 'title'), 'Page not found · Pitboard', path)
  }
  assert.equal((await get(server, '/api/Sessions/%zz')).statusCode, 400)
})

test('every page of the specification without an id is found, under words of its own', async (t) => {
  const server = await openSite(t)
  const open = ['/', '/live', '/leagues', '/faq', '/tos', '/privacy', '/impressum']
  const closed = [
    '/downloadInfo',
    '/login',
    '/signup',
    '/resetPassword',
    '/resetPasswordConfirm',
    ...['', '/profileInit', '/settings', '/sessions', '/leagues', '/leagues/create'].map(
      (path) => `/dashboard${path}`,
    ),
    '/dashboard/seasons',
    '/dashboard/seasons/create',
    '/dashboard/seasons/x/edit',
    '/search/a%2Fb%20%25%F0%9F%8F%81',
  ]
  const titles = new Map<string, string>()
  for (const path of [...open, ...closed]) {
    const { statusCode, body } = await get(server, `${path}?redirect=x`)
    assert.equal(statusCode, 200, path)
    assert.equal(valueOf(body, 'robots'), open.includes(path) ? undefined : 'noindex', path)
    assert.equal(valueOf(body, 'canonical'), `https://pitboard.example${path}`)
    assert.equal(valueOf(body, 'og:image'), 'https://pitboard.example/og/default.png')
    const title = valueOf(body, 'title') ?? ''
    assert.equal(titles.get(title), undefined, `${path} and ${titles.get(title)}: ${title}`)
    titles.set(title, path)
  }
  const home = await get(server, '/home')
  assert.equal(valueOf(home.body, 'canonical'), 'https://pitboard.example/')
})

test('who has a page gets 304 until something about it changes', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  const id = await insertRace(server, userId)
  const first = await get(server, `/sessions/${id}`, { 'accept-encoding': 'gzip' })
  assert.equal(first.headers['content-encoding'], 'gzip')
  assert.equal(first.headers['cache-control'], 'no-cache')
  const etag = String(first.headers['etag'])
  assert.equal((await get(server, `/sessions/${id}`, { 'if-none-match': etag })).statusCode, 304)
  const german = { 'if-none-match': etag, 'accept-language': 'de' }
  assert.equal((await get(server, `/sessions/${id}`, german)).statusCode, 200)
})

test('the overlay of a stream has a page of its own, which only pages of the site may frame', async (t) => {
  const server = await openSite(t)
  const userId = await insertNamed(server, 'Flow')
  for (const path of [`/live/${userId}/overlay`, `/liveUser/${userId}/overlay/`]) {
    const { statusCode, body, headers } = await get(server, `${path}?rows=5`)
    assert.equal(statusCode, 200, path)
    assert.match(body, /src="\/assets\/overlay-1.js"/)
    assert.equal(valueOf(body, 'title'), 'Stream overlay · Pitboard')
    assert.equal(valueOf(body, 'robots'), 'noindex')
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
  }
  const { headers } = await get(server, `/liveUser/${userId}`)
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  for (const path of ['/live/x/overlay', '/live/overlay', `/user/${userId}/overlay`]) {
    assert.equal((await get(server, path)).statusCode, 404, path)
  }
})
