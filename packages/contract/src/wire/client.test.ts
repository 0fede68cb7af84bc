import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { ApiException, createClient, pathOf } from './client.ts'
import type { Endpoint } from './endpoint.ts'
import { liveSessions } from '../live/live.ts'
import { sessions } from '../sessions/session-endpoints.ts'

const CHANGE = {
  method: 'POST',
  path: '/api/Things',
  summary: '',
  auth: 'user',
  scope: 'none',
} as const satisfies Endpoint
const id = '0190a1b2-0000-7000-8000-000000000000'

async function serve(t: TestContext, listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return createClient({ baseUrl: `http://127.0.0.1:${address.port}`, token: () => 'secret' })
}

function answering(status: number, body: string): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-trace': '7' }).end(body)
  }
}

const problem = { type: 'about:blank', title: 'Not found', status: 404, detail: 'd', instance: '/' }

test('200 gives the answer, and the call carries path, query and bearer token', async (t) => {
  let seen: string | undefined
  const call = await serve(t, (request, response) => {
    seen = `${request.method} ${request.url} ${request.headers.authorization}`
    response.end('{"totalPages":0,"sessions":[]}')
  })
  assert.deepEqual(await call(sessions.list, { query: { page: 2 } }), {
    totalPages: 0,
    sessions: [],
  })
  assert.equal(seen, 'GET /api/Sessions?page=2 Bearer secret')
})

test('204 gives null', async (t) => {
  const call = await serve(t, (_, response) => response.writeHead(204).end())
  assert.equal(await call(liveSessions.all), null)
})

test('a path parameter that is null or undefined must be defined', async (t) => {
  const call = await serve(t, answering(200, '{}'))
  for (const missing of [null, undefined]) {
    await assert.rejects(
      // @ts-expect-error A caller without types may pass this.
      call(sessions.get, { params: { id: missing } }),
      new Error("The parameter 'id' must be defined."),
    )
  }
})

test('page and pageSize may be left out and may not be null', async (t) => {
  const call = await serve(t, answering(200, '{"totalPages":0,"sessions":[]}'))
  await call(sessions.list, { query: {} })
  for (const name of ['page', 'pageSize']) {
    await assert.rejects(
      call(sessions.list, { query: { [name]: null } }),
      new Error(`The parameter '${name}' cannot be null.`),
    )
  }
})

test('a 400, 401, 403 or 404 with a problem throws a server side error with the parsed error object', async (t) => {
  for (const status of [400, 401, 403, 404]) {
    const refused = { ...problem, status }
    const call = await serve(t, answering(status, JSON.stringify(refused)))
    await assert.rejects(call(sessions.get, { params: { id } }), (error) => {
      assert.ok(error instanceof ApiException)
      assert.equal(error.message, 'A server side error occurred.')
      assert.deepEqual(error.result, refused)
      return true
    })
  }
})

test('any other status throws an unexpected server error with status, body and headers', async (t) => {
  for (const [status, body] of [
    [201, 'teapot'],
    [302, 'teapot'],
    [404, '{"error":"not found"}'],
    [500, 'null'],
  ] as const) {
    const call = await serve(t, answering(status, body))
    await assert.rejects(call(sessions.get, { params: { id } }), (error) => {
      assert.ok(error instanceof ApiException)
      assert.equal(error.message, 'An unexpected server error occurred.')
      assert.deepEqual(
        [error.status, error.body, error.headers.get('x-trace')],
        [status, body, '7'],
      )
      assert.equal(error.result, null)
      return true
    })
  }
})

test('a 409, 412, 413, 429 or 503 is unexpected, and its problem can still be read', async (t) => {
  for (const status of [409, 412, 413, 429, 503]) {
    const conflict = { ...problem, status }
    const call = await serve(t, answering(status, JSON.stringify(conflict)))
    await assert.rejects(call(sessions.get, { params: { id } }), (error) => {
      assert.ok(error instanceof ApiException)
      assert.equal(error.message, 'An unexpected server error occurred.')
      assert.deepEqual([error.status, error.headers.get('x-trace')], [status, '7'])
      assert.deepEqual(JSON.parse(error.body), conflict)
      assert.deepEqual(error.result, conflict)
      return true
    })
  }
})

test('a call without a token, and a change with a version and a key, say so in their headers', async () => {
  const sent: Headers[] = []
  const call = createClient({
    baseUrl: '',
    idempotencyKey: 'all',
    fetch: (_, init) => {
      sent.push(new Headers(init?.headers))
      return Promise.resolve(new Response(null, { status: 204 }))
    },
  })
  await call(liveSessions.all)
  await call(CHANGE, { ifMatch: 7 })
  await call(CHANGE, { ifMatch: '"tag"', idempotencyKey: 'own' })
  const names = ['authorization', 'if-match', 'idempotency-key', 'content-type', 'accept']
  assert.deepEqual(
    sent.map((headers) => names.map((name) => headers.get(name))),
    [
      [null, null, null, null, 'application/json'],
      [null, '"7"', 'all', null, 'application/json'],
      [null, '"tag"', 'own', null, 'application/json'],
    ],
  )
})

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

