import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Db } from '../../../platform/db/tables.ts'
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
  tokenHashOf,
} from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()
const openLimitedServer = shareAuthServer({ AUTH_RATE_LIMITS: 'true', TRUST_PROXY: '1' })

const email = 'driver@club.example'
const password = 'correct horse'

/** A test that would otherwise wait without end if its rule is broken has this limit. */
const TIMED = { timeout: 60_000 }

function holdUsers(db: Db) {
  return db.selectFrom('auth.users').select('id').forUpdate().execute()
}

/** Returns what opening a link says went wrong; null where nothing did. */
async function errorOf(link: string): Promise<string | null> {
  const response = await fetch(link, { redirect: 'manual' })
  const { hash } = new URL(response.headers.get('location') ?? '')
  return new URLSearchParams(hash.slice(1)).get('error_code')
}

for (const version of CLIENT_VERSIONS) {
  suite(`verification, by client ${version}`, () => {
    test('the hash of a link signs in like its code, and both only once', async () => {
      const server = await openServer()
      const auth = openAuthClient(version, server)
      await auth.signUp({ email, password })
      const mail = await lastMailTo(server, email)
      const tokenHash = tokenHashOf(mail)
      sessionOf(await auth.verifyOtp({ type: 'email', token_hash: tokenHash }))
      for (const again of [
        await auth.verifyOtp({ type: 'email', token_hash: tokenHash }),
        await auth.verifyOtp({ type: 'signup', token_hash: tokenHash }),
      ]) {
        assert.deepEqual(
          [again.error?.status, again.error?.code, again.error?.message],
          [403, 'otp_expired', 'Email link is invalid or has expired'],
        )
      }
      const code = await auth.verifyOtp({ type: 'email', email, token: mail.code })
      assert.deepEqual(
        [code.error?.status, code.error?.code, code.error?.message],
        [403, 'otp_expired', 'Token has expired or is invalid'],
      )
    })

    test('a recovery code signs in and says what it is for', async () => {
      const server = await openServer()
      await signUpConfirmed(server, version, { email, password })
      const auth = openAuthClient(version, server)
      const events: string[] = []
      auth.onAuthStateChange((event) => void events.push(event))
      assert.equal((await auth.resetPasswordForEmail(email)).error, null)
      const { code } = await lastMailTo(server, email)
      const { error } = await auth.verifyOtp({ type: 'recovery', email, token: code })
      assert.equal(error, null)
      assert.ok(events.includes('PASSWORD_RECOVERY'), events.join())
      assert.equal((await auth.updateUser({ password: 'a new horse' })).error, null)
      assert.equal((await auth.signInWithPassword({ email, password })).error?.status, 400)
      const renewed = await auth.signInWithPassword({ email, password: 'a new horse' })
      assert.equal(renewed.error, null)
    })
  })
}

