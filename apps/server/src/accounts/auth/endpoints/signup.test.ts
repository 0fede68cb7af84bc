import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { openTestServer } from '../../../testing/server.ts'
import {
  call,
  lastMailTo,
  mailsTo,
  openAuthClient,
  openAuthServer,
  shareAuthServer,
  sessionOf,
} from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()
const openConfirmingServer = shareAuthServer({ AUTH_AUTOCONFIRM: 'true' })

const PASSWORD = 'correct horse'

for (const version of CLIENT_VERSIONS) {
  suite(`sign-up, by client ${version}`, () => {
    test('with confirmation: a user without a session, a mail, and a session by its code', async () => {
      const server = await openServer()
      const auth = openAuthClient(version, server)
      const credentials = { email: 'Driver@Club.example', password: PASSWORD }
      const { data, error } = await auth.signUp({ ...credentials, options: { data: { team: 7 } } })
      assert.equal(error, null)
      assert.equal(data.session, null)
      assert.equal(data.user?.email, 'driver@club.example')
      assert.equal(data.user?.email_confirmed_at, undefined)
      assert.equal(data.user?.identities?.length, 1)
      const identity = data.user?.identities?.[0]
      assert.equal(identity?.id, data.user?.id, 'the provider’s name for the person')
      assert.notEqual(identity?.identity_id, data.user?.id)
      assert.deepEqual(data.user?.user_metadata, {
        team: 7,
        sub: data.user?.id,
        email: 'driver@club.example',
        email_verified: false,
        phone_verified: false,
      })

      const early = await auth.signInWithPassword(credentials)
      assert.equal(early.error?.code, 'email_not_confirmed')

      const mail = await lastMailTo(server, 'driver@club.example')
      const verified = await auth.verifyOtp({
        type: 'signup',
        email: 'driver@club.example',
        token: mail.code,
      })
      assert.equal(verified.error, null)
      assert.ok(verified.data.user?.email_confirmed_at)
      assert.equal(verified.data.user?.user_metadata['email_verified'], true)
      assert.equal((await auth.signInWithPassword(credentials)).error, null)
    })

    test('auto-confirmed: signed in at once, with a profile row of the same id', async () => {
      const server = await openConfirmingServer()
      const auth = openAuthClient(version, server)
      const answer = await auth.signUp({ email: 'a@club.example', password: PASSWORD })
      sessionOf(answer)
      const id = answer.data.user?.id ?? ''
      const { db } = server.context
      const profile = await db.selectFrom('user').selectAll().where('id', '=', id).execute()
      assert.deepEqual(
        profile.map(({ username }) => username),
        [null],
      )
      const again = await auth.signUp({ email: 'a@club.example', password: PASSWORD })
      assert.equal(again.error?.code, 'user_already_exists')
      assert.equal(again.error?.status, 422)
      assert.equal(again.error?.message, 'User already registered')
    })

    test('a weak password is refused with its reasons', async (t) => {
      const server = await openAuthServer(t, {
        AUTH_PASSWORD_CHARACTERS: 'abcdefghijklmnopqrstuvwxyz:0123456789',
      })
      const auth = openAuthClient(version, server)
      const { error } = await auth.signUp({ email: 'a@club.example', password: '123' })
      assert.equal(error?.name, 'AuthWeakPasswordError')
      assert.equal(error?.status, 422)
      assert.ok('reasons' in error)
      assert.deepEqual(error.reasons, ['length', 'characters'])
      assert.match(error.message, /at least 6 characters\. Password should contain/)
    })

    test('anonymous: a session without an address, off unless it is allowed', async (t) => {
      const server = await openAuthServer(t, { AUTH_ANONYMOUS: 'true' })
      const auth = openAuthClient(version, server)
      const { data } = await auth.signInAnonymously({ options: { data: { a: 1 } } })
      assert.equal(data.user?.is_anonymous, true)
      assert.equal(data.user?.email, '')
      assert.deepEqual(data.user?.identities, [])
      assert.deepEqual(data.user?.app_metadata, {})
      assert.deepEqual(data.user?.user_metadata, { a: 1 })
    })
  })
}

