import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { call, openAuthServer, shareAuthServer, signUpConfirmed } from '../testing/auth.fixture.ts'
import { EMAIL, openTwoFactorAccount, PASSWORD, signInAgain } from '../testing/factor.fixture.ts'

const openServer = shareAuthServer()

const credentials = { email: EMAIL, password: PASSWORD }

suite('passkeys, but for what a browser does', () => {
  test('their options name their domain and what they have to show', async (t) => {
    const server = await openAuthServer(t, { AUTH_WEBAUTHN_RP_ID: 'club.example' })
    const { auth, userId } = await signUpConfirmed(server, 'newest', credentials)
    const token = (await auth.getSession()).data.session?.access_token ?? ''
    const path = '/passkeys/registration/options'
    const made = await call(server, 'POST', path, { token, body: {} })
    assert.equal(made.status, 200)
    const { rp, user, authenticatorSelection } = Object(made.json['options'])
    assert.equal(rp.id, 'club.example')
    assert.equal(Buffer.from(user.id, 'base64url').toString(), userId)
    assert.equal(user.name, EMAIL)
    assert.equal(authenticatorSelection.residentKey, 'required')
    assert.equal(authenticatorSelection.userVerification, 'required')
    const seconds = Math.floor(server.clock.now().getTime() / 1000)
    assert.equal(made.json['expires_at'], seconds + 300)

    const body = { gotrue_meta_security: {} }
    const asked = await call(server, 'POST', '/passkeys/authentication/options', { body })
    const { rpId, challenge, allowCredentials } = Object(asked.json['options'])
    assert.deepEqual([rpId, allowCredentials], ['club.example', undefined])
    assert.equal(Buffer.from(challenge, 'base64url').length, 32)
  })

  test('a challenge is for one purpose, one user and one answer', async () => {
    const server = await openServer()
    const { accessToken } = await signUpConfirmed(server, 'newest', credentials)
    const other = await signUpConfirmed(server, 'newest', {
      email: 'other@club.example',
      password: PASSWORD,
    })
    const verify = async (kind: string, id: unknown, token = accessToken) => {
      const body = { challenge_id: id, credential: { id: 'AAAA' } }
      const path = `/passkeys/${kind}/verify`
      const { status, json } = await call(server, 'POST', path, { token, body })
      return [status, json['code']]
    }
    const unknown = [400, 'webauthn_challenge_not_found']
    const failed = [400, 'webauthn_verification_failed']
    const options = '/passkeys/registration/options'
    const { json } = await call(server, 'POST', options, { token: accessToken, body: {} })
    const id = json['challenge_id']
    assert.deepEqual(await verify('authentication', id), unknown)
    assert.deepEqual(await verify('registration', id, other.accessToken), unknown)
    assert.deepEqual(await verify('registration', id), failed)
    assert.deepEqual(await verify('registration', id), unknown, 'a wrong answer ends it')
    assert.deepEqual(await verify('registration', randomUUID()), unknown)
    assert.deepEqual(await verify('registration', 'x'), [400, 'validation_failed'])
  })

  test('with a second factor, a new one wants aal2; of single sign-on there are none', async () => {
    const server = await openServer()
    const { auth, userId } = await openTwoFactorAccount(server, 'newest')
    const half = await signInAgain(server, 'newest')
    const path = '/passkeys/registration/options'
    const refused = await call(server, 'POST', path, { token: half.accessToken, body: {} })
    assert.deepEqual([refused.status, refused.json['code']], [403, 'insufficient_aal'])
    const token = (await auth.getSession()).data.session?.access_token ?? ''
    assert.equal((await call(server, 'POST', path, { token, body: {} })).status, 200)
    const { db } = server.context
    await db.updateTable('auth.users').set({ is_sso_user: true }).where('id', '=', userId).execute()
    const sso = await call(server, 'POST', path, { token, body: {} })
    assert.deepEqual([sso.status, sso.json['code']], [422, 'validation_failed'])
  })

  test('a stranger’s is neither listed, renamed nor deleted; the operator does it all', async () => {
    const server = await openServer()
    const { userId, accessToken } = await signUpConfirmed(server, 'newest', credentials)
    const other = await signUpConfirmed(server, 'newest', {
      email: 'other@club.example',
      password: PASSWORD,
    })
    const id = randomUUID()
    const credential = JSON.stringify({ id: 'AAAA', publicKey: '', counter: 0, transports: [] })
    await server.context.db
      .insertInto('auth.passkeys')
      .values({ id, user_id: userId, credential_id: 'AAAA', credential, last_used_at: null })
      .execute()
    const { accessToken: token } = other
    assert.equal((await call(server, 'GET', '/passkeys', { token })).text, '[]')
    const body = { friendly_name: 'mine' }
    const renamed = await call(server, 'PATCH', `/passkeys/${id}`, { token, body })
    assert.deepEqual([renamed.status, renamed.json['code']], [404, 'webauthn_credential_not_found'])
    assert.equal((await call(server, 'DELETE', `/passkeys/${id}`, { token })).status, 404)
    const own = await call(server, 'GET', '/passkeys', { token: accessToken })
    assert.ok(own.text.includes(id) && !own.text.includes('publicKey'))

    const service = { token: server.context.keys.serviceKey }
    const path = `/admin/users/${userId}/passkeys`
    assert.equal((await call(server, 'GET', path, service)).text, own.text)
    assert.equal((await call(server, 'DELETE', `${path}/${id}`, service)).status, 204)
    assert.equal((await call(server, 'GET', path, service)).text, '[]')
  })
})
