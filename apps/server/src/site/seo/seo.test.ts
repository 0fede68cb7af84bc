import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { sql } from 'kysely'
import { openAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { insertNamed, insertRace, openSite } from '../pages/a-site.fixture.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function locationsOf(xml: string): string[] {
  return Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, location = '']) => location)
}

test('robots.txt lists what to leave out and where the sitemap is', async (t) => {
  const server = await openSite(t)
  const { body, headers } = await server.app.inject('/robots.txt')
  assert.match(headers['content-type'] ?? '', /^text\/plain/)
  assert.match(body, /^User-agent: \*\nDisallow: \/dashboard\n/)
  assert.match(body, /^Sitemap: https:\/\/pitboard\.example\/sitemap\.xml$/m)
})

test('the sitemap lists the public pages and every recorded session', async (t) => {
  const server = await openSite(t)
  const id = await insertRace(server, await insertNamed(server, 'Flow'))
  const { body, headers } = await server.app.inject('/sitemap.xml')
  assert.match(headers['content-type'] ?? '', /^application\/xml/)
  assert.ok(body.includes(`<urlset xmlns="${NAMESPACE}">`))
  const paths = locationsOf(body).map((address) => address.replace('https://pitboard.example', ''))
  assert.deepEqual(paths, [
    '/',
    '/live',
    '/records',
    '/leagues',
    '/faq',
    '/guides',
    '/guides/game',
    '/guides/league',
    '/guides/stewarding',
    '/guides/broadcasting',
    '/tos',
    '/privacy',
    '/impressum',
    `/sessions/${id}`,
  ])
  for (const path of paths) {
    const { statusCode } = await server.app.inject({ url: path, headers: { accept: 'text/html' } })
    assert.equal(statusCode, 200, path)
  }
})

test('what is made private leaves the sitemap at once, and caches soon', async (t) => {
  const server = await openSite(t)
  const owner = await openAccount(server.context, { username: 'Organiser' })
  const call = createCall(() => server)
  const season = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json().id
  const league = (await call('POST /api/League', { as: owner, body: { name: 'Club' } })).json().id
  await call(`POST /api/League/${league}/seasons/${season}`, { as: owner })
  const isListed = async () => {
    const { body, headers } = await server.app.inject('/sitemap.xml')
    const [, seconds] = /max-age=(\d+)/.exec(String(headers['cache-control'])) ?? []
    assert.ok(Number(seconds) <= 600)
    return [`/leagues/${league}`, `/seasons/${season}`].map((path) => body.includes(path))
  }
  const setPublic = (isPublic: boolean) =>
    call(`PATCH /api/League/${league}`, { as: owner, body: { isPublic } })
  assert.equal((await setPublic(true)).statusCode, 200)
  assert.deepEqual(await isListed(), [true, true])
  await setPublic(false)
  assert.deepEqual(await isListed(), [false, false])
  await setPublic(true)
  assert.deepEqual(await isListed(), [true, true])
})

onlyInLongRun(() => {
  test('more pages than one sitemap may hold are spread over several', async (t) => {
    const server = await openSite(t)
    const userId = await insertNamed(server, 'Flow')
    await insertRace(server, userId)
    const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'session' and is_identity = 'NO' order by 1`.execute(server.context.db)
    const names = columns.rows.map(({ name }) => name)
    const values = names.map((name) =>
      name === 'id' ? 'gen_random_uuid()' : name === 'game_session_id' ? 'n::text' : name,
    )
    await sql`insert into session (${sql.raw(names.join())}) select ${sql.raw(values.join())}
    from session, generate_series(1, 50500) n`.execute(server.context.db)

    const index = locationsOf((await server.app.inject('/sitemap.xml')).body)
    assert.deepEqual(
      index,
      [1, 2].map((part) => `https://pitboard.example/sitemap-${part}.xml`),
    )
    const parts = await Promise.all(index.map((url) => server.app.inject(new URL(url).pathname)))
    const counts = parts.map(({ body }) => locationsOf(body).length)
    assert.ok(counts.every((count) => count <= 50_000))
    assert.equal(new Set(parts.flatMap(({ body }) => locationsOf(body))).size, 50_501 + 8)
    assert.equal((await server.app.inject('/sitemap-3.xml')).statusCode, 404)
    assert.equal((await server.app.inject('/sitemap-0.xml')).statusCode, 404)
  })
})
