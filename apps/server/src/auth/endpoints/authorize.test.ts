import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../testing/clients.ts'
import { openAuthClient, sessionOf } from '../auth.fixture.ts'
import { browse, openWithOpenid } from '../providers/providers.fixture.ts'

const TARGET = 'http://127.0.0.1:9/done'

for (const version of CLIENT_VERSIONS) {
  suite(`sign-in by a provider, by client ${version}`, () => {
    test('PKCE: out to the provider and back with a code for the session', async (t) => {
      const { server, partner } = await openWithOpenid(t)
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

    test('implicit: the tokens stand in the fragment', async (t) => {
      const { server } = await openWithOpenid(t)
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
