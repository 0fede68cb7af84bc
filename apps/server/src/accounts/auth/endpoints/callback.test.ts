import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  type AuthServer,
  call,
  lastMailTo,
  mailsTo,
  openAuthClient,
  tokenHashOf,
} from '../testing/auth.fixture.ts'
import {
  browse,
  fragmentOf,
  openWithOpenid,
  shareWithOpenid,
  signInBy,
} from '../testing/providers.fixture.ts'

const openGoogle = shareWithOpenid()
const openConfirmingGoogle = shareWithOpenid({ env: { AUTH_AUTOCONFIRM: 'true' } })
const openClosedGoogle = shareWithOpenid({ env: { AUTH_SIGNUP: 'false' } })

const PASSWORD = 'correct horse'
const EMAIL = 'driver@club.example'

async function usersOf(server: AuthServer) {
  return server.context.db.selectFrom('auth.users').selectAll().orderBy('created_at').execute()
}

suite('whose account it is', () => {
  test('a returning user gets the same account, whatever their address is now', async () => {
    const { server, partner } = await openGoogle()
    await signInBy(server)
    partner.person = { ...partner.person, email: 'new@club.example' }
    assert.ok(fragmentOf(await signInBy(server))['access_token'])
    const users = await usersOf(server)
    assert.deepEqual(
      users.map(({ email }) => email),
      [EMAIL],
    )
  })

  test('a verified address leads to the confirmed account, whose password stays', async () => {
    const { server } = await openConfirmingGoogle()
    const auth = openAuthClient('2.48.1', server)
    const { data } = await auth.signUp({ email: EMAIL, password: PASSWORD })
    assert.ok(fragmentOf(await signInBy(server))['access_token'])
    const [user, ...others] = await usersOf(server)
    assert.deepEqual(others, [])
    assert.equal(user?.id, data.user?.id)
    assert.deepEqual(user?.app_metadata, { provider: 'email', providers: ['email', 'google'] })
    const again = await auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
    assert.equal(again.error, null)
  })

  test('a user who takes over an unconfirmed account gets nothing of its creator', async () => {
    const { server, partner } = await openGoogle()
    const auth = openAuthClient('2.48.1', server)
    const options = { data: { team: 'of the hijacker' } }
    const { data } = await auth.signUp({ email: EMAIL, password: PASSWORD, options })
    const mail = await lastMailTo(server, EMAIL)
    assert.ok(fragmentOf(await signInBy(server))['access_token'])
    const [user] = await usersOf(server)
    assert.equal(user?.id, data.user?.id)
    assert.equal(user?.password_hash, null)
    assert.ok(user?.email_confirmed_at)
    assert.equal(user?.user_metadata['team'], undefined)
    const { error } = await auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
    assert.equal(error?.code, 'invalid_credentials')
    const code = await auth.verifyOtp({ type: 'signup', email: EMAIL, token: mail.code })
    assert.equal(code.error?.code, 'otp_expired')
    const identities = await server.context.db
      .selectFrom('auth.identities')
      .select(['provider', 'provider_id'])
      .execute()
    assert.deepEqual(identities, [{ provider: 'google', provider_id: partner.person.sub }])
  })

  test('an address that is not verified gets a mail, and nobody in', async () => {
    const { server, partner } = await openGoogle()
    partner.person = { sub: 'p', email: EMAIL, email_verified: false }
    const home = await signInBy(server)
    const values = {
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description:
        'Unverified email with google. A confirmation email has been sent to your google email',
    }
    assert.deepEqual(fragmentOf(home), { ...values, sb: '' })
    assert.deepEqual(Object.fromEntries(home.searchParams), values)
    const auth = openAuthClient('2.48.1', server)
    const token = (await lastMailTo(server, EMAIL)).code
    assert.equal((await auth.verifyOtp({ type: 'signup', email: EMAIL, token })).error, null)
    assert.ok(fragmentOf(await signInBy(server))['access_token'], 'from then on he is in')
  })

  test('an unverified address leads to nobody’s account, and reveals none', async () => {
    const { server, partner } = await openConfirmingGoogle()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email: EMAIL, password: PASSWORD })
    partner.person = { sub: 'p', email: EMAIL, email_verified: false }
    const home = await signInBy(server)
    assert.equal(fragmentOf(home)['error_code'], 'provider_email_needs_verification')
    assert.equal((await usersOf(server)).length, 1)
    assert.deepEqual(await mailsTo(server, EMAIL), [])
  })

  test('no address, no sign-up, a ban: nobody in', async () => {
    const { server, partner } = await openGoogle()
    const { person } = partner
    partner.person = { sub: 'nameless' }
    const nameless = fragmentOf(await signInBy(server))
    assert.equal(nameless['error_code'], 'provider_email_needs_verification')
    partner.person = person
    await signInBy(server)
    const bannedUntil = new Date(server.clock.now().getTime() + 1000)
    await server.context.db.updateTable('auth.users').set({ banned_until: bannedUntil }).execute()
    const banned = fragmentOf(await signInBy(server))
    assert.deepEqual([banned['error'], banned['error_code']], ['access_denied', 'user_banned'])
    const closed = await openClosedGoogle()
    const refused = fragmentOf(await signInBy(closed.server))
    assert.deepEqual(
      [refused['error'], refused['error_code']],
      ['access_denied', 'signup_disabled'],
    )
  })
})

