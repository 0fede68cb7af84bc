import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { call, shareAuthServer, sessionOf, signUpConfirmed } from '../testing/auth.fixture.ts'
import {
  EMAIL,
  enrolTotp,
  openTwoFactorAccount,
  PASSWORD,
  showTotp,
  signInAgain,
} from '../testing/factor.fixture.ts'

const openServer = shareAuthServer()

for (const version of CLIENT_VERSIONS) {
  suite(`a second factor goes, by client ${version}`, () => {
    test('from aal1 it stays: 422; its session falls to aal1 at the next refresh', async () => {
      const server = await openServer()
      const { auth, totp } = await openTwoFactorAccount(server, version)
      const { factorId } = totp
      const half = await signInAgain(server, version)
      const refused = await half.auth.mfa.unenroll({ factorId })
      assert.deepEqual([refused.error?.status, refused.error?.code], [422, 'insufficient_aal'])
      const { data, error } = await auth.mfa.unenroll({ factorId })
      assert.deepEqual([data, error], [{ id: factorId }, null])
      const refreshed = sessionOf(await auth.refreshSession())
      const level = await auth.mfa.getAuthenticatorAssuranceLevel()
      assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal1'])
      const user = await call(server, 'GET', '/user', { token: refreshed.accessToken })
      assert.ok(!('factors' in user.json))
    })

    test('with a factor, a new password or address wants aal2: 401', async () => {
      const server = await openServer()
      const { auth } = await openTwoFactorAccount(server, version)
      const half = await signInAgain(server, version)
      for (const change of [{ password: 'a new horse' }, { email: 'new@club.example' }]) {
        const { error } = await half.auth.updateUser(change)
        assert.deepEqual([error?.status, error?.code], [401, 'insufficient_aal'])
      }
      assert.equal((await half.auth.updateUser({ data: { language: 'de' } })).error, null)
      assert.equal((await auth.updateUser({ password: 'a new horse' })).error, null)
    })

    test('an unfinished one goes at any time; a stranger’s is not found', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, { email: EMAIL, password: PASSWORD })
      const { factorId } = await enrolTotp(auth)
      const stranger = await signUpConfirmed(server, version, {
        email: 'stranger@club.example',
        password: PASSWORD,
      })
      const calls = [
        stranger.auth.mfa.unenroll({ factorId }),
        stranger.auth.mfa.challenge({ factorId }),
      ]
      for (const { error } of await Promise.all(calls)) {
        assert.deepEqual([error?.status, error?.code], [404, 'mfa_factor_not_found'])
      }
      assert.equal((await auth.mfa.unenroll({ factorId })).error, null)
    })
  })
}

suite('a second factor goes, whatever the client', () => {
  test('a token from before it went no longer adds factors', async () => {
    const server = await openServer()
    const { auth, totp } = await openTwoFactorAccount(server, 'newest')
    const second = await enrolTotp(auth, 'second')
    await showTotp(server, auth, second)
    await auth.mfa.unenroll({ factorId: second.factorId })
    const { error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'third' })
    assert.deepEqual([error?.status, error?.code], [403, 'insufficient_aal'])
    assert.equal((await showTotp(server, auth, totp)).error, null)
  })
})
