import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { endpointTable } from '@pitboard/contract/wire/endpoint'
import { Instant, nullable, Uuid } from '@pitboard/contract/wire/schema'
import { ApiError } from '../../platform/http/api-error.ts'
import { createHttp } from '../../http-server.ts'
import { route, webSocketRoute } from './route.ts'
import { openAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const drivers = endpointTable({
  find: {
    method: 'GET',
    path: '/api/drivers/{id}',
    summary: 'One',
    params: Type.Object({ id: Uuid }),
    query: Type.Object({
      isHuman: Type.Optional(Type.Boolean({ default: true })),
      minSpeed: Type.Optional(Type.Number()),
      team: Type.Optional(Type.Array(Type.String())),
    }),
    response: Type.Object({ echo: Type.Unknown(), bornAt: nullable(Instant) }),
  },
  create: {
    method: 'POST',
    path: '/api/drivers',
    summary: 'New',
    body: Type.Object({ name: Type.String({ minLength: 1 }), number: Type.Integer() }),
  },
  fail: {
    method: 'GET',
    path: '/api/drivers/fail',
    summary: 'A bug',
    query: Type.Object({ secret: Type.Optional(Type.String()) }),
  },
  watch: {
    method: 'GET',
    path: '/api/drivers/ws/{id}',
    summary: 'Follow',
    webSocket: true,
    params: Type.Object({ id: Uuid }),
  },
  mine: {
    method: 'GET',
    path: '/api/drivers/mine',
    summary: 'Mine',
    auth: 'user',
    scope: 'none',
    response: Type.Object({ userId: Uuid }),
  },
  some: {
    method: 'GET',
    path: '/api/drivers/some',
    summary: 'More for who is signed in',
    auth: 'optional',
    scope: 'none',
    response: Type.Object({ userId: nullable(Uuid) }),
  },
})

const ID = '0190a000-0000-7000-8000-000000000000'
const row = { bornAt: null, passwordHash: 'secret' }

let server: TestServer
let app: FastifyInstance
before(async () => {
  server = await openTestServer()
  app = createHttp(server.context)
  route(app, drivers.find, async ({ params, query }) => ({ ...row, echo: { params, query } }))
  route(app, drivers.create, async ({ body }) => {
    if (body.number === 17) throw new ApiError(409, 'Number 17 is not given any more.')
    return null
  })
  route(app, drivers.mine, async ({ user: { userId } }) => ({ userId }))
  route(app, drivers.some, async ({ user }) => ({ userId: user?.userId ?? null }))
  route(app, drivers.fail, async () => {
    throw new Error('select * from secrets')
  })
  webSocketRoute(app, drivers.watch)
})
after(async () => {
  await app.close()
  await server.close()
})

const create = (payload: object | string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/api/drivers', payload, headers: { 'content-type': type } })

const get = (name: string, token?: string) =>
  app.inject({
    url: `/api/drivers/${name}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

test('401: no token, the anonymous key, a forged or an expired token', async () => {
  const { keys } = server.context
  const expired = await keys.sign({ sub: ID, role: 'authenticated', exp: 1_700_000_000 })
  const [head = '', , signature = ''] = expired.split('.')
  const forged = [head, btoa(JSON.stringify({ sub: ID })), signature].join('.')
  const unsigned = [btoa('{"alg":"none"}'), btoa(JSON.stringify({ sub: ID })), ''].join('.')
  for (const token of [undefined, keys.anonKey, forged, unsigned, expired, 'a.b.c', 'x']) {
    const { statusCode, headers, json } = await get('mine', token)
    assert.equal(statusCode, 401, token)
    const reason = token === undefined ? '' : ', error="invalid_token"'
    assert.equal(headers['www-authenticate'], `Bearer realm="Pitboard"${reason}`)
    assert.equal(json().status, 401)
  }
  assert.equal((await get('some', forged)).statusCode, 401)
  assert.deepEqual((await get('some')).json(), { userId: null })
  assert.deepEqual((await get('some', keys.anonKey)).json(), { userId: null })
})

test('401: a token outlives neither its session nor its user nor a ban', async () => {
  const { db, keys, newId } = server.context
  const [userId, sessionId] = [newId(), newId()]
  await db.insertInto('auth.users').values({ id: userId }).execute()
  await db.insertInto('auth.sessions').values({ id: sessionId, user_id: userId }).execute()
  const exp = Math.floor(Date.now() / 1000) + 60
  const token = await keys.sign({ sub: userId, session_id: sessionId, exp })
  assert.deepEqual((await get('mine', token)).json(), { userId })
  assert.deepEqual((await get('some', token)).json(), { userId })

  const users = db.updateTable('auth.users').where('id', '=', userId)
  await users.set({ banned_until: new Date(Date.now() + 60_000) }).execute()
  assert.equal((await get('mine', token)).statusCode, 401)
  await users.set({ banned_until: null }).execute()
  assert.equal((await get('mine', token)).statusCode, 200)

  await db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
  assert.equal((await get('mine', token)).statusCode, 401)
  const withoutSession = await keys.sign({ sub: userId, exp })
  assert.equal((await get('mine', withoutSession)).statusCode, 200)
  await db.deleteFrom('auth.users').where('id', '=', userId).execute()
  assert.equal((await get('mine', withoutSession)).statusCode, 401)
})

test('401: a token that was valid before has expired since', async () => {
  let now = new Date()
  const timed = await openTestServer({ now: () => now })
  try {
    const { accessToken } = await openAccount(timed.context, { lifeSeconds: 60 })
    const read = () => {
      const headers = { authorization: `Bearer ${accessToken}` }
      return timed.app.inject({ url: '/api/OwnLaps/participation', headers })
    }
    assert.equal((await read()).statusCode, 200)
    now = new Date(now.getTime() + 59_000)
    assert.equal((await read()).statusCode, 200)
    now = new Date(now.getTime() + 2_000)
    assert.equal((await read()).statusCode, 401)
  } finally {
    await timed.close()
  }
})

test('400: a body must have the types of the contract, nothing is converted', async () => {
  const { statusCode, json } = await create({ name: '', number: '5' })
  assert.equal(statusCode, 400)
  const problem = json()
  assert.equal(problem.title, 'Bad Request')
  assert.deepEqual(
    problem.errors.map(({ path }: { path: string }) => path),
    ['body/name', 'body/number'],
  )
  const missing = (await create({ number: 5 })).json()
  assert.deepEqual(missing.errors, [{ path: 'body/name', message: 'is missing' }])
})

test('400: a body that is not JSON, 415: a body that does not say so', async () => {
  const broken = await create('{"name": ')
  assert.equal(broken.statusCode, 400)
  assert.equal(broken.json().status, 400)
  assert.equal((await create('name=x', 'text/plain')).statusCode, 415)
})

test('413: a body over the limit', async () => {
  const { statusCode, json } = await create({ name: 'x'.repeat(1_100_000), number: 1 })
  assert.deepEqual([statusCode, json().status], [413, 413])
})

test('409: an expected failure carries its own words', async () => {
  const { statusCode, json } = await create({ name: 'Jules', number: 17 })
  assert.equal(statusCode, 409)
  assert.deepEqual(json(), {
    type: '/problems/conflict',
    title: 'Conflict',
    status: 409,
    detail: 'Number 17 is not given any more.',
    instance: '/api/drivers',
  })
})

test('426: a WebSocket address asked for plainly says what it is', async () => {
  const { statusCode, headers, json } = await app.inject(`/api/drivers/ws/${ID}`)
  assert.deepEqual([statusCode, headers['upgrade'], json().status], [426, 'websocket', 426])
})

test('500: an unexpected failure reveals nothing of its cause', async () => {
  const { statusCode, body } = await app.inject('/api/drivers/fail?secret=abc')
  assert.equal(statusCode, 500)
  assert.doesNotMatch(body, /secrets|abc/)
})

test('200: a path and a query are read as the contract says, defaults included', async () => {
  const { json } = await app.inject(`/api/drivers/${ID}?minSpeed=-1.5&team=a`)
  const query = { isHuman: true, minSpeed: -1.5, team: ['a'] }
  assert.deepEqual(json().echo, { params: { id: ID }, query })
  const no = await app.inject(`/api/drivers/${ID}?isHuman=false&team=a&team=b`)
  assert.deepEqual(no.json().echo.query, { isHuman: false, team: ['a', 'b'] })
  for (const query of ['isHuman=yes', 'minSpeed=', 'minSpeed=1e3', 'minSpeed=NaN']) {
    assert.equal((await app.inject(`/api/drivers/${ID}?${query}`)).statusCode, 400, query)
  }
})

test('200: what the contract does not name never leaves', async () => {
  const { json } = await app.inject(`/api/drivers/${ID}`)
  assert.deepEqual(Object.keys(json()).toSorted(), ['bornAt', 'echo'])
})

test('204: an endpoint without an answer has no body', async () => {
  const { statusCode, body } = await create({ name: 'Max', number: 1 })
  assert.deepEqual([statusCode, body], [204, ''])
})