suite('one-time codes', () => {
  test('five wrong guesses end a code, and not its link: nobody locks another out', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email, password })
    const mail = await lastMailTo(server, email)
    const { code } = mail
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess++) {
      const { error } = await auth.verifyOtp({ type: 'signup', email, token: wrong })
      assert.equal(error?.code, 'otp_expired')
    }
    const { error } = await auth.verifyOtp({ type: 'signup', email, token: code })
    assert.equal(error?.code, 'otp_expired')
    const token_hash = tokenHashOf(mail)
    sessionOf(await auth.verifyOtp({ type: 'signup', token_hash }))
  })

  test('of two links of one user that are opened at once one is good', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email, password })
    await auth.resetPasswordForEmail(email)
    const links = (await mailsTo(server, email)).map(({ link }) => link)
    assert.equal(links.length, 2)
    const codes = await callWhile(
      server,
      links.map((link) => () => errorOf(link)),
      { hold: holdUsers },
    )
    assert.deepEqual(new Set(codes), new Set([null, 'otp_expired']))
  })

  test('a link that is opened while another mail is asked for is good or over, no failure', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email, password })
    await auth.resetPasswordForEmail(email)
    server.clock.pass(61)
    const token_hash = tokenHashOf((await mailsTo(server, email))[0] ?? { link: '' })
    const verify = () => call(server, 'POST', '/verify', { body: { type: 'signup', token_hash } })
    const recover = () => call(server, 'POST', '/recover', { body: { email } })
    const answers = await callWhile(server, [recover, verify], { hold: holdUsers })
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
  })

  test('an account’s codes can’t be guessed without limit, one after the other', async () => {
    const server = await openLimitedServer()
    for (let guess = 0; guess < 11; guess++) {
      const { status } = await call(server, 'POST', '/verify', {
        body: { type: 'email', email, token: '123456' },
        headers: { 'x-forwarded-for': `192.0.2.${guess}` },
      })
      assert.equal(status, guess < 10 ? 403 : 429)
    }
  })

  test('parallel guesses share the account’s limit: none is judged beyond it', TIMED, async () => {
    const server = await openLimitedServer()
    const guess = async (token: string, from: number) => {
      const body = { type: 'signup', email, token }
      const headers = { 'x-forwarded-for': `192.0.2.${from}` }
      return (await call(server, 'POST', '/verify', { body, headers })).status
    }
    for (let used = 0; used < 9; used++) assert.equal(await guess('123456', used), 403)
    await openAuthClient('2.48.1', server).signUp({ email, password })
    const { code } = await lastMailTo(server, email)
    const wrong = code === '000000' ? '000001' : '000000'
    // The first takes the last place; the others are refused while it is being judged.
    const others: number[] = []
    const work = async () => {
      for (const each of [wrong, wrong, code]) others.push(await guess(each, 100))
    }
    const first = await callWhile(server, [() => guess(wrong, 99)], { hold: holdUsers, work })
    assert.deepEqual([...first, ...others], [403, 429, 429, 429])
    const { failed_attempts: counted } = await server.context.db
      .selectFrom('auth.one_time_tokens')
      .select('failed_attempts')
      .executeTakeFirstOrThrow()
    assert.equal(counted, 1)
    server.clock.pass(3600)
    assert.equal(await guess(code, 99), 200, 'a right code is not counted')
    for (let used = 0; used < 10; used++) assert.equal(await guess('123456', used), 403)
    assert.equal(await guess('123456', 99), 429)
  })

  test('a code is good for an hour', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email, password })
    const { code } = await lastMailTo(server, email)
    server.clock.pass(3601)
    const { error } = await auth.verifyOtp({ type: 'signup', email, token: code })
    assert.equal(error?.code, 'otp_expired')
  })

  test('a code counts for its own purpose and account alone', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email, password })
    await auth.signUp({ email: 'other@club.example', password })
    const { code } = await lastMailTo(server, email)
    const asOther = { type: 'signup', email: 'other@club.example', token: code } as const
    assert.equal((await auth.verifyOtp(asOther)).error?.code, 'otp_expired')
    const asRecovery = { type: 'recovery', email, token: code } as const
    assert.equal((await auth.verifyOtp(asRecovery)).error?.code, 'otp_expired')
  })

  test('what is stored is neither the code nor made from it and the address alone', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    for (const each of [email, 'other@club.example']) await auth.signUp({ email: each, password })
    const stored = await server.context.db.selectFrom('auth.one_time_tokens').selectAll().execute()
    assert.equal(stored.length, 2)
    for (const { token_hash: hash } of stored) assert.match(hash, /^[\da-f]{56}$/)
    const mail = await lastMailTo(server, email)
    assert.ok(!JSON.stringify(stored.map(({ token_hash: hash }) => hash)).includes(mail.code))
  })

  test('a user who reads the mail of an unconfirmed account removes its password', async () => {
    const server = await openServer()
    const stranger = openAuthClient('2.48.1', server)
    await stranger.signUp({ email, password: 'the stranger’s' })
    server.clock.pass(61)
    const owner = openAuthClient('2.48.1', server)
    await owner.resetPasswordForEmail(email)
    const { code } = await lastMailTo(server, email)
    sessionOf(await owner.verifyOtp({ type: 'recovery', email, token: code }))
    const { error } = await stranger.signInWithPassword({ email, password: 'the stranger’s' })
    assert.equal(error?.code, 'invalid_credentials')
  })

  test('what is malformed is 400', async () => {
    const server = await openServer()
    const bodies = [
      {},
      { type: 'email' },
      { type: 'email', token: '123456' },
      { type: 'constructor', token: '123456', email },
      { type: 'email', token: '123456', token_hash: 'abc', email },
      { type: 'email', token_hash: 'abc', email },
      { type: 'sms', token: '123456', phone: '0170' },
    ]
    for (const body of bodies) {
      const { status, json } = await call(server, 'POST', '/verify', { body })
      assert.deepEqual([status, json['code']], [400, 'validation_failed'], JSON.stringify(body))
    }
  })
})

