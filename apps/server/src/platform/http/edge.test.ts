import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Ann' })
})
after(() => server.close())
const call = createCall(() => server)

/** Returns an address of the endpoint with ids that nobody has. */
function addressOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, () => server.context.newId())
}

const sendText = (what: string, payload: string | Buffer) => {
  const [method = 'POST', url = '/'] = what.split(' ')
  return server.app.inject({
    method: method === 'PATCH' ? 'PATCH' : 'POST',
    url,
    payload,
    headers: {
      authorization: `Bearer ${owner.accessToken}`,
      'content-type': 'application/json',
    },
  })
}

test('401 comes before any look at the body, the query or the path', async () => {
  const guarded = allEndpoints().filter(({ auth = 'public' }) => !/public|optional/.test(auth))
  assert.ok(guarded.length > 40)
  for (const { method, path } of guarded) {
    const { statusCode, headers, json } = await server.app.inject({
      method,
      url: `${path.replaceAll(/\{\w+\}/g, 'no-id')}?nonsense=1`,
      payload: '{"damaged": [[[',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(statusCode, 401, `${method} ${path}`)
    assert.equal(headers['www-authenticate'], 'Bearer realm="Pitboard"')
    assert.match(json().type, /^\/problems\/(not-signed-in|invalid-recorder-key)$/)
  }
})

test('a token or key that is not valid is refused by every call, public ones included', async () => {
  for (const { method, path, webSocket } of allEndpoints()) {
    if (webSocket) continue
    for (const token of ['a.b.c', 'pb_wrong', '"quoted"']) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await server.app.inject({ method, url: addressOf(path), headers })
      assert.equal(answer.statusCode, 401, `${method} ${path} ${token}`)
      const challenge = 'Bearer realm="Pitboard", error="invalid_token"'
      assert.equal(answer.headers['www-authenticate'], challenge)
      assert.doesNotMatch(answer.json().detail, /JWT|Header|pattern/)
    }
  }
})

test('the anonymous key, and schemes that are not ours, count as not signed in', async () => {
  for (const authorization of [`Bearer ${server.context.keys.anonKey}`, 'Basic dXNlcjpwYXNz']) {
    const headers = { authorization }
    assert.equal((await call('GET /api/Sessions', { headers })).statusCode, 200)
    assert.equal((await call('GET /api/League', { headers })).statusCode, 200)
    assert.equal((await call('GET /api/Sessions/user', { headers })).statusCode, 401)
  }
})

test('every call refuses query parameters that it does not know, by name', async () => {
  for (const { method, path, body, webSocket } of allEndpoints()) {
    // A body that is missing is reported before the query.
    if (webSocket || body || path.includes('/register/')) continue
    const answer = await call(`${method} ${addressOf(path)}?colour=red`, { as: owner })
    assert.equal(answer.statusCode, 400, `${method} ${path}`)
    const errors: { path: string; message: string }[] = answer.json().errors
    const named = errors.some((error) => error.path === 'query/colour')
    // If a path has wrong values, only the path is reported.
    assert.ok(named || errors[0]?.path.startsWith('path/'), `${method} ${path}`)
  }
})

test('a parameter in another spelling names the right one; one that comes twice is refused', async () => {
  for (const [query, path, message] of [
    ['trackIds=22', 'query/trackIds', 'is not known; use TrackIds'],
    ['TrackIds[]=22', 'query/TrackIds[]', 'is not known; use TrackIds'],
    ['trackids[0]=22', 'query/trackids[0]', 'is not known; use TrackIds'],
    ['page=1&page=2', 'query/page', 'must be given only once'],
    ['pageSize=%00', 'query/pageSize', 'holds a character that can’t be stored'],
  ]) {
    const answer = await call(`GET /api/Sessions/currentUser?${query}`, { as: owner })
    assert.equal(answer.statusCode, 400, query)
    assert.deepEqual(answer.json().errors, [{ path, message }])
  }
})

test('members that a call does not know are refused by name, nested ones too', async () => {
  const league = (await call('POST /api/League', { as: owner, body: { name: 'A' } })).json()
  const season = (await call('POST /api/Seasons', { as: owner, body: { name: 'A' } })).json()
  for (const [what, body, path, message = 'is not known'] of [
    ['PATCH /api/Seasons', { id: season.id, title: 'B' }, 'body/title'],
    ['PATCH /api/Seasons', { id: season.id, Name: 'B' }, 'body/Name', 'is not known; use name'],
    [`PATCH /api/League/${league.id}`, { ownerId: owner.userId }, 'body/ownerId'],
    [`POST /api/Seasons/${season.id}/events`, { track: 1, laps: 5 }, 'body/laps'],
    [`PATCH /api/Seasons/${season.id}/events`, { events: [{ track: 1, x: 1 }] }, 'body/events/0/x'],
    [`DELETE /api/Seasons/${season.id}`, { force: true }, 'body/force'],
    ['POST /api/League', { name: 'A', constructor: { prototype: 1 } }, 'body/constructor'],
  ] as const) {
    const answer = await call(what, { as: owner, body })
    assert.equal(answer.statusCode, 400, what)
    assert.deepEqual(answer.json().errors, [{ path, message }])
  }
})

test('400: half a surrogate pair, a zero character and bytes that are no UTF-8', async () => {
  const cases: [payload: string | Buffer, path: string][] = [
    ['{"name":"a\\ud800"}', 'body/name'],
    ['{"name":"\\udc00a"}', 'body/name'],
    ['{"name":"a\\u0000"}', 'body/name'],
    ['{"name":"A","description":"x\\uD83Dx"}', 'body/description'],
    ['{"na\\u0000me":"A"}', 'body/na\0me'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'body'],
    ['{"name":"A","__proto__":{"isPublic":true}}', 'body/__proto__'],
  ]
  for (const [payload, path] of cases) {
    const answer = await sendText('POST /api/League', payload)
    assert.equal(answer.statusCode, 400, String(payload))
    assert.equal(answer.json().errors[0].path, path)
  }
  const emoji = await sendText('POST /api/League', '{"name":"\\ud83c\\udfce"}')
  assert.equal(emoji.statusCode, 200)
})

test('400: JSON that nests deep is refused before it is parsed', async () => {
  const answer = await sendText('POST /api/League', `{"name":${'['.repeat(1_900_000)}`)
  assert.equal(answer.statusCode, 400)
  assert.match(answer.json().detail, /nests deeper/)
})

/** Returns an object of that many members that no call knows. */
function members(count: number): string {
  return `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`
}

test('400: JSON of more values than the call takes is refused before it is parsed', async () => {
  for (const [what, count, detail] of [
    ['POST /api/League', 600_000, /has more than 10000 values/],
    ['POST /api/Sessions', 300_000, /has more than 100000 values/],
    ['POST /api/Sessions', 20_000, /is not known/],
  ] as const) {
    const answer = await sendText(what, members(count))
    assert.equal(answer.statusCode, 400, what)
    assert.match(answer.body, detail)
  }
})

test('30,000 wrong items are answered with twenty errors at most', async () => {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'A' } })).json()
  const laps = Array.from({ length: 30_000 }, () => ({ lapTime: 'x' }))
  const wrong = { trackId: 1, sessionType: 10, sessionStartTime: '2026-01-01T00:00:00Z' }
  for (const [what, body] of [
    ['POST /api/Sessions', { ...wrong, drivers: [{ lapTimes: laps.slice(0, 200), name: 5 }] }],
    ['POST /api/Sessions', { ...wrong, drivers: laps }],
    ['POST /api/Sessions', Object.fromEntries(laps.map((_, at) => [`m${at}`, at]))],
    [`POST /api/Seasons/${id}/aliases/dismiss`, { names: laps.slice(0, 60).map(() => 'same') }],
  ] as const) {
    const answer = await call(what, { as: owner, body })
    assert.equal(answer.statusCode, 400, what)
    const { errors } = answer.json()
    assert.ok(errors.length > 0 && errors.length <= 20, String(errors.length))
  }
})

test('413: a body above 64 kB, unless the call says that it takes more', async () => {
  const season = await sendText('POST /api/Seasons', JSON.stringify({ name: 'x'.repeat(66_000) }))
  assert.deepEqual([season.statusCode, season.json().type], [413, '/problems/too-large'])
  const league = await sendText('POST /api/League', JSON.stringify({ name: 'x'.repeat(66_000) }))
  assert.equal(league.statusCode, 400)
})
