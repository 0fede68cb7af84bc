import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { call, openAuthServer } from '../auth.fixture.ts'

suite('what the service tells of itself', () => {
  test('settings: what is on is true, known providers that are off are false', async (t) => {
    const server = await openAuthServer(t, { AUTH_ANONYMOUS: 'true', AUTH_SIGNUP: 'false' })
    const { json } = await call(server, 'GET', '/settings')
    const external = Object(json['external'])
    assert.deepEqual(
      [external.email, external.anonymous_users, external.phone, external.google],
      [true, true, false, false],
    )
    assert.equal(json['disable_signup'], true)
    assert.equal(json['mailer_autoconfirm'], false)
    assert.equal(json['passkeys_enabled'], true)
    assert.equal(json['saml_enabled'], false)
  })

  test('health by the name that clients know; keys for whoever verifies tokens', async (t) => {
    const server = await openAuthServer(t)
    const health = await call(server, 'GET', '/health')
    assert.equal(health.json['name'], 'GoTrue')
    const open = await fetch(`${server.url}/auth/v1/.well-known/openid-configuration`)
    assert.equal(open.headers.get('cache-control'), 'public, max-age=600')
    const issuer = `${server.context.publicUrl()}/auth/v1`
    const configuration: unknown = await open.json()
    assert.equal(Reflect.get(Object(configuration), 'issuer'), issuer)
    const keys = await fetch(String(Reflect.get(Object(configuration), 'jwks_uri')))
    assert.deepEqual(await keys.json(), { keys: [] }, 'a shared secret is never told')
  })
})
