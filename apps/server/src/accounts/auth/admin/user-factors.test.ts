import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { openAuthClient, openAuthServer, sessionOf } from '../testing/auth.fixture.ts'
import { openTwoFactorAccount, signInAgain } from '../testing/factor.fixture.ts'

for (const version of CLIENT_VERSIONS) {
  suite(`the operator and second factors, by client ${version}`, () => {
    test('the operator lists them without their secrets, and removes a lost one', async (t) => {
      const server = await openAuthServer(t)
      const { auth, userId, totp } = await openTwoFactorAccount(server, version)
      const { serviceKey } = server.context.keys
      const { admin } = openAuthClient(version, server, { key: serviceKey })
      const { data } = await admin.mfa.listFactors({ userId })
      assert.deepEqual(
        data?.factors.map(({ id }) => id),
        [totp.factorId],
      )
      assert.ok(!JSON.stringify(data).includes(totp.secret))
      const { error } = await admin.mfa.deleteFactor({ userId, id: totp.factorId })
      assert.equal(error, null)
      sessionOf(await auth.refreshSession())
      const level = await auth.mfa.getAuthenticatorAssuranceLevel()
      assert.equal(level.data?.currentLevel, 'aal1')
      const { auth: next } = await signInAgain(server, version)
      assert.equal((await next.updateUser({ password: 'a new horse' })).error, null)
      const gone = await admin.mfa.deleteFactor({ userId, id: totp.factorId })
      assert.deepEqual([gone.error?.status, gone.error?.code], [404, 'mfa_factor_not_found'])
    })
  })
}
