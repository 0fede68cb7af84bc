import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { call, openAuthClient, sessionOf } from '../testing/auth.fixture.ts'
import {
  browse,
  fragmentOf,
  listen,
  openServerWith,
  openWithOpenid,
  shareWithOpenid,
  signInBy,
} from '../testing/providers.fixture.ts'

const openGoogle = shareWithOpenid()

const TARGET = 'http://127.0.0.1:9/done'

for (const version of CLIENT_VERSIONS) {
  suite(`sign-in by a provider, by client ${version}`, () => {
    test('PKCE: out to the provider and back with a code for the session', async () => {
      const { server, partner } = await openGoogle()
      const auth = openAuthClient(version, server, { flowType: 'pkce' })
      const { data } = await auth.signInWithOAuth({
        provider: 'google',
        options: { redirectTo: `${TARGET}?keep=1`, skipBrowserRedirect: true },
      })
      const home = await browse(data.url ?? '', TARGET)
      assert.equal(home.searchParams.get('keep'), '1')
      assert.equal(home.hash, '')
      const answer = await auth.exchangeCodeForSession(home.searchParams.get('code') ?? '')
      sessionOf(answer)
      const { user, session } = answer.data
      assert.equal(user?.email, partner.person.email)
      assert.ok(user?.email_confirmed_at)
      assert.deepEqual(user.app_metadata, { provider: 'google', providers: ['google'] })
      assert.ok(session?.provider_token)
      const [identity] = user.identities ?? []
      assert.equal(identity?.id, partner.person.sub)
      assert.equal(identity.provider, 'google')
    })

    test('implicit: the tokens stand in the fragment', async () => {
      const { server } = await openGoogle()
      const auth = openAuthClient(version, server)
      const { data } = await auth.signInWithOAuth({
        provider: 'google',
        options: { redirectTo: TARGET, skipBrowserRedirect: true },
      })
      const home = await browse(data.url ?? '', TARGET)
      const values = new URLSearchParams(home.hash.slice(1))
      assert.deepEqual(
        [...values.keys()],
        [
          'access_token',
          'expires_at',
          'expires_in',
          'provider_token',
          'refresh_token',
          'token_type',
          'sb',
        ].toSorted(),
      )
    })
  })
}

suite('the way to a provider', () => {
  test('Twitch, which lists its scopes as an array, is understood', async (t) => {
    const settings = { scopes: ['openid', 'email'] }
    const { server, partner } = await openWithOpenid(t, { name: 'twitch', settings })
    partner.sendsScopeAsList = true
    assert.ok(fragmentOf(await signInBy(server, { provider: 'twitch' }))['access_token'])
  })

  test('carries what the caller wants, and nothing of what is ours to say', async () => {
    const { server } = await openGoogle()
    const query = new URLSearchParams({
      provider: 'google',
      scopes: 'calendar openid',
      prompt: 'consent',
      state: 'theirs',
      client_id: 'theirs',
      redirect_uri: 'https://evil.example/',
      response_type: 'token',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 's256',
    })
    const { status, headers } = await call(server, 'GET', `/authorize?${query}`)
    assert.equal(status, 302)
    const { searchParams: asked } = new URL(headers.get('location') ?? '')
    assert.equal(asked.get('scope'), 'openid email profile calendar')
    assert.equal(asked.get('prompt'), 'consent')
    assert.equal(asked.get('client_id'), 'pitboard')
    assert.equal(asked.get('response_type'), 'code')
    assert.equal(asked.get('code_challenge_method'), 'S256')
    assert.notEqual(asked.get('code_challenge'), 'x'.repeat(43))
    assert.notEqual(asked.get('state'), 'theirs')
    assert.ok(asked.get('nonce'))
    assert.ok(asked.get('redirect_uri')?.endsWith('/auth/v1/callback'))
  })

  test('needs a provider that there is, a whole challenge and no API key', async () => {
    const { server } = await openGoogle()
    const bare = await fetch(`${server.url}/auth/v1/authorize?provider=google`, {
      redirect: 'manual',
    })
    assert.equal(bare.status, 302)
    for (const query of ['', 'provider=apple', 'provider=google&code_challenge=short']) {
      const { status, json } = await call(server, 'GET', `/authorize?${query}`)
      assert.deepEqual([status, json['code']], [400, 'validation_failed'], query)
    }
  })

  test('a provider that can’t be asked is a 503, and is asked again', async (t) => {
    const partner = await listen(t)
    const server = await openServerWith(t, { club: { issuer: partner.url, clientId: 'a' } })
    const ask = () => call(server, 'GET', '/authorize?provider=club')
    assert.equal((await ask()).status, 503)
    partner.answerWith((_request, response) => {
      const metadata = {
        issuer: partner.url,
        authorization_endpoint: `${partner.url}/auth`,
        jwks_uri: `${partner.url}/keys`,
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    })
    assert.equal((await ask()).status, 302)
  })
})
