import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { call, lastMailTo, mailsTo, openAuthClient, sessionOf } from '../testing/auth.fixture.ts'
import { openTwoFactorAccount, signInAgain } from '../testing/factor.fixture.ts'
import {
  browse,
  fragmentOf,
  openWithOpenid,
  shareWithOpenid,
  signInBy,
} from '../testing/providers.fixture.ts'

const openConfirmingGoogle = shareWithOpenid({ env: { AUTH_AUTOCONFIRM: 'true' } })

const TARGET = 'http://127.0.0.1:9/done'
const ACCOUNT = { email: 'other@club.example', password: 'correct horse' }

for (const version of CLIENT_VERSIONS) {
  test(`client ${version} links a provider, lists and unlinks identities`, async () => {
    const { server, partner } = await openConfirmingGoogle()
    const auth = openAuthClient(version, server, { flowType: 'pkce' })
    const { data } = await auth.signUp(ACCOUNT)
    const link = async () => {
      const options = { redirectTo: TARGET, skipBrowserRedirect: true }
      const asked = await auth.linkIdentity({ provider: 'google', options })
      assert.equal(asked.error, null)
      return browse(asked.data.url ?? '', TARGET)
    }
    const home = await link()
    const linked = await auth.exchangeCodeForSession(home.searchParams.get('code') ?? '')
    assert.equal(linked.data.user?.id, data.user?.id)
    assert.equal(linked.data.user?.email, ACCOUNT.email)

    const again = fragmentOf(await link())
    assert.equal(again['error_code'], 'identity_already_exists')
    assert.equal(again['error_description'], 'Identity is already linked')

    const { data: listed } = await auth.getUserIdentities()
    const identities = listed?.identities ?? []
    const { accessToken: token } = sessionOf(await auth.getSession())
    const asked = await call(server, 'GET', '/user/identities', { token })
    assert.deepEqual([asked.status, asked.json], [200, { identities }])
    assert.equal((await call(server, 'GET', '/user/identities')).status, 403)
    assert.deepEqual(identities.map(({ provider }) => provider).toSorted(), ['email', 'google'])
    const [email] = identities.filter(({ provider }) => provider === 'email')
    const [google] = identities.filter(({ provider }) => provider === 'google')
    assert.ok(email && google)
    assert.equal((await auth.unlinkIdentity(email)).error, null)
    const user = (await auth.getUser()).data.user
    assert.equal(user?.email, partner.person.email, 'the verified one of those that are left')
    assert.deepEqual(user?.app_metadata, { provider: 'google', providers: ['google'] })
    const subjects = (await mailsTo(server, ACCOUNT.email)).map(({ subject }) => subject)
    assert.deepEqual(subjects, [
      'Your Pitboard account has a new way to sign in',
      'A way to sign in to your Pitboard account has been removed',
      'The address of your Pitboard account has changed',
    ])
    const warned = await lastMailTo(server, ACCOUNT.email)
    const isReported = warned.text.includes(`now at ${partner.person.email}`)
    assert.ok(isReported, 'at the previous address')
    assert.equal((await auth.unlinkIdentity(google)).error?.code, 'single_identity_not_deletable')
    assert.equal((await auth.unlinkIdentity(email)).error?.code, 'identity_not_found')
  })
}

suite('linking', () => {
  test('a session that owes the second factor links nothing and unlinks nothing', async (t) => {
    const { server } = await openWithOpenid(t)
    const { auth } = await openTwoFactorAccount(server, '2.48.1')
    const { accessToken: owing } = await signInAgain(server, '2.48.1')
    const start = '/user/identities/authorize?provider=google&skip_http_redirect=true'
    const refusalOf = async (method: string, path: string, body?: object) => {
      const { status, json } = await call(server, method, path, { token: owing, body })
      return [status, json['code']]
    }
    assert.deepEqual(await refusalOf('GET', start), [403, 'insufficient_aal'])
    const idToken = { provider: 'google', id_token: 'x', link_identity: true }
    const grant = '/token?grant_type=id_token'
    assert.deepEqual(await refusalOf('POST', grant, idToken), [403, 'insufficient_aal'])

    const options = { redirectTo: TARGET, skipBrowserRedirect: true }
    const asked = await auth.linkIdentity({ provider: 'google', options })
    await browse(asked.data.url ?? '', TARGET)
    const { data } = await auth.getUserIdentities()
    const [identity] = data?.identities ?? []
    assert.ok(identity && data?.identities.length === 2)
    const unlink = `/user/identities/${identity.identity_id}`
    assert.deepEqual(await refusalOf('DELETE', unlink), [422, 'insufficient_aal'])
    assert.equal((await auth.unlinkIdentity(identity)).error, null)
  })

  test('somebody else’s identity stays theirs', async () => {
    const { server } = await openConfirmingGoogle()
    await signInBy(server)
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp(ACCOUNT)
    const options = { redirectTo: TARGET, skipBrowserRedirect: true }
    const { data } = await auth.linkIdentity({ provider: 'google', options })
    const values = fragmentOf(await browse(data.url ?? '', TARGET))
    assert.equal(values['error_code'], 'identity_already_exists')
    assert.equal(values['error_description'], 'Identity is already linked to another user')
    const { data: own } = await auth.getUserIdentities()
    const [identity] = own?.identities ?? []
    const { db } = server.context
    const foreign = await db
      .selectFrom('auth.identities')
      .select('id')
      .where('provider', '=', 'google')
      .executeTakeFirstOrThrow()
    assert.ok(identity)
    const removed = await auth.unlinkIdentity({ ...identity, identity_id: foreign.id })
    assert.equal(removed.error?.code, 'identity_not_found')
  })

  test('an anonymous account becomes a lasting one, with the verified address', async (t) => {
    const { server, partner } = await openWithOpenid(t, { env: { AUTH_ANONYMOUS: 'true' } })
    const auth = openAuthClient('2.48.1', server)
    const { data } = await auth.signInAnonymously()
    const options = { redirectTo: TARGET, skipBrowserRedirect: true }
    const asked = await auth.linkIdentity({ provider: 'google', options })
    await browse(asked.data.url ?? '', TARGET)
    const { data: now } = await auth.getUser()
    assert.equal(now.user?.id, data.user?.id)
    assert.equal(now.user?.is_anonymous, false)
    assert.equal(now.user.email, partner.person.email)
  })

  test('is off where the operator says so; an identity’s id is a UUID', async (t) => {
    const { server } = await openConfirmingGoogle()
    const auth = openAuthClient('2.48.1', server)
    const { accessToken: token } = sessionOf(await auth.signUp(ACCOUNT))
    const { status, json } = await call(server, 'DELETE', '/user/identities/x', { token })
    assert.deepEqual([status, json['code']], [404, 'validation_failed'])
    const off = await openWithOpenid(t, {
      env: { AUTH_AUTOCONFIRM: 'true', AUTH_MANUAL_LINKING: 'false' },
    })
    const offAuth = openAuthClient('2.48.1', off.server)
    await offAuth.signUp(ACCOUNT)
    const refused = await offAuth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    })
    assert.equal(refused.error?.code, 'manual_linking_disabled')
    assert.equal(refused.error.status, 404)
  })
})
