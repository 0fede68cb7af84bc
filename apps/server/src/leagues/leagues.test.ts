import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount, type TestAccount } from '../testing/account.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let owner: TestAccount
let other: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Organiser' })
  other = await openAccount(server.context, { username: 'Stranger' })
})
after(() => server.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, url: string, as?: TestAccount, payload?: object, headers = {}) =>
  server.app.inject({
    ...{ method, url },
    headers: { ...(as && { authorization: `Bearer ${as.accessToken}` }), ...headers },
    ...(payload && { payload }),
  })

test('smoke', async () => {
  const made = await call('POST', '/api/League', owner, { name: 'A', isPublic: true })
  assert.equal(made.statusCode, 200, made.body)
  const { id } = made.json()
  const list = await call('GET', '/api/League')
  assert.equal(list.statusCode, 200, list.body)
  assert.equal(list.json().count, 1)
  const season = await call('POST', '/api/Seasons', owner, { name: 'S' })
  assert.equal(season.statusCode, 200, season.body)
  const added = await call('POST', `/api/League/${id}/seasons/${season.json().id}`, owner)
  assert.equal(added.statusCode, 204, added.body)
  const all = await call('GET', '/api/Seasons')
  assert.equal(all.json().totalElements, 1, all.body)
  const found = await call('GET', '/api/League?search=a')
  assert.equal(found.json().count, 1, found.body)
  const no = await call('PATCH', '/api/Seasons', other, { id: season.json().id, name: 'x' })
  assert.equal(no.statusCode, 401)
  const patched = await call('PATCH', `/api/League/${id}`, owner, { name: 'Öäü "x"' })
  assert.equal(patched.statusCode, 200, patched.body)
})
