import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { callWhile } from '../../../testing/call-while.ts'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  call,
  lastMailTo,
  mailsTo,
  openAuthClient,
  openAuthServer,
  shareAuthServer,
  sessionOf,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()

const email = 'driver@club.example'
const password = 'correct horse'
const DAY_SECONDS = 86_400
/** A test that would otherwise wait without end if its rule is broken has this limit. */
const TIMED = { timeout: 60_000 }

for (const version of CLIENT_VERSIONS) {
  suite(`the user himself, by client ${version}`, () => {
    test('metadata is merged, and null takes a key away', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, { email, password })
      await auth.updateUser({ data: { a: 1, b: { c: 2 } } })
      const { data } = await auth.updateUser({ data: { a: null, d: 3 } })
      assert.deepEqual(data.user?.user_metadata['b'], { c: 2 })
      assert.equal(data.user?.user_metadata['d'], 3)
      assert.ok(!('a' in (data.user?.user_metadata ?? {})))
      const fresh = await auth.getUser()
      assert.deepEqual(fresh.data.user?.user_metadata, data.user?.user_metadata)
    })

    test('metadata that no request could carry is refused', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, { email, password })
      const { error } = await auth.updateUser({ data: { text: 'x'.repeat(4096) } })
      assert.deepEqual([error?.status, error?.code], [400, 'validation_failed'])
      const other = { email: 'other@club.example', password }
      const signUp = await auth.signUp({ ...other, options: { data: { a: 'x'.repeat(4096) } } })
      assert.equal(signUp.error?.status, 400)
    })

    test('a new password signs everybody else out, ends what was sent, and is reported by mail', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, { email, password })
      const thief = openAuthClient(version, server)
      const stolen = sessionOf(await thief.signInWithPassword({ email, password }))
      await thief.resetPasswordForEmail(email)
      const sent = await lastMailTo(server, email)

      const same = await auth.updateUser({ password })
      assert.deepEqual(
        [same.error?.status, same.error?.code, same.error?.message],
        [422, 'same_password', 'New password should be different from the old password.'],
      )
      assert.equal((await auth.updateUser({ password: 'a new horse' })).error, null)
      assert.equal((await auth.getUser()).error, null, 'who changed it stays signed in')
      const after = await call(server, 'GET', '/user', { token: stolen.accessToken })
      assert.deepEqual([after.status, after.json['code']], [403, 'session_not_found'])
      const body = { refresh_token: stolen.refreshToken }
      const refreshed = await call(server, 'POST', '/token?grant_type=refresh_token', { body })
      assert.equal(refreshed.status, 400)
      const old = await thief.verifyOtp({ type: 'recovery', email, token: sent.code })
      assert.equal(old.error?.code, 'otp_expired')
      assert.equal((await thief.signInWithPassword({ email, password })).error?.status, 400)
      assert.match((await lastMailTo(server, email)).subject, /password has changed/)
    })

    test('an old session needs a code by mail for a new password', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, { email, password })
      server.clock.pass(DAY_SECONDS + 1)
      await auth.refreshSession()
      const bare = await auth.updateUser({ password: 'a new horse' })
      assert.deepEqual([bare.error?.status, bare.error?.code], [400, 'reauthentication_needed'])
      assert.equal((await auth.reauthenticate()).error, null)
      const { code, link } = await lastMailTo(server, email)
      assert.equal(link, '', 'a code alone')
      const nonce = code === '000000' ? '000001' : '000000'
      const wrong = await auth.updateUser({ password: 'a new horse', nonce })
      assert.deepEqual(
        [wrong.error?.status, wrong.error?.code],
        [422, 'reauthentication_not_valid'],
      )
      const right = await auth.updateUser({ password: 'a new horse', nonce: code })
      assert.equal(right.error, null)
      const again = await auth.updateUser({ password: 'another horse', nonce: code })
      assert.equal(again.error?.code, 'reauthentication_not_valid', 'a code counts once')
    })

    test('an anonymous user who confirms an address has the same id, and stays', async (t) => {
      const server = await openAuthServer(t, { AUTH_ANONYMOUS: 'true' })
      const auth = openAuthClient(version, server)
      const { data } = await auth.signInAnonymously()
      const bare = await auth.updateUser({ password })
      assert.deepEqual([bare.error?.status, bare.error?.code], [422, 'validation_failed'])
      assert.equal((await auth.updateUser({ email })).error, null)
      const { code } = await lastMailTo(server, email)
      const verified = await auth.verifyOtp({ type: 'email_change', email, token: code })
      assert.equal(verified.error, null)
      assert.equal(verified.data.user?.id, data.user?.id)
      assert.equal(verified.data.user?.is_anonymous, false)
      assert.deepEqual(verified.data.user?.app_metadata, {
        provider: 'email',
        providers: ['email'],
      })
    })
  })
}

