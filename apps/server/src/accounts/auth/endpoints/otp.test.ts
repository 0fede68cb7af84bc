import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
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
import { openWebhook, SMS_WEBHOOK_SECRET } from '../testing/webhook.fixture.ts'

const openServer = shareAuthServer()
const openLimitedServer = shareAuthServer({ AUTH_RATE_LIMITS: 'true', TRUST_PROXY: '1' })

const email = 'driver@club.example'
const phone = '491701234567'
const password = 'correct horse'

for (const version of CLIENT_VERSIONS) {
  suite(`codes that sign in, by client ${version}`, () => {
    test('by mail: a new address gets an account, a known one a sign-in', async () => {
      const server = await openServer()
      const auth = openAuthClient(version, server)
      const sign = async () => {
        assert.equal((await auth.signInWithOtp({ email })).error, null)
        const { code } = await lastMailTo(server, email)
        const answer = await auth.verifyOtp({ type: 'email', email, token: code })
        sessionOf(answer)
        return answer.data.user?.id
      }
      const id = await sign()
      server.clock.pass(61)
      assert.equal(await sign(), id)
    })

    test('by mail, without an account where none may be made: 422 otp_disabled', async () => {
      const server = await openServer()
      const auth = openAuthClient(version, server)
      const options = { shouldCreateUser: false }
      const { error } = await auth.signInWithOtp({ email, options })
      assert.deepEqual(
        [error?.status, error?.code, error?.message],
        [422, 'otp_disabled', 'Signups not allowed for otp'],
      )
    })

    onlyInLongRun(() => {
      test('by text message: sign-up, sign-in and a changed number, through the webhook', async (t) => {
        const webhook = await openWebhook(t)
        const { url: SMS_WEBHOOK_URL } = webhook
        const server = await openAuthServer(t, { SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET })
        const auth = openAuthClient(version, server)
        const signedUp = await auth.signUp({ phone: `+${phone}`, password })
        assert.equal(signedUp.error, null)
        assert.equal(signedUp.data.user?.phone, phone, 'without the plus')
        const early = await auth.signInWithPassword({ phone, password })
        assert.equal(early.error?.code, 'phone_not_confirmed')
        assert.equal(webhook.last().to, `+${phone}`)
        sessionOf(await auth.verifyOtp({ type: 'sms', phone, token: webhook.last().code }))
        sessionOf(await auth.signInWithPassword({ phone, password }))

        server.clock.pass(61)
        const sent = await auth.signInWithOtp({ phone })
        assert.equal(sent.data.messageId, 'message-2')
        sessionOf(await auth.verifyOtp({ type: 'sms', phone, token: webhook.last().code }))

        const other = '491707654321'
        assert.equal((await auth.updateUser({ phone: other })).data.user?.new_phone, other)
        const changed = await auth.verifyOtp({
          type: 'phone_change',
          phone: other,
          token: webhook.last().code,
        })
        assert.equal(changed.data.user?.phone, other)
      })
    })
  })
}