suite('the link of a mail', () => {
  test('leads back with a session in the fragment, without any key', async (t) => {
    const server = await openAuthServer(t, { AUTH_REDIRECT_URLS: 'https://club.example/**' })
    const auth = openAuthClient('2.48.1', server)
    const emailRedirectTo = 'https://club.example/welcome?from=mail'
    await auth.signUp({ email, password, options: { emailRedirectTo } })
    const { link } = await lastMailTo(server, email)
    const response = await fetch(link, { redirect: 'manual' })
    assert.equal(response.status, 303)
    const [target, fragment] = (response.headers.get('location') ?? '').split('#')
    assert.equal(target, emailRedirectTo)
    const values = new URLSearchParams(fragment)
    assert.deepEqual(
      [...values.keys()],
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'],
    )
    assert.equal(values.get('type'), 'signup')
    const token = values.get('access_token') ?? ''
    assert.equal((await call(server, 'GET', '/user', { token })).status, 200)

    const again = await fetch(link, { redirect: 'manual' })
    assert.equal(again.status, 303)
    const [sameTarget, failure] = (again.headers.get('location') ?? '').split('#')
    assert.equal(sameTarget, emailRedirectTo)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(failure)), {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
  })

  test('in the PKCE flow a failure stands in the query as well', async () => {
    const server = await openServer()
    const link = `${server.url}/auth/v1/verify?token=pkce_${'0'.repeat(56)}&type=signup`
    const response = await fetch(link, { redirect: 'manual' })
    const url = new URL(response.headers.get('location') ?? '')
    assert.equal(url.searchParams.get('error_code'), 'otp_expired')
    assert.equal(new URLSearchParams(url.hash.slice(1)).get('error_code'), 'otp_expired')
  })

  test('is not used up by a program that only asks for its head', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email, password })
    const { link } = await lastMailTo(server, email)
    assert.equal((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status, 405)
    const response = await fetch(link, { redirect: 'manual' })
    assert.match(response.headers.get('location') ?? '', /access_token=/)
  })

  test('without token or type it is 400 in JSON', async () => {
    const server = await openServer()
    for (const query of ['', '?token=x', '?type=signup']) {
      const response = await fetch(`${server.url}/auth/v1/verify${query}`, { redirect: 'manual' })
      assert.equal(response.status, 400)
      const body: unknown = await response.json()
      assert.ok(typeof body === 'object' && body !== null && 'error_code' in body)
      assert.equal(body.error_code, 'validation_failed', 'a browser names no version')
    }
  })
})

suite('a change of the address', () => {
  const newEmail = 'new@club.example'

  for (const version of CLIENT_VERSIONS) {
    test(`needs both addresses to agree; nobody is signed in by the first (${version})`, async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, { email, password })
      const { data, error } = await auth.updateUser({ email: newEmail })
      assert.equal(error, null)
      assert.deepEqual([data.user?.email, data.user?.new_email], [email, newEmail])
      const [old, renewed] = [await lastMailTo(server, email), await lastMailTo(server, newEmail)]
      const other = openAuthClient(version, server)
      const half = await other.verifyOtp({ type: 'email_change', email, token: old.code })
      assert.equal(half.data.session, null)
      assert.equal((await auth.getUser()).data.user?.email, email)
      const reused = await other.verifyOtp({ type: 'email_change', email, token: old.code })
      assert.equal(reused.error?.code, 'otp_expired', 'the first can’t agree twice')
      const whole = await other.verifyOtp({
        type: 'email_change',
        email: newEmail,
        token: renewed.code,
      })
      assert.equal(whole.error, null)
      assert.equal(whole.data.user?.email, newEmail)
      assert.equal(whole.data.user?.new_email, undefined)
      assert.equal(whole.data.user?.identities?.[0]?.identity_data?.['email'], newEmail)
      const mail = await lastMailTo(server, email)
      assert.match(mail.text, /new@club\.example instead of driver@club\.example/)
      assert.equal((await other.signInWithPassword({ email: newEmail, password })).error, null)
    })
  }

  test('by links: the first leads back with a message, the second with a session', async () => {
    const server = await openServer()
    const { auth } = await signUpConfirmed(server, '2.48.1', { email, password })
    await auth.updateUser({ email: newEmail })
    const follow = async (address: string) => {
      const { link } = await lastMailTo(server, address)
      const response = await fetch(link, { redirect: 'manual' })
      const { hash } = new URL(response.headers.get('location') ?? '')
      return new URLSearchParams(hash.slice(1))
    }
    assert.match((await follow(newEmail)).get('message') ?? '', /Confirmation link accepted/)
    assert.equal((await follow(email)).get('type'), 'email_change')
  })

  test('who agreed to one address has not agreed to another', async () => {
    const server = await openServer()
    const { auth } = await signUpConfirmed(server, '2.48.1', { email, password })
    await auth.updateUser({ email: newEmail })
    const { code } = await lastMailTo(server, newEmail)
    const { admin } = openAuthClient('2.48.1', server, { key: server.context.keys.serviceKey })
    const wish = { type: 'email_change_current', email, newEmail: 'other@club.example' } as const
    assert.equal((await admin.generateLink(wish)).error, null)
    const agree = { type: 'email_change', email, token: code } as const
    assert.equal((await auth.verifyOtp(agree)).error?.code, 'otp_expired')
  })

  test('to an address that has meanwhile been taken is refused', async () => {
    const server = await openServer()
    const { auth } = await signUpConfirmed(server, '2.48.1', { email, password })
    await auth.updateUser({ email: newEmail })
    const { code } = await lastMailTo(server, newEmail)
    await signUpConfirmed(server, '2.48.1', { email: newEmail, password })
    const [old] = (await mailsTo(server, email)).toReversed()
    await auth.verifyOtp({ type: 'email_change', email, token: old?.code ?? '' })
    const { error } = await auth.verifyOtp({ type: 'email_change', email: newEmail, token: code })
    assert.ok(error)
    const owner = await auth.signInWithPassword({ email, password })
    assert.equal(owner.data.user?.email, email)
  })
})
