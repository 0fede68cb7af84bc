import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { call, openAuthClient, openAuthServer, sessionOf } from '../testing/auth.fixture.ts'
import { enterPartner, shareWithSaml, sendForm } from '../testing/saml.fixture.ts'

const openSaml = shareWithSaml()

const TARGET = 'http://127.0.0.1:9/done'

for (const version of CLIENT_VERSIONS) {
  suite(`single sign-on, by client ${version}`, () => {
    test('by domain, with PKCE: a session that ends when the company says so', async () => {
      const { server, partner } = await openSaml()
      const id = await enterPartner(server, partner)
      const auth = openAuthClient(version, server, { flowType: 'pkce' })
      const asked = await auth.signInWithSSO({
        domain: 'Company.example',
        options: { redirectTo: `${TARGET}?keep=1` },
      })
      assert.equal(asked.error, null)
      const sessionEnd = new Date(server.clock.now().getTime() + 1800_000)
      const form = await partner.answer(asked.data?.url ?? '', { sessionEnd })
      const { status, location } = await sendForm(server, form)
      assert.equal(status, 302)
      assert.equal(location.searchParams.get('keep'), '1')
      const answer = await auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
      const { accessToken, refreshToken } = sessionOf(answer)
      assert.equal(answer.data.session?.expires_in, 1800, 'no token outlives the session')
      const { user } = answer.data
      assert.deepEqual(user?.app_metadata, { provider: `sso:${id}`, providers: [`sso:${id}`] })
      assert.equal(user.email, 'driver@company.example')
      assert.equal(user.identities?.[0]?.id, 'employee-7')

      server.clock.pass(1799)
      assert.equal((await auth.refreshSession({ refresh_token: refreshToken })).error, null)
      assert.equal((await call(server, 'GET', '/user', { token: accessToken })).status, 200)
      server.clock.pass(2)
      assert.equal((await call(server, 'GET', '/user', { token: accessToken })).status, 403)
      const late = await auth.refreshSession()
      assert.equal(late.error?.code, 'session_expired')
    })

    test('by provider, implicit: the tokens stand in the fragment', async () => {
      const { server, partner } = await openSaml()
      const providerId = await enterPartner(server, partner)
      const auth = openAuthClient(version, server)
      const { data } = await auth.signInWithSSO({ providerId, options: { redirectTo: TARGET } })
      const { location } = await sendForm(server, await partner.answer(data?.url ?? ''))
      const values = new URLSearchParams(location.hash.slice(1))
      const [, payload = ''] = (values.get('access_token') ?? '').split('.')
      const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
      assert.ok(typeof claims === 'object' && claims !== null && 'amr' in claims)
      const [method] = Array.isArray(claims.amr) ? claims.amr : []
      assert.equal(method.method, 'sso/saml')
      assert.equal(method.provider, providerId)
    })
  })
}

suite('what single sign-on refuses', () => {
  const refusals: [body: object, status: number, code: string][] = [
    [{}, 400, 'validation_failed'],
    [{ domain: 'company.example', provider_id: 'x' }, 400, 'validation_failed'],
    [{ domain: 'other.example' }, 404, 'sso_provider_not_found'],
    [{ provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found'],
  ]
  test('no provider, two, an unknown or a disabled one, or where it is off', async () => {
    const { server, partner } = await openSaml()
    for (const [body, status, code] of refusals) {
      const answer = await call(server, 'POST', '/sso', { body })
      assert.deepEqual([answer.status, answer.json['code']], [status, code])
    }
    const id = await enterPartner(server, partner, { disabled: true })
    const { json } = await call(server, 'POST', '/sso', { body: { provider_id: id } })
    assert.equal(json['code'], 'sso_provider_disabled')
  })

  test('everything, where it is off', async (t) => {
    const server = await openAuthServer(t)
    const body = { domain: 'company.example' }
    for (const { status, json } of [
      await call(server, 'POST', '/sso', { body }),
      await call(server, 'GET', '/sso/saml/metadata'),
      await call(server, 'POST', '/sso/saml/acs', { body: {} }),
    ]) {
      assert.deepEqual([status, json['code']], [404, 'saml_provider_disabled'])
    }
  })
})
