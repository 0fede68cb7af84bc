import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

interface Call {
  readonly method?: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

async function ask(path: string, { method = 'GET', body, headers = {} }: Call = {}) {
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method,
    headers: { apikey: server.context.keys.anonKey, ...headers },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  return { response, status: response.status, text: await response.text() }
}

const NEW = { 'x-supabase-api-version': '2024-01-01' }
const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' }

/** Returns whether the key was good: the call then fails for want of a token. */
async function passes(path: string, apikey: string) {
  const { status, text } = await ask(path, { headers: { apikey } })
  return [status, text.includes('no_authorization')]
}

async function answerTo(body: string, headers: Record<string, string> = JSON_TYPE) {
  const { status, text } = await ask('/recover', {
    method: 'POST',
    body,
    headers: { ...NEW, ...headers },
  })
  const { code }: { code?: string } = JSON.parse(text)
  return [status, code]
}

suite('the API key', () => {
  test('is needed, as header or in the query; the anonymous and the service key are good', async () => {
    const { anonKey, serviceKey } = server.context.keys
    assert.deepEqual(await passes('/user', ''), [401, false])
    assert.deepEqual(await passes('/user', 'something'), [401, false])
    assert.deepEqual(await passes('/user', anonKey), [401, true])
    assert.deepEqual(await passes('/user', serviceKey), [401, true])
    assert.deepEqual(await passes(`/user?apikey=${anonKey}`, ''), [401, true])
  })

  test('is not asked of a browser that opens a mail’s link', async () => {
    const { status } = await ask('/verify?token=x&type=signup', { headers: { apikey: '' } })
    assert.equal(status, 303)
  })
})

suite('errors', () => {
  test('to a client that names its version: code and message, and the version in the answer', async () => {
    for (const version of ['2024-01-01', '2025-06-30']) {
      const headers = { 'x-supabase-api-version': version }
      const { response, text } = await ask('/user', { headers })
      assert.deepEqual(JSON.parse(text), {
        code: 'no_authorization',
        message: 'This endpoint requires a valid Bearer token',
      })
      assert.equal(response.headers.get('x-supabase-api-version'), '2024-01-01')
      assert.equal(response.headers.get('x-sb-error-code'), 'no_authorization')
    }
  })

  test('to an older one: the status as code, error_code and msg', async () => {
    for (const version of ['2023-12-31', 'new', undefined]) {
      const headers = version === undefined ? {} : { 'x-supabase-api-version': version }
      const { response, text } = await ask('/user', { headers })
      assert.deepEqual(JSON.parse(text), {
        code: 401,
        error_code: 'no_authorization',
        msg: 'This endpoint requires a valid Bearer token',
      })
      assert.equal(response.headers.get('x-supabase-api-version'), null)
      assert.equal(response.headers.get('x-sb-error-code'), 'no_authorization')
    }
  })

  test('an unknown path is 404 in plain text, a wrong method 405 without a body', async () => {
    const unknown = await ask('/nothing')
    assert.deepEqual([unknown.status, unknown.text], [404, '404 page not found'])
    assert.match(unknown.response.headers.get('content-type') ?? '', /text\/plain/)
    const wrong = await ask('/token')
    assert.deepEqual([wrong.status, wrong.text], [405, ''])
  })

  test('an address that can’t be decoded is 400 in the shape of all others', async () => {
    const { response, text } = await ask('/admin/users/%zz', { headers: NEW })
    assert.equal(response.status, 400)
    assert.equal(response.headers.get('x-sb-error-code'), 'validation_failed')
    assert.equal(JSON.parse(text).code, 'validation_failed')
  })

  test('an unreachable database is 503, at which clients keep their sessions, without a cause', async (t) => {
    const database = await openTestDatabase()
    const other = await openTestServer({ database })
    t.after(() => other.close())
    await database.close()
    const response = await fetch(`${other.url}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: other.context.keys.anonKey, ...NEW, ...JSON_TYPE },
      body: '{"email":"a@b.example"}',
    })
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '2')
    assert.deepEqual(await response.json(), {
      code: 'request_timeout',
      message: 'The server is busy. Try again in a few seconds.',
    })
  })
})

suite('bodies', () => {
  test('null is the same as absent, unknown keys are nobody’s business', async () => {
    const body = {
      email: 'a@b.example',
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: {},
      whatever: [1],
    }
    assert.deepEqual(await answerTo(JSON.stringify(body)), [200, undefined])
  })

  test('are JSON whatever their type says', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const body = `{"email":"${type.length}@b.example"}`
      assert.deepEqual(await answerTo(body, { 'content-type': type }), [200, undefined])
    }
  })

  test('an empty one is an empty object, and so is null', async () => {
    for (const body of ['', 'null'])
      assert.deepEqual(await answerTo(body), [400, 'validation_failed'], body)
  })

  test('a body that is not a JSON object is 400 bad_json', async () => {
    for (const body of ['{', '[]', '"text"', '7'])
      assert.deepEqual(await answerTo(body), [400, 'bad_json'], body)
  })

  test('one above 64 kB is 413', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(65_536) })
    assert.deepEqual(await answerTo(body), [413, 'request_entity_too_large'])
  })

  test('texts that the database can’t hold are 400', async () => {
    for (const text of ['\\u0000', '\\ud800', '\\udfff'])
      assert.deepEqual(await answerTo(`{"email":"a${text}@b.example"}`), [400, 'validation_failed'])
    const { status } = await ask('/verify?token=%00&type=signup')
    assert.equal(status, 400)
    const form = await ask('/verify', {
      method: 'POST',
      body: 'type=signup&token_hash=%00',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(form.status, 400)
  })

  test('what is nested without end is 400', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const depth = 1_000
      const body = `{"email":"a@b.example","data":${open.repeat(depth)}1${close.repeat(depth)}}`
      assert.deepEqual(await answerTo(body), [400, 'validation_failed'])
    }
  })

  test('a key that would change every object changes none', async () => {
    const body = '{"__proto__":{"email":"a@b.example"},"constructor":{"prototype":{"a":1}}}'
    assert.deepEqual(await answerTo(body), [400, 'validation_failed'])
    assert.equal(Object.hasOwn(Object.prototype, 'email'), false)
  })
})

suite('pages of other origins', () => {
  test('may send every header that clients send', async () => {
    const { response, status } = await ask('/token', {
      method: 'OPTIONS',
      headers: {
        apikey: '',
        origin: 'https://club.example',
        'access-control-request-method': 'POST',
      },
    })
    assert.equal(status, 204)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    const allowed = response.headers.get('access-control-allow-headers') ?? ''
    for (const name of [
      'authorization',
      'apikey',
      'content-type',
      'x-client-info',
      'x-supabase-api-version',
    ])
      assert.ok(allowed.split(', ').includes(name), name)
    const methods = response.headers.get('access-control-allow-methods') ?? ''
    assert.deepEqual(methods.split(', '), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  })

  test('read the version of an error, so that they see its code', async () => {
    for (const headers of [NEW, { ...NEW, apikey: '' }]) {
      const { response } = await ask('/user', { headers })
      const exposed = (response.headers.get('access-control-expose-headers') ?? '').toLowerCase()
      for (const name of ['x-supabase-api-version', 'x-total-count', 'link'])
        assert.ok(exposed.split(', ').includes(name), name)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
  })
})
