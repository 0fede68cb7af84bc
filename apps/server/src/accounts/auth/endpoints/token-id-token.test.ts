import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { call, lastMailTo, openAuthClient, sessionOf } from '../testing/auth.fixture.ts'
import { shareWithOpenid } from '../testing/providers.fixture.ts'

const openGoogle = shareWithOpenid()
const openConfirmingGoogle = shareWithOpenid({ env: { AUTH_AUTOCONFIRM: 'true' } })

const CLAIMS = { sub: 'p', aud: 'pitboard', email: 'driver@club.example', email_verified: true }

for (const version of CLIENT_VERSIONS) {
  test(`client ${version} signs in with a token that it got without this server`, async () => {
    const { server, partner } = await openGoogle()
    const auth = openAuthClient(version, server)
    const nonce = 'of the app'
    const token = await partner.signIdToken({
      ...CLAIMS,
      nonce: createHash('sha256').update(nonce).digest('hex'),
    })
    const answer = await auth.signInWithIdToken({ provider: 'google', token, nonce })
    sessionOf(answer)
    assert.equal(answer.data.user?.email, CLAIMS.email)
    assert.equal(answer.data.user.identities?.[0]?.id, 'p')
    const other = await auth.signInWithIdToken({ provider: 'google', token, nonce: 'another' })
    assert.equal(other.error?.message, 'Nonces mismatch')
    assert.equal(other.error.status, 400)
  })
}

suite('ID tokens', () => {
  test('that prove nothing are refused, in OAuth’s own shape', async () => {
    const { server, partner } = await openGoogle()
    const past = new Date(server.clock.now().getTime() - 60_000)
    const atHash = createHash('sha256').update('good').digest().subarray(0, 16)
    const good = await partner.signIdToken(CLAIMS)
    const [head = '', , signature = ''] = good.split('.')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    const changed = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'boss' })).toString('base64url')
    const tokens: [token: string, description: RegExp, more?: object][] = [
      ['', /^id_token required$/],
      ['nonsense', /^Bad ID token$/],
      [await partner.signIdToken(CLAIMS, { isForged: true }), /^Bad ID token$/],
      [await partner.signIdToken(CLAIMS, { expiresAt: past }), /^Bad ID token$/],
      [`${head}.${changed}.${signature}`, /^Bad ID token$/],
      [`${unsigned}.${good.split('.')[1] ?? ''}.`, /^Bad ID token$/],
      [await partner.signIdToken({ ...CLAIMS, sub: '' }), /^Bad ID token$/],
      [await partner.signIdToken({ ...CLAIMS, sub: 7 }), /^Bad ID token$/],
      [await partner.signIdToken({ ...CLAIMS, aud: 'another app' }), /^Unacceptable audience/],
      [await partner.signIdToken({ ...CLAIMS, nonce: 'x' }), /^Passed nonce and nonce/],
      [good, /^Passed nonce and nonce/, { nonce: 'x' }],
      [
        await partner.signIdToken({ ...CLAIMS, at_hash: atHash.toString('base64url') }),
        /^Bad ID token$/,
        { access_token: 'another' },
      ],
    ]
    for (const [token, description, more] of tokens) {
      const body = { provider: 'google', id_token: token, ...more }
      const { status, json } = await call(server, 'POST', '/token?grant_type=id_token', { body })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(json), ['error', 'error_description'])
      assert.match(String(json['error_description']), description)
    }
    assert.deepEqual(await server.context.db.selectFrom('auth.users').selectAll().execute(), [])
  })

  test('an address that is another one’s only in lower case leads to no account', async () => {
    const { server, partner } = await openConfirmingGoogle()
    const owner = openAuthClient('newest', server)
    sessionOf(await owner.signUp({ email: 'kart@club.example', password: 'correct horse' }))
    // The sign of the unit Kelvin has the letter k as its lower case.
    const claims = { ...CLAIMS, email: '\u212aart@club.example' }
    const body = { provider: 'google', id_token: await partner.signIdToken(claims) }
    const { status, json } = await call(server, 'POST', '/token?grant_type=id_token', { body })
    assert.notEqual(status, 200)
    assert.equal(json['access_token'], undefined)
  })

  test('of another provider, by name or issuer: 400 provider_disabled', async () => {
    const { server, partner } = await openGoogle()
    const token = await partner.signIdToken(CLAIMS)
    const send = (body: object) => {
      const all = { id_token: token, ...body }
      return call(server, 'POST', '/token?grant_type=id_token', { body: all })
    }
    for (const body of [{ provider: 'apple' }, { issuer: 'https://other.example' }]) {
      const { status, json } = await send(body)
      assert.deepEqual([status, json['code']], [400, 'provider_disabled'])
    }
    const { status } = await send({ issuer: partner.issuer, client_id: 'pitboard' })
    assert.equal(status, 200)
  })

  test('link to the account of the signed-in user', async () => {
    const { server, partner } = await openConfirmingGoogle()
    const auth = openAuthClient('newest', server)
    const account = { email: 'other@club.example', password: 'correct horse' }
    const { accessToken } = sessionOf(await auth.signUp(account))
    const body = {
      provider: 'google',
      id_token: await partner.signIdToken(CLAIMS),
      link_identity: true,
    }
    const path = '/token?grant_type=id_token'
    const visitor = await call(server, 'POST', path, { body })
    assert.equal(visitor.json['code'], 'bad_jwt')
    const linked = await call(server, 'POST', path, { body, token: accessToken })
    assert.equal(linked.status, 200)
    const { data } = await auth.getUserIdentities()
    assert.equal(data?.identities.length, 2)
    assert.match((await lastMailTo(server, account.email)).subject, /new way to sign in/)
  })
})
