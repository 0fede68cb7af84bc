import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { endpointTable } from '@pitboard/contract/endpoint'
import { Instant, nullable, Uuid } from '@pitboard/contract/schema'
import { ApiError } from './errors.ts'
import { createHttp } from './http/server.ts'
import { route, webSocketRoute } from './route.ts'
import { openTestServer, type TestServer } from './testing/server.ts'

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
    errors: [404],
  },
  create: {
    method: 'POST',
    path: '/api/drivers',
    summary: 'New',
    body: Type.Object({ name: Type.String({ minLength: 1 }), number: Type.Integer() }),
    errors: [400],
  },
  fail: { method: 'GET', path: '/api/drivers/fail', summary: 'A bug', errors: [] },
  watch: {
    method: 'GET',
    path: '/api/drivers/ws/{id}',
    summary: 'Follow',
    webSocket: true,
    params: Type.Object({ id: Uuid }),
    errors: [],
  },
  mine: { method: 'GET', path: '/api/drivers/mine', summary: 'Mine', auth: 'user', errors: [401] },
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

test('401: an endpoint for signed-in users can not be mounted by accident', () => {
  assert.throws(() => route(app, drivers.mine, async () => null), /needs a signed-in user/)
})

test('400: a body must have the types of the contract, nothing is converted', async () => {
  const { statusCode, json } = await create({ name: '', number: '5' })
  assert.equal(statusCode, 400)
  const problem = json()
  assert.equal(problem.title, 'Bad Request')
  assert.deepEqual(
    problem.errors.map(({ path }: { path: string }) => path),
    ['/name', '/number'],
  )
  const missing = (await create({ number: 5 })).json()
  assert.deepEqual(missing.errors, [{ path: '/name', message: 'is missing' }])
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
    type: 'about:blank',
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

test('500: an unexpected failure tells nothing of its cause', async () => {
  const { statusCode, body } = await app.inject('/api/drivers/fail?key=abc')
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
