import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decodeJwt } from 'jose'
import { createClient } from 'supabase-js-newest'
import {
  type AuthServer,
  call,
  openAuthServer,
  shareAuthServer,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'
import { EMAIL, openTwoFactorAccount, PASSWORD, signInAgain } from '../testing/factor.fixture.ts'

const openServer = shareAuthServer()

type Tokens = Awaited<ReturnType<typeof signInAgain>>

/** Only the newest client knows recovery codes, and only with an option. */
async function openRecovery({ url, context }: AuthServer, tokens: Pick<Tokens, 'auth'>) {
  const { auth } = createClient(url, context.keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  })
  const { data } = await tokens.auth.getSession()
  const { access_token = '', refresh_token = '' } = data.session ?? {}
  await auth.setSession({ access_token, refresh_token })
  return auth
}

suite('recovery codes', () => {
  test('ten codes, shown once; each raises a session to aal2 once, however it is typed', async () => {
    const server = await openServer()
    const account = await openTwoFactorAccount(server, 'newest')
    const auth = await openRecovery(server, account)
    const none = await auth.mfa.recoveryCodes.getStatus()
    assert.deepEqual([none.error?.status, none.error?.code], [404, 'mfa_factor_not_found'])
    const { data } = await auth.mfa.recoveryCodes.generate()
    const codes = data?.codes ?? []
    assert.deepEqual(
      [data?.type, data?.friendly_name, data?.total],
      ['recovery_code', 'Recovery codes', 10],
    )
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[a-z2-9]{16}$/)
    const twice = await auth.mfa.recoveryCodes.generate()
    assert.equal(twice.error?.code, 'mfa_verified_factor_exists')

    const lost = await openRecovery(server, await signInAgain(server, 'newest'))
    const [code = ''] = codes
    const typed = code.toUpperCase().replaceAll(/(.{4})/g, '$1-')
    const shown = await lost.mfa.recoveryCodes.verify({ code: ` ${typed}` })
    assert.equal(shown.error, null)
    const { aal, amr } = decodeJwt(shown.data?.access_token ?? '')
    assert.equal(aal, 'aal2')
    assert.ok(JSON.stringify(amr).includes('mfa/recovery_code'))
    const status = await lost.mfa.recoveryCodes.getStatus()
    assert.deepEqual([status.data?.total, status.data?.remaining], [10, 9])

    const again = await openRecovery(server, await signInAgain(server, 'newest'))
    const used = await again.mfa.recoveryCodes.verify({ code })
    assert.deepEqual([used.error?.status, used.error?.code], [422, 'mfa_verification_failed'])
  })

  test('new ones end the old ones; all of it wants aal2', async () => {
    const server = await openServer()
    const account = await openTwoFactorAccount(server, 'newest')
    const auth = await openRecovery(server, account)
    const [old = ''] =
      (await auth.mfa.recoveryCodes.generate({ friendlyName: 'Paper' })).data?.codes ?? []
    const half = await openRecovery(server, await signInAgain(server, 'newest'))
    for (const refused of [
      await half.mfa.recoveryCodes.regenerate(),
      await half.mfa.recoveryCodes.unenroll(),
    ]) {
      assert.equal(refused.error?.code, 'insufficient_aal')
    }
    const { data } = await auth.mfa.recoveryCodes.regenerate()
    assert.equal(data?.friendly_name, 'Paper')
    assert.ok(!data.codes.includes(old))
    const shown = await half.mfa.recoveryCodes.verify({ code: old })
    assert.equal(shown.error?.code, 'mfa_verification_failed')
    assert.equal((await auth.mfa.recoveryCodes.unenroll()).error, null)
    const gone = await auth.mfa.recoveryCodes.getStatus()
    assert.equal(gone.error?.code, 'mfa_factor_not_found')
  })

  test('they are never the only factor', async () => {
    const server = await openServer()
    const plain = await signUpConfirmed(server, 'newest', {
      email: 'plain@club.example',
      password: PASSWORD,
    })
    const bare = await (await openRecovery(server, plain)).mfa.recoveryCodes.generate()
    assert.deepEqual(
      [bare.error?.status, bare.error?.code],
      [422, 'mfa_recovery_codes_sole_factor'],
    )
    const account = await openTwoFactorAccount(server, 'newest')
    const auth = await openRecovery(server, account)
    await auth.mfa.recoveryCodes.generate()
    const last = await auth.mfa.unenroll({ factorId: account.totp.factorId })
    assert.deepEqual(
      [last.error?.status, last.error?.code],
      [422, 'mfa_recovery_codes_sole_factor'],
    )
    await auth.mfa.recoveryCodes.unenroll()
    assert.equal((await auth.mfa.unenroll({ factorId: account.totp.factorId })).error, null)
  })

  test('after ten wrong ones nobody tries for a while: 429', async (t) => {
    const server = await openAuthServer(t, { AUTH_RATE_LIMITS: 'true' })
    const { accessToken } = await signUpConfirmed(server, 'newest', {
      email: EMAIL,
      password: PASSWORD,
    })
    const guess = async () => {
      const body = { code: 'aaaaaaaaaaaaaaaa' }
      const path = '/factors/recovery-codes/verify'
      const { status, json } = await call(server, 'POST', path, { token: accessToken, body })
      return [status, json['code']]
    }
    for (let attempt = 0; attempt < 10; attempt++) {
      assert.deepEqual(await guess(), [422, 'mfa_verification_failed'])
    }
    assert.deepEqual(await guess(), [429, 'mfa_recovery_codes_locked'])
  })
})