suite('one-time sign-in, whatever the client', () => {
  test('it removes the password of a user who signed up without reading the mail', async () => {
    const server = await openServer()
    const stranger = openAuthClient('2.48.1', server)
    await stranger.signUp({ email, password })
    server.clock.pass(61)
    const owner = openAuthClient('2.48.1', server)
    await owner.signInWithOtp({ email })
    const { code } = await lastMailTo(server, email)
    sessionOf(await owner.verifyOtp({ type: 'email', email, token: code }))
    const { error } = await stranger.signInWithPassword({ email, password })
    assert.equal(error?.code, 'invalid_credentials')
  })

  test('by text message as well; not of an account that another address has confirmed', async (t) => {
    const { url: SMS_WEBHOOK_URL, last } = await openWebhook(t)
    const server = await openAuthServer(t, { SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET })
    const stranger = openAuthClient('2.48.1', server)
    await stranger.signUp({ phone, password })
    server.clock.pass(61)
    const owner = openAuthClient('2.48.1', server)
    assert.equal((await owner.signInWithOtp({ phone })).error, null)
    sessionOf(await owner.verifyOtp({ type: 'sms', phone, token: last().code }))
    const { error } = await stranger.signInWithPassword({ phone, password })
    assert.equal(error?.code, 'invalid_credentials')

    const body = { email, email_confirm: true, phone: '491707654321', password }
    await call(server, 'POST', '/admin/users', { token: server.context.keys.serviceKey, body })
    await stranger.signInWithOtp({ phone: body.phone })
    sessionOf(await owner.signInWithPassword({ email, password }))
  })

  test('refused: a channel for mail, nobody named, phones where nothing can be sent', async () => {
    const server = await openServer()
    const codeOf = async (body: object) => {
      const { status, json } = await call(server, 'POST', '/otp', { body })
      return [status, json['code']]
    }
    assert.deepEqual(await codeOf({ email, channel: 'sms' }), [400, 'validation_failed'])
    assert.deepEqual(await codeOf({}), [400, 'validation_failed'])
    assert.deepEqual(await codeOf({ phone }), [400, 'phone_provider_disabled'])
  })

  test('a message that the webhook refuses is 422; while it does not answer, it is sent later', async (t) => {
    const webhook = await openWebhook(t)
    const codeOf = async (env: Record<string, string>) => {
      const server = await openAuthServer(t, env)
      const { status, json } = await call(server, 'POST', '/otp', { body: { phone } })
      const waiting = await server.context.db.selectFrom('auth.outbox').select('id').execute()
      return [status, json['code'], waiting.length]
    }
    const unsigned = { SMS_WEBHOOK_URL: webhook.url }
    assert.deepEqual(await codeOf(unsigned), [422, 'sms_send_failed', 0])
    const away = { SMS_WEBHOOK_URL: 'http://127.0.0.1:1/' }
    assert.deepEqual(await codeOf(away), [200, undefined, 1])
  })

  test('strangers leave mails for those who have an account, and one network for others', async (t) => {
    // A network may cause six of them, and all sign-ups 32.
    const limits = { AUTH_RATE_LIMITS: 'true', TRUST_PROXY: '1', AUTH_MAILS_PER_HOUR: '48' }
    const server = await openAuthServer(t, limits)
    await signUpConfirmed(server, '2.48.1', { email, password })
    server.clock.pass(3600)
    const ask = async (path: string, address: string, network: number) => {
      const headers = { 'x-forwarded-for': `192.0.2.${network}` }
      const body = { email: address }
      return (await call(server, 'POST', path, { body, headers })).status
    }
    for (let network = 1; network <= 6; network++) {
      for (let n = 0; n < 7; n++) await ask('/otp', `x${n}-${network}@club.example`, network)
    }
    assert.equal(await ask('/otp', 'new@club.example', 99), 429, 'sign-ups have a share')
    assert.equal(await ask('/recover', email, 99), 200, 'accounts have the rest')
    server.clock.pass(3600)
    for (let n = 0; n < 6; n++) {
      assert.equal(await ask('/otp', `y${n}@club.example`, 50), 200)
    }
    assert.equal(await ask('/otp', 'y6@club.example', 50), 429, 'a network has a share')
    assert.equal(await ask('/otp', 'y7@club.example', 51), 200)
  })

  test('one address gets ten mails an hour, known or not', async () => {
    const server = await openLimitedServer()
    await signUpConfirmed(server, '2.48.1', { email, password })
    server.clock.pass(7200)
    for (const address of [email, 'nobody@club.example']) {
      const statuses: number[] = []
      for (let n = 0; n < 12; n++) {
        const headers = { 'x-forwarded-for': `192.0.2.${n}` }
        const { status } = await call(server, 'POST', '/recover', {
          body: { email: address },
          headers,
        })
        statuses.push(status)
        server.clock.pass(61)
      }
      // Ten mails are sent at once, and others as the limit recovers over twelve minutes.
      assert.deepEqual(
        statuses.slice(0, 10),
        Array.from({ length: 10 }, () => 200),
      )
      assert.ok(statuses.includes(429), address)
    }
  })

  test('mails have a limit an hour for the whole server', async (t) => {
    const limits = { AUTH_RATE_LIMITS: 'true', AUTH_MAILS_PER_HOUR: '2' }
    const server = await openAuthServer(t, limits)
    const codeOf = async (address: string) =>
      (await call(server, 'POST', '/otp', { body: { email: address } })).json['code']
    assert.equal(await codeOf('a@club.example'), undefined)
    assert.equal(await codeOf('b@club.example'), undefined)
    assert.equal(await codeOf('c@club.example'), 'over_email_send_rate_limit')
    server.clock.pass(1801)
    assert.equal(await codeOf('c@club.example'), undefined)
  })
})