suite('what PUT /user refuses', () => {
  test('parallel guesses of the code for a new password share one limit', TIMED, async (t) => {
    const server = await openAuthServer(t, { AUTH_RATE_LIMITS: 'true', TRUST_PROXY: '1' })
    const { auth, refreshToken } = await signUpConfirmed(server, '2.48.1', { email, password })
    server.clock.pass(DAY_SECONDS + 1)
    const { accessToken: token } = sessionOf(
      await auth.refreshSession({ refresh_token: refreshToken }),
    )
    const guess = async (nonce: string, from: number) => {
      const body = { password: 'a new horse', nonce }
      const headers = { 'x-forwarded-for': `192.0.2.${from}` }
      return (await call(server, 'PUT', '/user', { token, body, headers })).status
    }
    for (let used = 0; used < 9; used++) assert.equal(await guess('123456', used), 422)
    await auth.reauthenticate()
    const { code } = await lastMailTo(server, email)
    const wrong = code === '000000' ? '000001' : '000000'
    // The first takes the last place; the others are refused while it is being judged.
    const others: number[] = []
    const first = await callWhile(server, [() => guess(wrong, 99)], {
      hold: (db) => db.selectFrom('auth.users').select('id').forUpdate().execute(),
      work: async () => {
        for (const each of [wrong, code]) others.push(await guess(each, 100))
      },
    })
    assert.deepEqual([...first, ...others], [422, 429, 429])
    server.clock.pass(180)
    assert.equal(await guess(code, 99), 200)
  })

  test('app_metadata, a taken address, a weak password, an invalid address', async () => {
    const server = await openServer()
    const other = { email: 'other@club.example', password }
    await signUpConfirmed(server, '2.48.1', other)
    const { accessToken: token } = await signUpConfirmed(server, '2.48.1', { email, password })
    const codeOf = async (body: object) => {
      const { status, json } = await call(server, 'PUT', '/user', { body, token })
      return [status, json['code']]
    }
    assert.deepEqual(await codeOf({ app_metadata: { role: 'admin' } }), [403, 'not_admin'])
    assert.deepEqual(await codeOf({ email: other.email }), [422, 'email_exists'])
    assert.deepEqual(await codeOf({ password: '123' }), [422, 'weak_password'])
    assert.deepEqual(await codeOf({ email: 'nobody' }), [400, 'validation_failed'])
    assert.deepEqual(await codeOf({ phone: '491701234567' }), [400, 'phone_provider_disabled'])
    assert.deepEqual(await codeOf({ id: randomUUID(), role: 'service_role', aud: 'x' }), [
      200,
      undefined,
    ])
    const { json } = await call(server, 'GET', '/user', { token })
    assert.deepEqual([json['role'], json['aud']], ['authenticated', 'authenticated'])
  })

  test('a user with a second factor shows it before they change how they sign in', async () => {
    const server = await openServer()
    const { accessToken: token, userId } = await signUpConfirmed(server, '2.48.1', {
      email,
      password,
    })
    await server.context.db
      .insertInto('auth.factors')
      .values({ id: randomUUID(), user_id: userId, factor_type: 'totp', status: 'verified' })
      .execute()
    const body = { password: 'a new horse' }
    const { status, json } = await call(server, 'PUT', '/user', { body, token })
    assert.deepEqual([status, json['code']], [401, 'insufficient_aal'])
    const metadata = await call(server, 'PUT', '/user', { body: { data: { a: 1 } }, token })
    assert.equal(metadata.status, 200)
  })

  test('with AUTH_CURRENT_PASSWORD the present password comes along, but for a recovery', async (t) => {
    const server = await openAuthServer(t, { AUTH_CURRENT_PASSWORD: 'true' })
    await signUpConfirmed(server, '2.48.1', { email, password })
    const auth = openAuthClient('2.48.1', server)
    const { accessToken: token } = sessionOf(await auth.signInWithPassword({ email, password }))
    const codeOf = async (body: object) =>
      (await call(server, 'PUT', '/user', { body, token })).json['code']
    const wanted = { password: 'a new horse' }
    assert.equal(await codeOf(wanted), 'current_password_required')
    const wrong = { ...wanted, current_password: 'a wrong one' }
    assert.equal(await codeOf(wrong), 'current_password_invalid')
    assert.equal(await codeOf({ ...wanted, current_password: password }), undefined)

    server.clock.pass(61)
    await auth.resetPasswordForEmail(email)
    const { code } = await lastMailTo(server, email)
    await auth.verifyOtp({ type: 'recovery', email, token: code })
    assert.equal((await auth.updateUser({ password: 'forgot it' })).error, null)
  })

  test('a password can be changed while no mail can be sent', async (t) => {
    const server = await openAuthServer(t, {
      AUTH_AUTOCONFIRM: 'true',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const auth = openAuthClient('2.48.1', server)
    sessionOf(await auth.signUp({ email, password }))
    assert.equal((await auth.updateUser({ password: 'a new horse' })).error, null)
  })

  test('the mail of a changed address comes once a minute', async () => {
    const server = await openServer()
    const { auth } = await signUpConfirmed(server, '2.48.1', { email, password })
    assert.equal((await auth.updateUser({ email: 'one@club.example' })).error, null)
    const soon = await auth.updateUser({ email: 'two@club.example' })
    assert.equal(soon.error?.code, 'over_email_send_rate_limit')
    assert.deepEqual(await mailsTo(server, 'two@club.example'), [])
  })
})

suite('GET /user', () => {
  test('another audience than the token’s is 400', async () => {
    const server = await openServer()
    const { accessToken: token } = await signUpConfirmed(server, '2.48.1', { email, password })
    const headers = { 'x-jwt-aud': 'somebody else' }
    const { status, json } = await call(server, 'GET', '/user', { token, headers })
    assert.deepEqual([status, json['code']], [400, 'validation_failed'])
  })

  test('in the order of what is wrong: no token, a bad one, no user, no session', async () => {
    const server = await openServer()
    const { keys, db, now } = server.context
    const { accessToken, userId } = await signUpConfirmed(server, '2.48.1', { email, password })
    const answerTo = async (token: string) => {
      const { status, json } = await call(server, 'GET', '/user', { token })
      return [status, json['code']]
    }
    const exp = Math.floor(now().getTime() / 1000) + 60
    const signed = (claims: object) => keys.sign({ exp, role: 'authenticated', ...claims })
    assert.deepEqual(await answerTo(''), [401, 'no_authorization'])
    assert.deepEqual(await answerTo('not.a.token'), [403, 'bad_jwt'])
    assert.deepEqual(await answerTo(keys.anonKey), [403, 'bad_jwt'])
    assert.deepEqual(await answerTo(await signed({ sub: 'me' })), [400, 'bad_jwt'])
    const nobody = await signed({ sub: randomUUID() })
    assert.deepEqual(await answerTo(nobody), [403, 'user_not_found'])
    const noSession = await signed({ sub: userId, session_id: randomUUID() })
    assert.deepEqual(await answerTo(noSession), [403, 'session_not_found'])
    assert.deepEqual(await answerTo(await signed({ sub: userId })), [200, undefined])
    assert.deepEqual(await answerTo(await signed({ sub: userId, exp: exp - 61 })), [403, 'bad_jwt'])
    const unsigned = [{ alg: 'none' }, { sub: userId, exp }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    assert.deepEqual(await answerTo(`${unsigned}.`), [403, 'bad_jwt'])
    const until = new Date(now().getTime() + 60_000)
    await db.updateTable('auth.users').set({ banned_until: until }).execute()
    assert.deepEqual(await answerTo(accessToken), [403, 'user_banned'])
  })

  test('once the user is deleted their tokens are void', async () => {
    const server = await openServer()
    const { accessToken, refreshToken, userId } = await signUpConfirmed(server, '2.48.1', {
      email,
      password,
    })
    await server.context.db.deleteFrom('auth.users').where('id', '=', userId).execute()
    const { status, json } = await call(server, 'GET', '/user', { token: accessToken })
    assert.deepEqual([status, json['code']], [403, 'user_not_found'])
    const body = { refresh_token: refreshToken }
    const refreshed = await call(server, 'POST', '/token?grant_type=refresh_token', { body })
    assert.equal(refreshed.json['code'], 'refresh_token_not_found')
  })
})