suite('sign-up, whatever the client', () => {
  test('an address that has an account answers like a new one, and gets no mail', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    const email = 'known@club.example'
    const first = await auth.signUp({ email, password: PASSWORD })
    await auth.verifyOtp({ type: 'email', email, token: (await lastMailTo(server, email)).code })
    server.clock.pass(3600)

    const again = await auth.signUp({ email, password: 'another one', options: { data: { x: 1 } } })
    assert.equal(again.error, null)
    assert.equal(again.data.session, null)
    assert.notEqual(again.data.user?.id, first.data.user?.id)
    assert.deepEqual(again.data.user?.identities, [])
    assert.equal(again.data.user?.user_metadata['x'], 1)
    assert.equal((await mailsTo(server, email)).length, 1)
    assert.equal((await auth.signInWithPassword({ email, password: PASSWORD })).error, null)

    const soon = await auth.signUp({ email, password: PASSWORD })
    assert.equal(soon.error?.code, 'over_email_send_rate_limit', 'as for a new address')
  })

  test('an unconfirmed account gets a mail once a minute, and only the newest is good', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    const email = 'new@club.example'
    await auth.signUp({ email, password: PASSWORD })
    const soon = await auth.signUp({ email, password: 'another one' })
    assert.equal(soon.error?.status, 429)
    assert.match(soon.error.message, /after 60 seconds/)
    server.clock.pass(61)
    assert.equal((await auth.signUp({ email, password: 'another one' })).error, null)
    const mails = await mailsTo(server, email)
    assert.equal(mails.length, 2)
    const old = await auth.verifyOtp({ type: 'signup', email, token: mails[0]?.code ?? '' })
    assert.equal(old.error?.code, 'otp_expired', 'only the newest code is good')
    const { error } = await auth.verifyOtp({ type: 'signup', email, token: mails[1]?.code ?? '' })
    assert.equal(error, null)
  })

  test('of two who sign up with one address neither has chosen the password of its owner', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    const email = 'new@club.example'
    const signIn = async (password: string) =>
      (await auth.signInWithPassword({ email, password })).error?.code
    const confirm = async () => {
      const { code: token } = await lastMailTo(server, email)
      return sessionOf(await auth.verifyOtp({ type: 'signup', email, token }))
    }
    await auth.signUp({ email, password: 'the stranger’s' })
    server.clock.pass(61)
    await auth.signUp({ email, password: PASSWORD })
    await confirm()
    for (const password of ['the stranger’s', PASSWORD])
      assert.equal(await signIn(password), 'invalid_credentials')
  })

  test('a user who signs up again with the same password can sign in with it', async () => {
    const server = await openServer()
    const auth = openAuthClient('2.48.1', server)
    const credentials = { email: 'new@club.example', password: PASSWORD }
    await auth.signUp(credentials)
    server.clock.pass(61)
    await auth.signUp(credentials)
    const { code: token } = await lastMailTo(server, credentials.email)
    await auth.verifyOtp({ type: 'signup', email: credentials.email, token })
    assert.equal((await auth.signInWithPassword(credentials)).error, null)
  })

  test('a mail that can’t be sent yet does not keep a sign-up from its account', async (t) => {
    const server = await openAuthServer(t, { SMTP_URL: 'smtp://127.0.0.1:1' })
    const auth = openAuthClient('2.48.1', server)
    const { error } = await auth.signUp({ email: 'a@club.example', password: PASSWORD })
    assert.equal(error, null)
    const { db } = server.context
    for (const table of ['auth.users', 'auth.one_time_tokens', 'auth.outbox'] as const)
      assert.equal((await db.selectFrom(table).selectAll().execute()).length, 1, table)
  })

  test('two sign-ups of an address at the same moment make one account', async () => {
    const server = await openConfirmingServer()
    const body = { email: 'twice@club.example', password: PASSWORD }
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(server, 'POST', '/signup', { body })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422, 422],
    )
  })
})

suite('what sign-up refuses', () => {
  let server: Awaited<ReturnType<typeof openTestServer>>
  before(async () => {
    server = await openTestServer({ env: { AUTH_AUTOCONFIRM: 'true' } })
  })
  after(() => server.close())

  const refusals: [body: object, status: number, code: string, message: RegExp][] = [
    [{}, 422, 'anonymous_provider_disabled', /^Anonymous sign-ins are disabled$/],
    [{ email: 'a@b.example' }, 400, 'validation_failed', /^Signup requires a valid password$/],
    [
      { email: 'a@b.example', phone: '491701234567', password: PASSWORD },
      400,
      'validation_failed',
      /^Only an email address or phone number/,
    ],
    [{ email: 'nobody', password: PASSWORD }, 400, 'validation_failed', /email.* invalid format$/],
    ...[
      '\u212aart@b.example',
      'a@\uff42.example',
      'a\u200b@b.example',
      'a\u0007@b.example',
      'a@b.example\r\nBcc: c@d.example',
    ].map((email): [object, number, string, RegExp] => [
      { email, password: PASSWORD },
      400,
      'validation_failed',
      /email.* invalid format$/,
    ]),
    [{ phone: '017012', password: PASSWORD }, 400, 'validation_failed', /E\.164 required/],
    [
      { phone: '491701234567', password: PASSWORD, channel: 'pigeon' },
      400,
      'validation_failed',
      /Invalid channel/,
    ],
    [
      { email: 'a@b.example', password: PASSWORD, code_challenge: 'short' },
      400,
      'validation_failed',
      /PKCE/,
    ],
    [
      { email: 'a@b.example', password: 'x'.repeat(73) },
      400,
      'validation_failed',
      /longer than 72/,
    ],
    [{ email: 7, password: PASSWORD }, 400, 'validation_failed', /"email"/],
    [{ email: 'a\u0000@b.example', password: PASSWORD }, 400, 'validation_failed', /character/],
  ]
  for (const [body, status, code, message] of refusals) {
    test(`${JSON.stringify(body).slice(0, 60)}: ${status} ${code}`, async () => {
      const answer = await call(server, 'POST', '/signup', { body })
      assert.equal(answer.status, status)
      assert.equal(answer.json['code'], code)
      assert.match(String(answer.json['message']), message)
    })
  }

  test('sign-up that is switched off: 422 signup_disabled', async (t) => {
    const closed = await openAuthServer(t, { AUTH_SIGNUP: 'false' })
    const body = { email: 'a@b.example', password: PASSWORD }
    const { status, json } = await call(closed, 'POST', '/signup', { body })
    assert.deepEqual([status, json['code']], [422, 'signup_disabled'])
  })
})