suite('resend and recover', () => {
  test('resend repeats what waits, a minute later, and only then', async () => {
    const server = await openServer()
    const auth = openAuthClient('newest', server)
    await auth.signUp({ email, password })
    const soon = await auth.resend({ type: 'signup', email })
    assert.equal(soon.error?.code, 'over_email_send_rate_limit')
    server.clock.pass(61)
    assert.equal((await auth.resend({ type: 'signup', email })).error, null)
    const mails = await mailsTo(server, email)
    assert.equal(mails.length, 2)
    sessionOf(await auth.verifyOtp({ type: 'signup', email, token: mails[1]?.code ?? '' }))

    server.clock.pass(61)
    assert.equal((await auth.resend({ type: 'signup', email })).error, null)
    assert.equal((await mailsTo(server, email)).length, 2, 'nothing waits any more')
    await auth.updateUser({ email: 'new@club.example' })
    server.clock.pass(61)
    assert.equal((await auth.resend({ type: 'email_change', email })).error, null)
    assert.equal((await mailsTo(server, 'new@club.example')).length, 2)
  })

  test('resend wants a type that there is, with the address it goes to', async () => {
    const server = await openServer()
    for (const body of [{ email }, { type: 'recovery', email }, { type: 'sms', email }]) {
      const { status } = await call(server, 'POST', '/resend', { body })
      assert.equal(status, 400)
    }
  })

  test('known and unknown addresses get the same answers when no mail may be sent any more', async (t) => {
    const shared = { AUTH_JWT_SECRET: 'of both servers of the same database' }
    const server = await openAuthServer(t, shared)
    await signUpConfirmed(server, '2.48.1', { email, password })
    const limits = { AUTH_RATE_LIMITS: 'true', AUTH_MAILS_PER_HOUR: '1' }
    const limited = await openAuthServer(t, {
      ...shared,
      ...limits,
      DATABASE_URL: server.context.config.databaseUrl ?? '',
    })
    limited.clock.pass(3600)
    const ask = async (path: string, address: string) => {
      const body = { email: address, type: 'signup', password }
      const { status, json } = await call(limited, 'POST', path, { body })
      return [status, json['code']]
    }
    assert.deepEqual(await ask('/otp', email), [200, undefined])
    const refused = [429, 'over_email_send_rate_limit']
    assert.deepEqual(await ask('/signup', 'new@club.example'), refused)
    assert.deepEqual(await ask('/signup', email), refused)
    limited.clock.pass(61)
    for (const address of [email, 'nobody@club.example'])
      assert.deepEqual(await ask('/recover', address), refused, address)
  })

  test('a number that has an account takes as long as a new one, and has its limit', async (t) => {
    const { url: SMS_WEBHOOK_URL, last } = await openWebhook(t, { takesMs: 200 })
    const limits = { AUTH_RATE_LIMITS: 'true', AUTH_SMS_PER_HOUR: '2' }
    const server = await openAuthServer(t, { SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET, ...limits })
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ phone, password })
    sessionOf(await auth.verifyOtp({ type: 'sms', phone, token: last().code }))
    const tookMs = async (path: string, body: object) => {
      const startedAt = performance.now()
      const { status } = await call(server, 'POST', path, { body })
      return [status, performance.now() - startedAt > 150]
    }
    const repeated = { phone, password: 'another one' }
    assert.deepEqual(await tookMs('/signup', repeated), [200, true])
    const waiting = { phone: '491707654321', password }
    assert.deepEqual(await tookMs('/signup', waiting), [200, true])
    server.clock.pass(61)
    assert.equal((await tookMs('/signup', repeated))[0], 429)
    assert.equal((await tookMs('/signup', { ...waiting, phone: '491701111111' }))[0], 429)
    server.clock.pass(3600)
    const sms = { type: 'sms' }
    assert.deepEqual(await tookMs('/resend', { ...waiting, ...sms }), [200, true])
    assert.deepEqual(await tookMs('/resend', { phone, ...sms }), [200, true])
  })

  test('known and unknown addresses get the same answers, at every step', async () => {
    const server = await openServer()
    await signUpConfirmed(server, '2.48.1', { email, password })
    server.clock.pass(3600)
    for (const path of ['/recover', '/resend']) {
      const ask = async (address: string) => {
        const body = { email: address, type: 'signup' }
        const { status, text } = await call(server, 'POST', path, { body })
        return [status, text]
      }
      const unknown = 'nobody@club.example'
      assert.deepEqual(await ask(email), [200, '{}'])
      assert.deepEqual(await ask(unknown), [200, '{}'])
      assert.deepEqual(await ask(email), await ask(unknown), 'too soon')
      assert.equal((await ask(unknown))[0], 429)
    }
    assert.deepEqual(await mailsTo(server, 'nobody@club.example'), [])
  })
})
