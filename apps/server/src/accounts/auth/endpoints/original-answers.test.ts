import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  type AuthServer,
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
import { openWebhook, SMS_WEBHOOK_SECRET } from '../testing/webhook.fixture.ts'

const openServer = shareAuthServer()

const email = 'driver@club.example'
const password = 'correct horse'
const other = 'new@club.example'

function admin(server: AuthServer, method: string, path: string, body?: object) {
  return call(server, method, `/admin/users${path}`, {
    body,
    token: server.context.keys.serviceKey,
  })
}

suite('answers as the original service gives them', () => {
  test('signing up with an invited address shows nothing that the operator entered', async () => {
    const server = await openServer()
    const token = server.context.keys.serviceKey
    const data = { note: 'a secret of the operator' }
    await call(server, 'POST', '/invite', { token, body: { email, data } })
    const made = { email: other, user_metadata: data, app_metadata: { level: 'gold' } }
    await admin(server, 'POST', '', made)
    server.clock.pass(61)
    for (const address of [email, other]) {
      const body = { email: address, password, data: { mine: 1 } }
      const { status, json, text } = await call(server, 'POST', '/signup', { body })
      assert.equal(status, 200)
      assert.deepEqual([json['user_metadata'], json['identities']], [{}, []], address)
      assert.doesNotMatch(text, /secret|gold/)
    }
  })

  test('a new number that signs in is announced by mail', async (t) => {
    const webhook = await openWebhook(t)
    const env = { SMS_WEBHOOK_URL: webhook.url, SMS_WEBHOOK_SECRET }
    const server = await openAuthServer(t, env)
    const { auth, userId } = await signUpConfirmed(server, 'newest', { email, password })
    const phone = '491701234567'
    await auth.updateUser({ phone })
    const { code: token } = webhook.last()
    assert.equal((await auth.verifyOtp({ type: 'phone_change', phone, token })).error, null)
    const subject = 'The phone number of your Pitboard account has changed'
    const mail = await lastMailTo(server, email)
    assert.equal(mail.subject, subject)
    assert.match(mail.text, /\+491701234567/)
    await admin(server, 'PUT', `/${userId}`, { phone: '491707654321' })
    const mails = (await mailsTo(server, email)).filter((each) => each.subject === subject)
    assert.equal(mails.length, 2)
  })

  test('a sign-in by a mail’s link may set a password without the current one', async (t) => {
    const server = await openAuthServer(t, { AUTH_CURRENT_PASSWORD: 'true' })
    await signUpConfirmed(server, 'newest', { email, password })
    for (const flowType of ['implicit', 'pkce'] as const) {
      server.clock.pass(61)
      const auth = openAuthClient('newest', server, { flowType })
      await auth.signInWithOtp({ email })
      const { link } = await lastMailTo(server, email)
      const { headers } = await fetch(link, { redirect: 'manual' })
      const location = new URL(headers.get('location') ?? '')
      const values = new URLSearchParams(location.hash.slice(1))
      const signedIn =
        flowType === 'pkce'
          ? await auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
          : await auth.setSession({
              access_token: values.get('access_token') ?? '',
              refresh_token: values.get('refresh_token') ?? '',
            })
      sessionOf(signedIn)
      const { error } = await auth.updateUser({ password: `a horse by ${flowType}` })
      assert.equal(error, null, flowType)
    }
  })

  test('a changed address is confirmed by mail, also where sign-ups are not', async (t) => {
    const env = { AUTH_AUTOCONFIRM: 'true', AUTH_ANONYMOUS: 'true' }
    const server = await openAuthServer(t, env)
    const auth = openAuthClient('newest', server)
    await auth.signUp({ email, password })
    const { data } = await auth.updateUser({ email: other })
    assert.deepEqual([data.user?.email, data.user?.new_email], [email, other])
    for (const to of [email, other]) {
      const token_hash = tokenHashOf(await lastMailTo(server, to))
      await auth.verifyOtp({ type: 'email_change', token_hash })
    }
    assert.equal((await auth.getUser()).data.user?.email, other)

    const anonymous = openAuthClient('newest', server)
    await anonymous.signInAnonymously()
    const named = await anonymous.updateUser({ email: 'third@club.example' })
    assert.equal(
      named.data.user?.email,
      'third@club.example',
      'the first one of somebody anonymous',
    )
  })

  test('an anonymous user stays so until an address that the operator enters is confirmed', async (t) => {
    const server = await openAuthServer(t, { AUTH_ANONYMOUS: 'true' })
    const auth = openAuthClient('newest', server)
    const id = (await auth.signInAnonymously()).data.user?.id ?? ''
    const change = async (body: object) => (await admin(server, 'PUT', `/${id}`, body)).json
    assert.equal((await change({ email }))['is_anonymous'], true)
    assert.equal((await change({ email_confirm: true }))['is_anonymous'], false)
  })

  test('the operator enters no empty password, none too weak for a user, and no nil id', async () => {
    const server = await openServer()
    const { userId } = await signUpConfirmed(server, 'newest', { email, password })
    const codeOf = async (method: string, path: string, body: object) => {
      const { status, json } = await admin(server, method, path, body)
      return [status, json['code']]
    }
    const weak = [422, 'weak_password']
    assert.deepEqual(await codeOf('POST', '', { email: other, password: '' }), weak)
    assert.deepEqual(await codeOf('PUT', `/${userId}`, { password: '' }), weak)
    assert.deepEqual(await codeOf('PUT', `/${userId}`, { password: 'x' }), weak)
    const id = '00000000-0000-0000-0000-000000000000'
    assert.deepEqual(await codeOf('POST', '', { email: other, id }), [400, 'validation_failed'])
    assert.deepEqual((await codeOf('POST', '', { email: other }))[0], 200)
  })

  test('resend finds a change by either address of its user', async () => {
    const server = await openServer()
    const phone = '491701234567'
    const made = { email, phone, password, email_confirm: true, phone_confirm: true }
    await admin(server, 'POST', '', made)
    const auth = openAuthClient('newest', server)
    sessionOf(await auth.signInWithPassword({ email, password }))
    await auth.updateUser({ email: other })
    server.clock.pass(61)
    const resend = async (body: object) => (await call(server, 'POST', '/resend', { body })).status
    assert.equal(await resend({ type: 'email_change', phone }), 200)
    assert.equal((await mailsTo(server, other)).length, 2)
    assert.equal(await resend({ type: 'phone_change', email }), 200)
    assert.equal(await resend({ type: 'sms', email }), 400)
    assert.equal(await resend({ type: 'signup', phone }), 400)
  })

  test('the fragment of an address to return to stays', async () => {
    const server = await openServer()
    const auth = openAuthClient('newest', server)
    const emailRedirectTo = 'http://127.0.0.1:9/app#/'
    await auth.signUp({ email, password, options: { emailRedirectTo } })
    const { link } = await lastMailTo(server, email)
    const { headers } = await fetch(link, { redirect: 'manual' })
    assert.match(headers.get('location') ?? '', /^http:\/\/127\.0\.0\.1:9\/app#\/#access_token=/)
  })
})
