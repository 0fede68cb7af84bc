import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())
const call = createCall(() => server)

/** Many sockets, so that the requests really come in parallel. */
const agent = new Agent({ keepAlive: true, maxSockets: 400 })
after(() => agent.destroy())

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

function send(
  method: string,
  path: string,
  { as, body, headers = {} }: { as?: TestAccount; body?: object; headers?: object } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      server.url + path,
      {
        method,
        agent,
        headers: {
          ...(as && { authorization: `Bearer ${as.accessToken}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            body: text,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

function checkRefusals(answers: readonly Answer[]): void {
  for (const { status, retryAfter, body } of answers) {
    if (status < 500) continue
    assert.equal(status, 503, body)
    assert.match(retryAfter ?? '', /^\d+$/)
  }
}

test('a user with 700 changes in parallel delays no other; refusals are 503 with Retry-After', async () => {
  const flooder = await openAccount(server.context, { username: 'Flooder' })
  const other = await openAccount(server.context, { username: 'Other' })
  const { id } = (await call('POST /api/League', { as: flooder, body: { name: 'A' } })).json()
  const measure = async () => {
    const startMs = performance.now()
    const { status } = await send('POST', '/api/Seasons', { as: other, body: { name: 'B' } })
    assert.equal(status, 200)
    return performance.now() - startMs
  }
  await measure()
  let isOver = false
  const startMs = performance.now()
  const flood = Promise.all(
    Array.from({ length: 700 }, (_, at) =>
      send('PATCH', `/api/League/${id}`, { as: flooder, body: { description: `${at}` } }),
    ),
  ).finally(() => (isOver = true))
  const others: number[] = []
  while (!isOver) others.push(await measure())
  const answers = await flood
  const floodMs = performance.now() - startMs
  checkRefusals(answers)
  assert.ok(answers.some(({ status }) => status === 200))
  // Served in turn, and not after the whole flood.
  assert.ok(others.length >= 5, `${others.length} in ${floodMs} ms`)
  const median = others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0
  assert.ok(median < floodMs / 4, `${median} of ${floodMs} ms`)
})

test('sign-in, profiles and storage answer a flood in their own shapes, without a 500', async () => {
  const { anonKey } = server.context.keys
  const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` }
  const verify = { type: 'email', email: 'a@b.example', token: '123456' }
  for (const [method, path, body] of [
    ['POST', '/auth/v1/verify', verify],
    ['GET', '/rest/v1/profiles?select=id', undefined],
    ['GET', '/storage/v1/object/public/avatars/x/y.png', undefined],
  ] as const) {
    const answers = await Promise.all(
      Array.from({ length: 600 }, () => send(method, path, { headers, ...(body && { body }) })),
    )
    checkRefusals(answers)
  }
})
