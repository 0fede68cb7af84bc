import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  type AuthServer,
  call,
  lastMailTo,
  openAuthClient,
  shareAuthServer,
} from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()

const who = { email: 'driver@club.example', password: 'correct horse' }

async function openLink({ link }: { link: string }): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' })
  assert.equal(response.status, 303)
  return new URL(response.headers.get('location') ?? '')
}

for (const version of CLIENT_VERSIONS) {
  suite(`a code for a session, by client ${version}`, () => {
    test('sign-up, magic link and recovery each end in a code that gives a session', async () => {
      const server = await openServer()
      const auth = openAuthClient(version, server, { flowType: 'pkce' })
      const { email } = who
      const follow = async () => {
        const url = await openLink(await lastMailTo(server, email))
        assert.equal(url.hash, '')
        const { data, error } = await auth.exchangeCodeForSession(
          url.searchParams.get('code') ?? '',
        )
        assert.equal(error, null)
        const claims = await server.context.keys.verify(data.session?.access_token ?? '')
        return claims.amr?.map((each) => (typeof each === 'string' ? each : each.method))
      }
      await auth.signUp(who)
      assert.deepEqual(await follow(), ['email/signup'])
      server.clock.pass(61)
      await auth.signInWithOtp({ email })
      assert.deepEqual(await follow(), ['magiclink'])
      server.clock.pass(61)
      await auth.resetPasswordForEmail(email)
      assert.deepEqual(await follow(), ['recovery'])
    })
  })
}

suite('the exchange of a code', () => {
  const verifier = randomBytes(48).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')

  async function codeFor(server: AuthServer, method = 's256', shown = challenge): Promise<string> {
    const body = { ...who, code_challenge: shown, code_challenge_method: method }
    await call(server, 'POST', '/signup', { body })
    const url = await openLink(await lastMailTo(server, who.email))
    return url.searchParams.get('code') ?? ''
  }

  async function exchange(server: AuthServer, code: string, shown = verifier) {
    const body = { auth_code: code, code_verifier: shown }
    const { status, json } = await call(server, 'POST', '/token?grant_type=pkce', { body })
    return [status, json['code'] ?? typeof json['access_token']]
  }

  test('needs the verifier, whatever the case of the method, and works once', async () => {
    const server = await openServer()
    const code = await codeFor(server)
    const other = randomBytes(48).toString('base64url')
    assert.deepEqual(await exchange(server, code, other), [400, 'bad_code_verifier'])
    assert.deepEqual(await exchange(server, code, challenge), [400, 'bad_code_verifier'])
    assert.deepEqual(await exchange(server, code, ''), [400, 'validation_failed'])
    assert.deepEqual(await exchange(server, code), [200, 'string'])
    assert.deepEqual(await exchange(server, code), [404, 'flow_state_not_found'])
  })

  test('a plain challenge is the verifier itself', async () => {
    const server = await openServer()
    const code = await codeFor(server, 'plain', verifier)
    assert.deepEqual(await exchange(server, code, challenge), [400, 'bad_code_verifier'])
    assert.deepEqual(await exchange(server, code), [200, 'string'])
  })

  test('a code is good for five minutes from when the link was opened', async () => {
    const server = await openServer()
    const body = { ...who, code_challenge: challenge, code_challenge_method: 'S256' }
    await call(server, 'POST', '/signup', { body })
    server.clock.pass(1800)
    const url = await openLink(await lastMailTo(server, who.email))
    server.clock.pass(301)
    const code = url.searchParams.get('code') ?? ''
    assert.deepEqual(await exchange(server, code), [422, 'flow_state_expired'])
  })

  test('unknown and malformed codes are not found', async () => {
    const server = await openServer()
    for (const code of ['x', crypto.randomUUID()])
      assert.deepEqual(await exchange(server, code), [404, 'flow_state_not_found'])
  })
})
