import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { createClient } from '@pitboard/contract/wire/client'
import { site } from '@pitboard/contract/site/site'
import { type AuthServer, call, openAuthServer } from './testing/auth.fixture.ts'

const SECRET = 'a secret that both servers know about'

interface Pair {
  /** Users sign in there. */
  readonly service: AuthServer
  /** This server trusts the other one's tokens. */
  readonly server: AuthServer
}

const ways: [name: string, open: (t: TestContext) => Promise<Pair>][] = [
  [
    'by its shared secret',
    async (t) => {
      const service = await openService(t, { AUTH_JWT_SECRET: SECRET })
      return { service, server: await openServer(t, service, { AUTH_JWT_SECRET: SECRET }) }
    },
  ],
  [
    'by its public keys',
    async (t) => {
      const service = await openService(t, { AUTH_JWT_KEYS: keyFile(t) })
      return { service, server: await openServer(t, service, {}) }
    },
  ],
  [
    'by asking it',
    async (t) => {
      const service = await openService(t, {})
      return { service, server: await openServer(t, service, {}) }
    },
  ],
]

for (const [name, open] of sampleOf(ways, 1)) {
  suite(`tokens of an outside service, ${name}`, () => {
    test('a user of it may call, and gets their row at the first call', async (t) => {
      const { service, server } = await open(t)
      const { token, userId } = await signUp(service)
      const answer = await keysOf(server, token)
      assert.equal(answer.status, 200)
      assert.deepEqual(await answer.json(), [])
      const { db } = server.context
      const rows = await db.selectFrom('user').select(['id', 'username']).execute()
      assert.deepEqual(rows, [{ id: userId, username: null }])
    })

    test('a token that it has not signed is refused', async (t) => {
      const { service, server } = await open(t)
      const { token } = await signUp(service)
      const [head = '', claims = '', signature = ''] = token.split('.')
      const body = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: service.url }
      const forged = Buffer.from(JSON.stringify(body)).toString('base64url')
      assert.equal((await keysOf(server, `${head}.${forged}.${signature}`)).status, 401)
      const stranger = await openService(t, {})
      assert.equal((await keysOf(server, (await signUp(stranger)).token)).status, 401)
    })
  })
}

suite('a server with an outside service', () => {
  test('has no auth service of its own, and answers where it is', async (t) => {
    const service = await openService(t, {})
    const server = await openServer(t, service, {})
    for (const [method, path] of [
      ['POST', '/signup'],
      ['GET', '/user'],
    ] as const) {
      assert.equal((await call(server, method, path)).status, 404)
    }
    const about = await createClient({ baseUrl: server.url })(site.get)
    assert.equal(about.authUrl, `${service.url}/auth/v1`)
    assert.equal(about.authAnonKey, service.context.keys.anonKey)
    const page = await fetch(`${server.url}/api/Site`)
    const policy = page.headers.get('content-security-policy') ?? ''
    const socketUrl = service.url.replace('http', 'ws')
    assert.ok(policy.includes(`connect-src 'self' ${service.url} ${socketUrl};`), policy)
  })

  test('asks again after half a minute: a sign-out there ends the calls here', async (t) => {
    const service = await openService(t, {})
    const server = await openServer(t, service, {})
    const { token } = await signUp(service)
    assert.equal((await keysOf(server, token)).status, 200)
    await call(service, 'POST', '/logout', { token })
    server.clock.pass(31)
    assert.equal((await keysOf(server, token)).status, 401)
  })

  test('a service that is away is 503, not a bad token', async (t) => {
    const service = await openService(t, {})
    const server = await openServer(t, service, {})
    const { token } = await signUp(service)
    await service.app.close()
    const headers = {
      apikey: server.context.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }
    const calls = [
      ['/api/RecorderKeys', null],
      ['/rest/v1/profiles?select=id', null],
      ['/storage/v1/object/list/avatars', '{"prefix":""}'],
      ['/realtime/v1/api/broadcast', '{"messages":[]}'],
    ] as const
    for (const [path, body] of calls) {
      const method = body === null ? 'GET' : 'POST'
      const answer = await fetch(server.url + path, { method, headers, body })
      assert.equal(answer.status, 503, `${path}: ${await answer.text()}`)
      assert.equal(answer.headers.get('retry-after'), '2')
    }
  })
})

function openService(t: TestContext, env: Record<string, string>): Promise<AuthServer> {
  return openAuthServer(t, { AUTH_AUTOCONFIRM: 'true', ...env })
}

function openServer(t: TestContext, service: AuthServer, env: Record<string, string>) {
  const AUTH_ANON_KEY = service.context.keys.anonKey
  return openAuthServer(t, { AUTH_URL: `${service.url}/auth/v1/`, AUTH_ANON_KEY, ...env })
}

async function signUp(service: AuthServer): Promise<{ token: string; userId: string }> {
  const body = { email: 'driver@club.example', password: 'correct horse' }
  const { json } = await call(service, 'POST', '/signup', { body })
  const { user, access_token: token } = json
  assert.ok(typeof user === 'object' && user !== null && 'id' in user)
  return { token: String(token), userId: String(user.id) }
}

function keysOf({ url }: AuthServer, token: string): Promise<Response> {
  return fetch(`${url}/api/RecorderKeys`, { headers: { authorization: `Bearer ${token}` } })
}

function keyFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }
  const path = join(folder, 'keys.json')
  writeFileSync(path, JSON.stringify([{ ...jwk, key_ops: ['sign', 'verify'] }]))
  return path
}
