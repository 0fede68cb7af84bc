import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createClient } from 'supabase-js-newest'
import { call, openAuthServer, shareAuthServer } from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()

suite('what the service tells of itself', () => {
  test('features that clients ask for and that are missing are answered as disabled, not as a wrong address', async () => {
    const server = await openServer()
    const { serviceKey } = server.context.keys
    const admin = createClient(server.url, serviceKey, { auth: { persistSession: false } }).auth
    const { error } = await admin.admin.oauth.listClients()
    assert.deepEqual([error?.status, error?.code], [404, 'feature_disabled'])
    for (const [method, path] of [
      ['GET', '/oauth/authorizations/1'],
      ['POST', '/oauth/authorizations/1/consent'],
      ['DELETE', '/user/oauth/grants'],
      ['GET', '/admin/custom-providers'],
      ['PUT', '/admin/custom-providers/custom:x'],
    ] as const) {
      const { status, json } = await call(server, method, path)
      assert.deepEqual([status, json['code']], [404, 'feature_disabled'], path)
    }
  })

  test('settings: what is on is true, known providers that are off are false', async (t) => {
    const env = { AUTH_ANONYMOUS: 'true', AUTH_SIGNUP: 'false', AUTH_PASSWORD_MIN_LENGTH: '11' }
    const server = await openAuthServer(t, env)
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
    assert.equal(json['password_min_length'], 11)
  })

  test('health by the name that clients know; keys to verify tokens with', async () => {
    const server = await openServer()
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
