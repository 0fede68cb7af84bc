import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hash as hashBcrypt } from '@node-rs/bcrypt'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  call,
  openAuthClient,
  openAuthServer,
  shareAuthServer,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()
const openLimitedServer = shareAuthServer({ AUTH_RATE_LIMITS: 'true', TRUST_PROXY: '1' })

const email = 'driver@club.example'
const password = 'correct horse'

for (const version of CLIENT_VERSIONS) {
  suite(`sign-in with a password, by client ${version}`, () => {
    test('the right one signs in, whatever the case of the address', async () => {
      const server = await openServer()
      const { userId } = await signUpConfirmed(server, version, { email, password })
      const auth = openAuthClient(version, server)
      const { data, error } = await auth.signInWithPassword({
        email: email.toUpperCase(),
        password,
      })
      assert.equal(error, null)
      assert.equal(data.user?.id, userId)
      assert.equal(data.session?.token_type, 'bearer')
      assert.equal(data.session?.expires_in, 3600)
      assert.equal(data.session?.expires_at, server.clock.now().getTime() / 1000 + 3600)
      const claims = await server.context.keys.verify(data.session?.access_token ?? '')
      const { iss, sub, aud, role, aal, amr, is_anonymous: isAnonymous } = claims
      assert.deepEqual(
        { iss, sub, aud, role, aal, amr, isAnonymous },
        {
          iss: `http://localhost:${new URL(server.url).port}/auth/v1`,
          sub: userId,
          aud: 'authenticated',
          role: 'authenticated',
          aal: 'aal1',
          amr: [{ method: 'password', timestamp: server.clock.now().getTime() / 1000 }],
          isAnonymous: false,
        },
      )
      assert.ok(claims.session_id)
    })

    test('a wrong one and an unknown address are refused in the same words', async () => {
      const server = await openServer()
      await signUpConfirmed(server, version, { email, password })
      const auth = openAuthClient(version, server)
      for (const wrong of [
        { email, password: 'correct hors' },
        { email, password: '' },
        { email: 'nobody@club.example', password },
      ]) {
        const { error, data } = await auth.signInWithPassword(wrong)
        assert.equal(data.session, null)
        assert.deepEqual(
          [error?.status, error?.code, error?.message],
          [400, 'invalid_credentials', 'Invalid login credentials'],
        )
      }
    })
  })
}

