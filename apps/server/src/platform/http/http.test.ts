import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { fastifyPath } from '../../accounts/access/route.ts'
import { openAccount } from '../../testing/account.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const PAGE = '<!doctype html><html lang="en"><head></head><main>built</main></html>'
const SCRIPT = 'console.log("lights out")'
const AS_PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let webFolder: string
let server: TestServer
before(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'pitboard-web-'))
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), PAGE)
  writeFileSync(join(webFolder, 'assets/index-abc123.js'), SCRIPT)
  writeFileSync(join(webFolder, 'assets/index-abc123.js.br'), brotliCompressSync(SCRIPT))
  server = await openTestServer({ webFolder })
})
after(async () => {
  await server.close()
  rmSync(webFolder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers })

test('every endpoint of the contract is mounted', () => {
  const missing = allEndpoints()
    .filter(({ method, path }) => !server.app.hasRoute({ method, url: fastifyPath(path) }))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(missing, [])
})

test('404: an unknown address of the API is a problem, even for a browser', async () => {
  for (const path of ['/api', '/api/Nothing', '/api/Sessions/x/y', '/assets/gone.js']) {
    const answer = await get(`${path}?key=secret`, path.startsWith('/api') ? AS_PAGE : {})
    assert.equal(answer.statusCode, 404, path)
    assert.deepEqual([answer.json().status, answer.json().instance], [404, path])
  }
  const wrongMethod = await server.app.inject({ method: 'DELETE', url: '/live', headers: AS_PAGE })
  assert.equal(wrongMethod.statusCode, 404)
})

test('405: a path of the API says what it takes instead of a wrong method', async () => {
  for (const [method, url, allowed] of [
    ['PUT', '/api/Seasons', 'GET, HEAD, PATCH, POST'],
    ['POST', '/api/League/x?key=secret', 'DELETE, GET, HEAD, PATCH'],
  ] as const) {
    const { statusCode, headers, json } = await server.app.inject({ method, url })
    assert.deepEqual([statusCode, headers['allow']], [405, allowed], url)
    assert.match(headers['content-type'] ?? '', /^application\/problem\+json/)
    assert.deepEqual([json().status, json().instance], [405, url.split('?')[0]])
  }
})

test('404: the folder of the hashed files is nothing that can be read', async () => {
  for (const path of ['/assets', '/assets/', '/assets/%2e/', '/assets/./']) {
    const { statusCode } = await get(path)
    assert.equal(statusCode, 404, path)
  }
})

test('400: an invalid address is answered with a problem too', async () => {
  const { statusCode, json } = await get('/api/Sessions/%zz')
  assert.deepEqual([statusCode, json().status], [400, 400])
})

test("a page's address answers with the web app, which browsers revalidate each time", async () => {
  for (const path of ['/', '/live', '/search/x?y=1', '/x?y=1']) {
    const { statusCode, headers, body } = await get(path, AS_PAGE)
    assert.equal(statusCode, path.startsWith('/x') ? 404 : 200, path)
    assert.match(body, /<main>built<\/main>/)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.match(headers['content-type'] ?? '', /text\/html/)
  }
})

test('hashed files are cached permanently and sent compressed as they were built', async () => {
  const plain = await get('/assets/index-abc123.js')
  assert.equal(plain.body, SCRIPT)
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  const small = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br' })
  assert.equal(small.headers['content-encoding'], 'br')
  assert.match(small.headers['content-type'] ?? '', /javascript/)
  assert.deepEqual(small.rawPayload, brotliCompressSync(SCRIPT))
  for (const path of ['../../package.json', '..%2findex.html', '..%2f..%2fpackage.json']) {
    assert.equal((await get(`/assets/${path}`)).statusCode, 404, path)
  }
})

test('without a built web app a page says how to build it', async (t) => {
  const other = await openTestServer({ webFolder: join(webFolder, 'nothing') })
  t.after(() => other.close())
  const { statusCode, body } = await other.app.inject({ url: '/live', headers: AS_PAGE })
  assert.equal(statusCode, 200)
  assert.match(body, /npm run build/)
})

test('every answer has the security headers and an id of its own', async () => {
  const first = (await get('/', AS_PAGE)).headers
  assert.match(String(first['content-security-policy']), /default-src 'self'/)
  assert.equal(first['x-content-type-options'], 'nosniff')
  assert.equal(first['access-control-allow-origin'], undefined)
  const second = (await get('/api/Sessions')).headers
  assert.ok(second['x-request-id'])
  assert.notEqual(first['x-request-id'], second['x-request-id'])
})

test('only answers over TLS have Strict-Transport-Security', async (t) => {
  const other = await openTestServer({ env: { PUBLIC_URL: 'https://pitboard.example' } })
  t.after(() => other.close())
  const answers = [server, other].map(({ app }) => app.inject({ url: '/api/Site' }))
  const headers = (await Promise.all(answers)).map(
    ({ headers }) => headers['strict-transport-security'],
  )
  assert.deepEqual(headers, [undefined, 'max-age=31536000'])
})

test('an empty body with the type JSON counts as absent: a call without a body succeeds, one with a body gets a 400', async () => {
  const headers = { 'content-type': 'application/json' }
  const id = server.context.newId()
  const register = `/api/LiveSession/register/${id}?key=wrong`
  for (const useTcp of ['true', 'True', 'FALSE']) {
    const url = `${register}&useTcp=${useTcp}`
    const { statusCode } = await server.app.inject({ method: 'POST', url, headers })
    assert.equal(statusCode, 401, useTcp)
  }
  const url = `/api/Sessions/${id}`
  const deleted = await server.app.inject({ method: 'DELETE', url, headers })
  assert.equal(deleted.statusCode, 401)
  const { accessToken } = await openAccount(server.context)
  const needed = await server.app.inject({
    method: 'POST',
    url: '/api/League',
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
  })
  assert.equal(needed.statusCode, 400)
  assert.equal(needed.json().errors[0].path, 'body')
})

test('pages of any origin may call the API', async () => {
  const { headers } = await get('/api/Sessions', { origin: 'https://elsewhere.example' })
  assert.equal(headers['access-control-allow-origin'], '*')
  const preflight = await server.app.inject({
    method: 'OPTIONS',
    url: '/api/Sessions',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.statusCode, 204)
  assert.match(String(preflight.headers['access-control-allow-methods']), /POST/)
  assert.match(String(preflight.headers['access-control-allow-headers']), /authorization/)
})

test('/metrics counts requests by route, status and method, never by address', async () => {
  await get('/api/Sessions?page=1')
  await get('/api/Sessions/0190a000-0000-7000-8000-000000000000')
  const { body, headers } = await get('/metrics', { apikey: server.context.keys.serviceKey })
  assert.match(headers['content-type'] ?? '', /text\/plain/)
  assert.match(
    body,
    /pitboard_http_request_seconds_count\{method="GET",route="\/api\/Sessions\/:id",status="404"\} \d/,
  )
  assert.match(body, /process_resident_memory_bytes \d/)
  assert.doesNotMatch(body, /0190a000/)
})

test('/healthz answers while it can serve, /readyz says when the database is gone', async (t) => {
  const database = await openTestDatabase()
  const other = await openTestServer({ database })
  t.after(() => other.close())
  const status = async (path: string) => (await fetch(other.url + path)).status
  assert.deepEqual([await status('/healthz'), await status('/readyz')], [200, 200])
  await database.close()
  // The server asks for it once a second at most.
  while ((await status('/readyz')) === 200) await status('/healthz')
  assert.deepEqual([await status('/healthz'), await status('/readyz')], [200, 503])
  const answer = await fetch(`${other.url}/readyz`)
  assert.doesNotMatch(await answer.text(), /database|postgres/i)
})

test('many probes ask the database once a second at most', async (t) => {
  const database = await openTestDatabase()
  const other = await openTestServer({ database })
  t.after(() => other.close())
  const nowMs = performance.now() + 60_000
  t.mock.method(performance, 'now', () => nowMs)
  const ready = async () => (await other.app.inject('/readyz')).statusCode
  assert.equal(await ready(), 200)
  await database.close()
  // Within the same second nobody asks again.
  const answers = await Promise.all(Array.from({ length: 50 }, ready))
  assert.deepEqual(new Set(answers), new Set([200]))
})

test('/metrics is for the service key alone', async () => {
  const { serviceKey, anonKey } = server.context.keys
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(server.url + path, { headers })).status
  assert.equal(await status('/metrics', {}), 401)
  assert.equal(await status('/metrics', { apikey: anonKey }), 401)
  assert.equal(await status('/metrics', { authorization: `Bearer ${serviceKey}x` }), 401)
  // A key in an address ends up in logs.
  assert.equal(await status(`/metrics?apikey=${serviceKey}`, {}), 401)
  assert.equal(await status('/metrics', { apikey: serviceKey }), 200)
  assert.equal(await status('/metrics', { authorization: `Bearer ${serviceKey}` }), 200)
})

test('pages connect to this server alone, and have no powers that they do not use', async (t) => {
  const { headers } = await get('/')
  assert.match(String(headers['content-security-policy']), /connect-src 'self';/)
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  const permissions = String(headers['permissions-policy'])
  assert.match(permissions, /camera=\(\)/)
  assert.doesNotMatch(permissions, /wake-lock|fullscreen|publickey/)
  const named = await openTestServer({
    env: { PUBLIC_URL: 'https://pit.example', AUTH_URL: '' },
  })
  t.after(() => named.close())
  const policy = (await named.app.inject('/')).headers['content-security-policy']
  assert.match(String(policy), /connect-src 'self' https:\/\/pit\.example wss:\/\/pit\.example;/)
})