/** Creates a client that records its calls and gives all of them this answer. */
function recordingClient(respond: () => Response = () => new Response(null, { status: 204 })) {
  const sent: Sent[] = []
  const call = createClient({
    baseUrl: 'https://pitboard.example',
    fetch: (url, init = {}) => {
      sent.push({ url: new Request(url).url, init })
      return Promise.resolve(respond())
    },
  })
  return { call, sent }
}

const clientGetting = (status: number, body: string) =>
  recordingClient(() => new Response(body, { status }))

test('what is sent is the JSON of the body, and nothing without one', async () => {
  const { call, sent } = recordingClient()
  await call({ ...CHANGE, body: Type.Object({ a: Type.Integer() }) }, { body: { a: 1 } })
  await call(CHANGE)
  const [withBody, without] = sent.map(({ init }) => init)
  assert.equal(withBody?.body, '{"a":1}')
  assert.equal(new Headers(withBody?.headers).get('content-type'), 'application/json')
  assert.equal(withBody?.method, 'POST')
  assert.ok(without && !('body' in without) && !('signal' in without))
})

test('a file is sent as it is, without a type of ours; anything else is no file', async () => {
  const { call, sent } = recordingClient()
  const bytes = Uint8Array.from([1, 2, 3, 4])
  const blob = new Blob(['x'])
  const upload = { ...CHANGE, rawBody: true } as const
  for (const body of [blob, bytes.buffer, bytes.subarray(1, 3)]) await call(upload, { body })
  const bodies = sent.map(({ init }) => init.body)
  assert.deepEqual(bodies, [blob, bytes.buffer, Uint8Array.from([2, 3])])
  for (const { init } of sent) assert.equal(new Headers(init.headers).get('content-type'), null)
  for (const body of ['text', undefined, new Uint8Array(new SharedArrayBuffer(1))]) {
    // @ts-expect-error A caller without types may pass this.
    await assert.rejects(call(upload, { body }), /^Error: This call sends a file: its body must be/)
  }
})

test('a query has its lists item by item, and nothing that is undefined', async () => {
  const { call, sent } = recordingClient()
  const query = Type.Object({})
  const listed = { ...CHANGE, query }
  for (const value of [
    { a: ['x y', 'z'], b: 1, c: true, d: undefined },
    { d: undefined },
    {},
    undefined,
  ]) {
    await call(listed, { ...(value && { query: value }) })
  }
  assert.deepEqual(
    sent.map(({ url }) => url.slice('https://pitboard.example/api/Things'.length)),
    ['?a=x+y&a=z&b=1&c=true', '', '', ''],
  )
})

test('a path has its parameters encoded, numbers as well, and none of another object', () => {
  const path = { ...CHANGE, path: '/api/Things/{id}/{lap}', params: Type.Object({}) } as const
  assert.equal(pathOf(path, { id: 'a/b', lap: 3 }), '/api/Things/a%2Fb/3')
  for (const params of [undefined, null, 'id', { id: 'a' }]) {
    // @ts-expect-error A caller without types may pass this.
    assert.throws(() => pathOf(path, params), /^Error: The parameter '(?:id|lap)' must be defined/)
  }
})

test('a call can be ended, and is told the headers of its success alone', async () => {
  const { signal } = new AbortController()
  const seen: (string | null)[] = []
  const onHeaders = (headers: Headers) => seen.push(headers.get('x-trace'))
  const headers = { 'x-trace': '7' }
  const good = recordingClient(() => new Response(null, { status: 204, headers }))
  await good.call(CHANGE, { signal, onHeaders })
  assert.equal(good.sent[0]?.init.signal, signal)
  assert.deepEqual(seen, ['7'])
  const bad = recordingClient(() => new Response('', { status: 500, headers }))
  await assert.rejects(bad.call(CHANGE, { onHeaders }), { name: 'ApiException' })
  assert.deepEqual(seen, ['7'])
})

test('a success is what the endpoint calls one; an empty body of one is null', async () => {
  const accepted = { ...CHANGE, statuses: [202] } as const
  assert.deepEqual(await clientGetting(202, '{"a":1}').call(accepted), { a: 1 })
  assert.equal(await clientGetting(200, '').call(CHANGE), null)
  await assert.rejects(clientGetting(202, '{"a":1}').call(CHANGE), ApiException)
})

test('a problem without a type has that of none', async () => {
  for (const [type, expected] of [
    [undefined, 'about:blank'],
    [7, 'about:blank'],
    ['urn:x', 'urn:x'],
  ] as const) {
    const body = JSON.stringify({ ...problem, type })
    const { call } = recordingClient(() => new Response(body, { status: 404 }))
    await assert.rejects(call(CHANGE), (error) => {
      assert.ok(error instanceof ApiException)
      assert.equal(error.result?.type, expected)
      return true
    })
  }
})