function codeOf({ searchParams }: URL): string | null {
  return searchParams.get('error_code')
}

suite('the state of a way to a provider', () => {
  test('is good once, for five minutes, and only as it was given', async () => {
    const { server } = await openGoogle()
    const site = server.context.publicUrl()
    const callback = `${site}/auth/v1/callback`
    const start = `${server.url}/auth/v1/authorize?provider=google&redirect_to=http://127.0.0.1:9/`
    const back = await browse(start, callback)
    const first = await browse(back.href, 'http://127.0.0.1:9/')
    assert.ok(fragmentOf(first)['access_token'])
    assert.equal(codeOf(await browse(back.href, `${site}/?`)), 'flow_state_already_used')
    for (const [query, code] of [
      ['', 'bad_oauth_callback'],
      ['?state=x&code=y', 'bad_oauth_state'],
      [`?state=${crypto.randomUUID()}&code=y`, 'bad_oauth_state'],
    ] as const) {
      const home = await browse(callback + query, `${site}/?`)
      assert.equal(codeOf(home), code)
      assert.equal(home.hash, '')
    }
    const late = await browse(start, callback)
    server.clock.pass(301)
    assert.equal(codeOf(await browse(late.href, `${site}/?`)), 'bad_oauth_state')
  })

  test('a code of another way proves nothing', async () => {
    const { server } = await openGoogle()
    const callback = `${server.context.publicUrl()}/auth/v1/callback`
    const start = `${server.url}/auth/v1/authorize?provider=google&redirect_to=http://127.0.0.1:9/`
    const [one, other] = [await browse(start, callback), await browse(start, callback)]
    one.searchParams.set('code', other.searchParams.get('code') ?? '')
    const home = fragmentOf(await browse(one.href, 'http://127.0.0.1:9/'))
    assert.deepEqual([home['error'], home['error_code']], ['server_error', 'unexpected_failure'])
  })

  test('a refusal of the provider is reported where the browser came from', async () => {
    const { server } = await openGoogle()
    const home = await signInBy(server, { more: { prompt: 'none' } })
    assert.equal(fragmentOf(home)['error_code'], 'bad_oauth_callback')
    assert.ok(home.searchParams.get('error_description'))
  })

  test('a redirect to a foreign address is refused', async (t) => {
    const { server } = await openWithOpenid(t, {
      env: { AUTH_REDIRECT_URLS: 'https://club.example/**' },
    })
    for (const redirectTo of [
      'https://club.example.evil.example/',
      'https://evil.example/https://club.example/',
      `${server.context.publicUrl()}.evil.example/`,
    ]) {
      const query = new URLSearchParams({ provider: 'google', redirect_to: redirectTo })
      const site = `${server.context.publicUrl()}/#`
      const home = await browse(`${server.url}/auth/v1/authorize?${query}`, site)
      assert.ok(fragmentOf(home)['access_token'], redirectTo)
    }
  })
})

