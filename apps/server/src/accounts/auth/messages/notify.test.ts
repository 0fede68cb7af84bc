import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  type AuthServer,
  call,
  mailsTo,
  openAuthClient,
  openAuthServer,
  shareAuthServer,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'
import { EMAIL, enrolTotp, PASSWORD, showTotp } from '../testing/factor.fixture.ts'

const openServer = shareAuthServer()

/** Returns the subjects of what was mailed since the account was confirmed. */
async function subjectsTo(server: AuthServer, email = EMAIL): Promise<string[]> {
  return (await mailsTo(server, email)).slice(1).map(({ subject }) => subject)
}

for (const version of CLIENT_VERSIONS) {
  suite(`what changes how one signs in is mails by mail, by client ${version}`, () => {
    test('a second factor that comes or goes, each time by text and HTML', async () => {
      const server = await openServer()
      const credentials = { email: EMAIL, password: PASSWORD }
      const { auth } = await signUpConfirmed(server, version, credentials)
      assert.deepEqual(await subjectsTo(server), [], 'a sign-up is no change')
      const totp = await enrolTotp(auth)
      assert.deepEqual(await subjectsTo(server), [], 'nor is one that is begun')
      await showTotp(server, auth, totp)
      await showTotp(server, auth, totp)
      const mails = await mailsTo(server, EMAIL)
      assert.deepEqual(await subjectsTo(server), ['Your Pitboard account has a new second factor'])
      assert.match(mails.at(-1)?.text ?? '', /an authenticator app/)
      assert.match(mails.at(-1)?.html ?? '', /an authenticator app/)
      await auth.mfa.unenroll(totp)
      assert.equal(
        (await subjectsTo(server))[1],
        'A second factor of your Pitboard account has been removed',
      )
    })

    test('also where somebody has used up the hour’s mails to prevent it', async (t) => {
      const limits = { AUTH_RATE_LIMITS: 'true', AUTH_MAILS_PER_HOUR: '1' }
      const server = await openAuthServer(t, limits)
      const credentials = { email: EMAIL, password: PASSWORD }
      const { auth } = await signUpConfirmed(server, version, credentials)
      const another = { email: 'b@club.example', password: PASSWORD }
      const { error } = await openAuthClient(version, server).signUp(another)
      assert.equal(error?.code, 'over_email_send_rate_limit')
      assert.equal((await auth.updateUser({ password: 'another one' })).error, null)
      assert.equal((await subjectsTo(server)).length, 1)
    })

    test('in the language that the user has chosen; an unfinished factor is not a change', async () => {
      const server = await openServer()
      const credentials = { email: EMAIL, password: PASSWORD }
      const { auth } = await signUpConfirmed(server, version, credentials)
      await auth.updateUser({ data: { language: 'de' } })
      await auth.mfa.unenroll(await enrolTotp(auth))
      assert.deepEqual(await subjectsTo(server), [])
      await showTotp(server, auth, await enrolTotp(auth))
      assert.deepEqual(await subjectsTo(server), [
        'Dein Pitboard-Konto hat einen neuen zweiten Faktor',
      ])
      const [mail] = (await mailsTo(server, EMAIL)).slice(-1)
      assert.match(mail?.text ?? '', /eine Authenticator-App/)
    })

    test('a factor, password or address that the operator takes or changes', async () => {
      const server = await openServer()
      const { userId, auth } = await signUpConfirmed(server, version, {
        email: EMAIL,
        password: PASSWORD,
      })
      const totp = await enrolTotp(auth)
      await showTotp(server, auth, totp)
      const { serviceKey } = server.context.keys
      const { admin } = openAuthClient(version, server, { key: serviceKey })
      await admin.mfa.deleteFactor({ userId, id: totp.factorId })
      await admin.updateUserById(userId, { user_metadata: { team: 'Red' } })
      await admin.updateUserById(userId, { password: 'a new horse' })
      await admin.updateUserById(userId, { email: 'new@club.example' })
      assert.deepEqual((await subjectsTo(server)).slice(1), [
        'A second factor of your Pitboard account has been removed',
        'Your Pitboard password has changed',
        'The address of your Pitboard account has changed',
      ])
    })
  })
}

suite('what changes how one signs in is told by mail, whatever the client', () => {
  test('recovery codes, each time they are made, and when they go', async () => {
    const server = await openServer()
    const { auth } = await signUpConfirmed(server, 'newest', { email: EMAIL, password: PASSWORD })
    await showTotp(server, auth, await enrolTotp(auth))
    const token = (await auth.getSession()).data.session?.access_token ?? ''
    for (const [method, path] of [
      ['POST', ''],
      ['POST', '/regenerate'],
      ['DELETE', ''],
    ] as const) {
      await call(server, method, `/factors/recovery-codes${path}`, { token })
    }
    const kinds = (await mailsTo(server, EMAIL))
      .slice(2)
      .map(({ text }) => /: (.*codes)/.exec(text)?.[1])
    assert.deepEqual(kinds, ['recovery codes', 'recovery codes', 'recovery codes'])
  })

  test('a passkey that goes, also by the operator', async () => {
    const server = await openServer()
    const credentials = { email: EMAIL, password: PASSWORD }
    const { userId, accessToken } = await signUpConfirmed(server, 'newest', credentials)
    for (const [path, token] of [
      ['/passkeys', accessToken],
      [`/admin/users/${userId}/passkeys`, server.context.keys.serviceKey],
    ] as const) {
      const id = randomUUID()
      const row = { id, user_id: userId, credential_id: id, credential: '{}', last_used_at: null }
      await server.context.db.insertInto('auth.passkeys').values(row).execute()
      assert.equal((await call(server, 'DELETE', `${path}/${id}`, { token })).status, 204)
    }
    const gone = 'A passkey of your Pitboard account has been removed'
    assert.deepEqual(await subjectsTo(server), [gone, gone])
  })
})
