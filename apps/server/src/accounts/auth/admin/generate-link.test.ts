import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  type AuthServer,
  call,
  lastMailTo,
  mailsTo,
  openAuthClient,
  shareAuthServer,
  sessionOf,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()

const email = 'driver@club.example'
const password = 'correct horse'

function openAdmin(server: AuthServer, version: (typeof CLIENT_VERSIONS)[number]) {
  return openAuthClient(version, server, { key: server.context.keys.serviceKey }).admin
}

for (const version of CLIENT_VERSIONS) {
  suite(`invitations and links without a mail, by client ${version}`, () => {
    test('an invitation creates the account; a user who signed up before with its address is locked out', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const stranger = openAuthClient(version, server)
      const { data: made } = await stranger.signUp({ email, password })
      const { db, newId } = server.context
      const identity = { id: newId(), user_id: made.user?.id ?? '', identity_data: '{}' }
      await db
        .insertInto('auth.identities')
        .values({ ...identity, provider: 'discord', provider_id: '7', last_sign_in_at: null })
        .execute()
      const { data, error } = await admin.inviteUserByEmail(email, { data: { team: 'red' } })
      assert.equal(error, null)
      assert.deepEqual(
        data.user?.identities?.map(({ provider }) => provider),
        ['email'],
      )
      assert.ok(data.user?.invited_at)
      const { code, link, subject } = await lastMailTo(server, email)
      assert.match(subject, /invited/)
      const opened = await fetch(link, { redirect: 'manual' })
      assert.equal(opened.status, 303)
      assert.match(opened.headers.get('location') ?? '', /#access_token=.*&type=invite$/)
      const again = await stranger.signInWithPassword({ email, password })
      assert.equal(again.error?.code, 'invalid_credentials')
      const used = await stranger.verifyOtp({ type: 'invite', email, token: code })
      assert.equal(used.error?.code, 'otp_expired')

      const confirmed = await admin.inviteUserByEmail(email)
      assert.deepEqual([confirmed.error?.status, confirmed.error?.code], [422, 'email_exists'])
      const fresh = await admin.inviteUserByEmail('new@club.example', { data: { team: 'red' } })
      assert.deepEqual(fresh.data.user?.user_metadata, { team: 'red' })
    })

    test('each type: its link and its code do what the mail’s would, and nothing is sent', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const auth = openAuthClient(version, server)
      const signup = await admin.generateLink({
        type: 'signup',
        email,
        password,
        options: { data: { team: 'red' }, redirectTo: `${server.url}/dashboard?from=mail` },
      })
      assert.equal(signup.error, null)
      assert.deepEqual(signup.data.user?.user_metadata, { team: 'red' })
      const { properties } = signup.data
      assert.equal(properties?.verification_type, 'signup')
      assert.equal(properties.redirect_to, `${server.url}/dashboard?from=mail`)
      const link = new URL(properties.action_link)
      assert.equal(link.searchParams.get('token'), properties.hashed_token)
      const opened = await fetch(link, { redirect: 'manual' })
      assert.match(opened.headers.get('location') ?? '', /\?from=mail#access_token=.*type=signup$/)
      sessionOf(await auth.signInWithPassword({ email, password }))

      for (const type of ['magiclink', 'recovery'] as const) {
        const { data } = await admin.generateLink({ type, email })
        assert.equal(data.properties?.verification_type, type)
        const token = data.properties.email_otp
        assert.match(token, /^\d{6}$/)
        sessionOf(await auth.verifyOtp({ type, email, token }))
      }
      const invite = await admin.generateLink({ type: 'invite', email: 'b@club.example' })
      const hash = invite.data.properties?.hashed_token ?? ''
      sessionOf(await auth.verifyOtp({ type: 'invite', token_hash: hash }))

      const newEmail = 'new@club.example'
      for (const type of ['email_change_current', 'email_change_new'] as const) {
        const { data } = await admin.generateLink({ type, email, newEmail })
        const url = new URL(data.properties?.action_link ?? '')
        assert.equal(url.searchParams.get('type'), 'email_change')
        await fetch(url, { redirect: 'manual' })
      }
      sessionOf(await auth.signInWithPassword({ email: newEmail, password }))
      for (const address of [email, newEmail, 'b@club.example']) {
        const subjects = (await mailsTo(server, address)).map(({ subject }) => subject)
        assert.deepEqual(
          subjects.filter((subject) => !subject.includes('changed')),
          [],
        )
      }
    })

    test('a magic link for nobody is a sign-up; other types want who is known', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const { data } = await admin.generateLink({ type: 'magiclink', email })
      assert.equal(data.properties?.verification_type, 'signup')
      const auth = openAuthClient(version, server)
      sessionOf(await auth.verifyOtp({ type: 'signup', email, token: data.properties.email_otp }))
      const unknown = 'nobody@club.example'
      for (const refused of [
        await admin.generateLink({ type: 'recovery', email: unknown }),
        await admin.generateLink({
          type: 'email_change_new',
          email: unknown,
          newEmail: 'new@club.example',
        }),
      ]) {
        assert.deepEqual([refused.error?.status, refused.error?.code], [404, 'user_not_found'])
      }
      for (const refused of [
        await admin.generateLink({ type: 'signup', email, password }),
        await admin.generateLink({ type: 'invite', email }),
      ]) {
        assert.deepEqual([refused.error?.status, refused.error?.code], [422, 'email_exists'])
      }
    })
  })
}

suite('links without a mail, whatever the client', () => {
  test('they lead to our own pages alone, and only a type that there is', async () => {
    const server = await openServer()
    await signUpConfirmed(server, 'newest', { email, password })
    const token = server.context.keys.serviceKey
    const body = { type: 'magiclink', email, redirect_to: 'https://evil.example/' }
    const answer = await call(server, 'POST', '/admin/generate_link', { token, body })
    assert.equal(answer.json['redirect_to'], server.context.publicUrl())
    const { json } = await call(server, 'POST', '/admin/generate_link', {
      token,
      body: { type: 'phone_change', email },
    })
    assert.equal(json['code'], 'validation_failed')
  })
})
