import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount } from '../../../testing/account.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { openAuthServer, sessionOf, signUpConfirmed } from '../testing/auth.fixture.ts'
import { enrolTotp, showTotp } from '../testing/factor.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer({
    env: { AUTH_ANONYMOUS: 'true', AUTH_SAML: 'true', AUTH_MANUAL_LINKING: 'true' },
  })
})
after(() => server.close())

/** The values are of every JSON type, and texts that are longer, wider or emptier than they look. */
const VALUES: readonly unknown[] = [
  { toString: 1 },
  { toString: null, length: -1 },
  ['a', 'b'],
  [[]],
  0,
  1e308,
  true,
  '',
  '１２３４５６',
  'ａｂｃｄｅｆ',
  '😀😀😀',
  '\u202e\u200b',
  'x'.repeat(70_000),
  '{"a":1}',
  '__proto__',
]

const ADDRESS = 'driver@club.example'
const ID = '01998f2c-0000-7000-8000-000000000001'

/** The bodies are valid as they stand: each member in turn takes each of the values. */
const BODIES: readonly [path: string, body: Readonly<Record<string, unknown>>][] = [
  ['POST /signup', { email: ADDRESS, password: 'correct horse', data: {} }],
  ['POST /otp', { email: ADDRESS, create_user: true, data: {}, channel: 'sms' }],
  ['POST /magiclink', { email: ADDRESS, gotrue_meta_security: { captcha_token: 'x' } }],
  ['POST /verify', { type: 'signup', email: ADDRESS, token: '123456' }],
  ['POST /verify', { type: 'email_change', token_hash: 'ab' }],
  ['POST /resend', { type: 'signup', email: ADDRESS, code_challenge_method: 's256' }],
  ['POST /recover', { email: ADDRESS, code_challenge: 'x', code_challenge_method: 'plain' }],
  ['POST /token?grant_type=password', { email: ADDRESS, password: 'correct horse' }],
  ['POST /token?grant_type=refresh_token', { refresh_token: 'ab' }],
  ['POST /token?grant_type=pkce', { auth_code: ID, code_verifier: 'ab' }],
  [
    'POST /token?grant_type=id_token',
    { provider: 'google', id_token: 'a.b.c', access_token: 'x', nonce: 'y', link_identity: false },
  ],
  ['POST /callback', { state: ID, code: 'x', error: 'y', user: '{}' }],
  ['POST /sso', { domain: 'club.example', redirect_to: 'x', skip_http_redirect: true }],
  ['POST /sso', { provider_id: ID }],
  ['POST /sso/saml/acs', { SAMLResponse: 'PHg+', RelayState: ID }],
  ['PUT /user', { email: ADDRESS, password: 'x', nonce: '1', current_password: 'y', data: {} }],
  ['PUT /user', { phone: '+491701234567', channel: 'sms' }],
  ['POST /factors', { factor_type: 'totp', friendly_name: 'a', issuer: 'b', phone: '1' }],
  ['POST /factors/recovery-codes', { friendly_name: 'x' }],
  ['POST /factors/recovery-codes/verify', { code: 'x' }],
  [`POST /factors/${ID}/challenge`, { channel: 'sms' }],
  [`POST /factors/${ID}/verify`, { challenge_id: ID, code: '1', webauthn: {} }],
  ['POST /passkeys/registration/verify', { challenge_id: ID, credential: {} }],
  ['POST /passkeys/authentication/verify', { challenge_id: ID, credential: {} }],
  [`PATCH /passkeys/${ID}`, { friendly_name: 'x' }],
  ['POST /logout', { scope: 'local' }],
]

const QUERIES: readonly string[] = [
  'GET /verify?token=a&token=b&type=signup&type=x&redirect_to=a&redirect_to=b',
  'GET /authorize?provider=a&provider=b&scopes=c&scopes=d&redirect_to=e&redirect_to=f',
  'GET /callback?state=a&state=b&code=c&code=d',
  'GET /user?apikey=a&apikey=b',
  'GET /user/identities/authorize?provider=a&provider=b&skip_http_redirect=c&skip_http_redirect=d',
  'POST /token?grant_type=password&grant_type=pkce',
  'POST /logout?scope=local&scope=x',
  'POST /recover?redirect_to=a&redirect_to=b',
  'GET /sso/saml/metadata?download=a&download=b',
  'GET /admin/users?page=1&page=2&per_page=3&per_page=4&filter=a&filter=b&sort=c&sort=d',
  'GET /admin/audit?query=a&query=b&page=1&page=2',
]

async function ask(line: string, token: string, body?: unknown) {
  const [method = '', path = ''] = line.split(' ')
  const { anonKey } = server.context.keys
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  })
  const location = response.headers.get('location') ?? ''
  await response.arrayBuffer()
  return { status: response.status, hasFailed: location.includes('unexpected_failure') }
}

test('no member of a body makes the server fail, whatever its type', async () => {
  const { accessToken } = await openAccount(server.context)
  for (const [line, body] of BODIES) {
    for (const name of Object.keys(body)) {
      const calls = VALUES.map(async (value) => {
        const hostile = { ...body, [name]: value }
        const { status, hasFailed } = await ask(line, accessToken, hostile)
        const shown = `${line} ${JSON.stringify(hostile).slice(0, 200)}: ${status}`
        assert.ok(status < 500 && !hasFailed, shown)
      })
      await Promise.all(calls)
    }
  }
})

test('no repeated parameter makes the server fail', async () => {
  const { anonKey, serviceKey } = server.context.keys
  const { accessToken } = await openAccount(server.context)
  for (const line of QUERIES) {
    for (const token of [anonKey, accessToken, serviceKey]) {
      const { status, hasFailed } = await ask(line, token)
      assert.ok(status < 500 && !hasFailed, `${line}: ${status}`)
    }
  }
})

test('a code of another script is a wrong code', async (t) => {
  const own = await openAuthServer(t)
  const { auth } = await signUpConfirmed(own, 'newest', { email: ADDRESS, password: 'a b c d e' })
  const { factorId, secret } = await enrolTotp(auth)
  for (const code of ['１２３４５６', '😀😀😀', 'абвгде', '12345６']) {
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
    assert.deepEqual([error?.status, error?.code], [422, 'mfa_verification_failed'], code)
  }
  assert.equal((await showTotp(own, auth, { factorId, secret })).error, null)
  sessionOf(await auth.getSession())
})