suite('sign-in with a password, whatever the client', () => {
  test('a brought-along bcrypt hash signs in, and becomes one of ours', async () => {
    const server = await openServer()
    const { userId, auth } = await signUpConfirmed(server, 'newest', { email, password })
    const { db } = server.context
    const passwordHash = await hashBcrypt('from elsewhere', { cost: 10 })
    await db
      .updateTable('auth.users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute()
    const credentials = { email, password: 'from elsewhere' }
    assert.equal(
      (await auth.signInWithPassword({ email, password })).error?.code,
      'invalid_credentials',
    )
    assert.equal((await auth.signInWithPassword(credentials)).error, null)
    const { password_hash: upgraded } = await db
      .selectFrom('auth.users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    assert.match(upgraded ?? '', /^\$argon2id\$/)
    assert.equal((await auth.signInWithPassword(credentials)).error, null)
  })

  test('a password that has become too weak still signs in, with a warning', async (t) => {
    const strict = await openAuthServer(t, { AUTH_PASSWORD_MIN_LENGTH: '12' })
    await signUpConfirmed(strict, '2.48.1', { email, password: 'long enough!' })
    const { db } = strict.context
    const passwordHash = await hashBcrypt('short', { cost: 4 })
    await db.updateTable('auth.users').set({ password_hash: passwordHash }).execute()
    const body = { email, password: 'short' }
    const { status, json } = await call(strict, 'POST', '/token?grant_type=password', { body })
    assert.equal(status, 200)
    assert.deepEqual(json['weak_password'], {
      reasons: ['length'],
      message: 'Password should be at least 12 characters.',
    })
  })

  test('a banned user learns of the ban only with the right password', async () => {
    const server = await openServer()
    await signUpConfirmed(server, '2.48.1', { email, password })
    const until = new Date(server.clock.now().getTime() + 60_000)
    await server.context.db.updateTable('auth.users').set({ banned_until: until }).execute()
    const codeOf = async (tried: string) => {
      const body = { email, password: tried }
      const { status, json } = await call(server, 'POST', '/token?grant_type=password', { body })
      return [status, json['code']]
    }
    assert.deepEqual(await codeOf(password), [400, 'user_banned'])
    assert.deepEqual(await codeOf('a wrong one'), [400, 'invalid_credentials'])
    server.clock.pass(61)
    assert.deepEqual(await codeOf(password), [200, undefined])
  })

  test('guessing one account’s password from everywhere has an end', async () => {
    const server = await openLimitedServer()
    await signUpConfirmed(server, '2.48.1', { email, password })
    const guess = async (address: string, from: number, tried = 'a wrong one') => {
      const { status, json } = await call(server, 'POST', '/token?grant_type=password', {
        body: { email: address, password: tried },
        headers: { 'x-forwarded-for': `192.0.2.${from}` },
      })
      return [status, json['code']]
    }
    for (let from = 0; from < 15; from++) assert.equal((await guess(email, from))[0], 400)
    assert.deepEqual(await guess(email, 99), [429, 'over_request_rate_limit'])
    assert.deepEqual(await guess(email, 98, password), [429, 'over_request_rate_limit'])
    assert.deepEqual(await guess('else@club.example', 97), [400, 'invalid_credentials'])
    server.clock.pass(900)
    assert.deepEqual(await guess(email, 96, password), [200, undefined])
  })

  test('guesses that come all at once get no further', async () => {
    const server = await openLimitedServer()
    await signUpConfirmed(server, '2.48.1', { email, password })
    const statusOf = async (tried: string, from: number) => {
      const { status } = await call(server, 'POST', '/token?grant_type=password', {
        body: { email, password: tried },
        headers: { 'x-forwarded-for': `192.0.2.${from}` },
      })
      return status
    }
    for (let from = 0; from < 16; from++) assert.equal(await statusOf(password, from), 200)
    const guesses = Array.from({ length: 20 }, (_, from) => statusOf('a wrong one', from))
    const statuses = await Promise.all(guesses)
    assert.equal(statuses.filter((status) => status === 400).length, 15)
    assert.equal(statuses.filter((status) => status === 429).length, 5)
  })

  test('sign-in, failed sign-in and sign-up are in the audit log, without a secret', async () => {
    const server = await openServer()
    const { userId } = await signUpConfirmed(server, '2.48.1', { email, password })
    const auth = openAuthClient('2.48.1', server)
    await auth.signInWithPassword({ email, password })
    await auth.signInWithPassword({ email, password: 'a wrong one' })
    const entries = await server.context.db
      .selectFrom('auth.audit_log')
      .selectAll()
      .orderBy('id')
      .execute()
    const actions = entries.map(({ action }) => action)
    for (const action of ['user_signedup', 'user_confirmed', 'login', 'login_failed'])
      assert.ok(actions.includes(action), action)
    assert.ok(entries.every((entry) => entry.user_id === userId && entry.ip === '127.0.0.1'))
    assert.doesNotMatch(JSON.stringify(entries), /correct|wrong one/)
  })

  test('signing in by a wallet is answered as disabled', async () => {
    const server = await openServer()
    const { status, json } = await call(server, 'POST', '/token?grant_type=web3', { body: {} })
    assert.deepEqual([status, json['code']], [422, 'web3_provider_disabled'])
  })

  test('malformed: no address, both addresses, an unknown grant', async () => {
    const server = await openServer()
    const codeOf = async (grant: string, body: object) => {
      const { status, json } = await call(server, 'POST', `/token?grant_type=${grant}`, { body })
      return [status, json['code'], json['message']]
    }
    assert.deepEqual((await codeOf('password', { password })).slice(0, 2), [
      400,
      'validation_failed',
    ])
    assert.deepEqual((await codeOf('password', { email, phone: '491', password })).slice(0, 2), [
      400,
      'validation_failed',
    ])
    assert.deepEqual(await codeOf('toString', {}), [
      400,
      'invalid_credentials',
      'unsupported_grant_type',
    ])
    assert.deepEqual((await codeOf('password', { phone: '491701234567', password })).slice(0, 2), [
      422,
      'phone_provider_disabled',
    ])
  })
})