/** Invites the driver; returns the token of the mail's link. */
async function invite(server: AuthServer): Promise<string> {
  const { serviceKey } = server.context.keys
  const body = { email: EMAIL, data: { team: 'Red' } }
  const { status } = await call(server, 'POST', '/invite', { token: serviceKey, body })
  assert.equal(status, 200)
  return tokenHashOf(await lastMailTo(server, EMAIL))
}

suite('an invitation that is followed by way of a provider', () => {
  test('gives the invited account to the person whom the provider knows by that address, once', async () => {
    const { server, partner } = await openClosedGoogle()
    const token = await invite(server)
    // The mail has proved the address already.
    partner.person = { sub: 'p', email: EMAIL, email_verified: false, name: 'Tim' }
    const home = fragmentOf(await signInBy(server, { more: { invite_token: token } }))
    assert.ok(home['access_token'])
    const [user, ...others] = await usersOf(server)
    assert.deepEqual(others, [])
    assert.ok(user?.email_confirmed_at)
    assert.deepEqual([user?.user_metadata['team'], user?.user_metadata['name']], ['Red', 'Tim'])
    assert.ok(fragmentOf(await signInBy(server))['access_token'], 'from then on he signs in by it')
    const audited = await server.context.db
      .selectFrom('auth.audit_log')
      .select('action')
      .where('user_id', '=', user?.id ?? '')
      .execute()
    assert.ok(audited.some(({ action }) => action === 'invite_accepted'))
    const query = new URLSearchParams({ provider: 'google', invite_token: token })
    const again = await call(server, 'GET', `/authorize?${query}`)
    assert.deepEqual([again.status, again.json['code']], [404, 'invite_not_found'])
  })

  test('is nothing for another address, another’s identity, or too late', async (t) => {
    // The partner has the real time: a server that is an hour ahead can't be shared.
    const { server, partner } = await openWithOpenid(t)
    const { person } = partner
    partner.person = { sub: 'known', email: 'other@club.example', email_verified: true }
    await signInBy(server)
    const token = await invite(server)
    const more = { invite_token: token }
    const elsewhere = fragmentOf(await signInBy(server, { more }))
    assert.equal(elsewhere['error_code'], 'validation_failed')
    partner.person = { sub: 'known', email: EMAIL, email_verified: true }
    const known = fragmentOf(await signInBy(server, { more }))
    assert.equal(known['error_code'], 'identity_already_exists')
    const invited = (await usersOf(server)).find(({ email }) => email === EMAIL)
    assert.equal(invited?.email_confirmed_at, null, 'nobody has come in')
    partner.person = person
    server.clock.pass(3601)
    const query = new URLSearchParams({ provider: 'google', ...more })
    const late = await call(server, 'GET', `/authorize?${query}`)
    assert.deepEqual([late.status, late.json['code']], [404, 'invite_not_found'])
  })
})

suite('POST /callback', () => {
  test('reads the answer of a provider that sends it as a form', async () => {
    const { server } = await openGoogle()
    const callback = `${server.context.publicUrl()}/auth/v1/callback`
    const target = 'http://127.0.0.1:9/'
    const start = `${server.url}/auth/v1/authorize?provider=google&redirect_to=${target}`
    const { searchParams } = await browse(start, callback)
    const send = () =>
      fetch(`${server.url}/auth/v1/callback`, {
        method: 'POST',
        body: new URLSearchParams(searchParams),
        redirect: 'manual',
      })
    const answer = await send()
    assert.equal(answer.status, 302)
    const home = answer.headers.get('location') ?? ''
    assert.ok(home.startsWith(target))
    assert.ok(fragmentOf(new URL(home))['access_token'])
    const again = new URL((await send()).headers.get('location') ?? '')
    assert.equal(codeOf(again), 'flow_state_already_used')
  })
})
