import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  openAuthClient,
  openAuthServer,
  shareAuthServer,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'
import {
  EMAIL,
  enrolTotp,
  openTwoFactorAccount,
  PASSWORD,
  showTotp,
  signInAgain,
} from '../testing/factor.fixture.ts'
import { openWebhook, SMS_WEBHOOK_SECRET } from '../testing/webhook.fixture.ts'

const openServer = shareAuthServer()

const credentials = { email: EMAIL, password: PASSWORD }

for (const version of CLIENT_VERSIONS) {
  suite(`a second factor begins, by client ${version}`, () => {
    test('an authenticator app gets a secret as text, address and picture', async (t) => {
      const server = await openAuthServer(t, { PUBLIC_URL: 'https://pit.example' })
      const { auth } = await signUpConfirmed(server, version, credentials)
      const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
      assert.equal(data?.type, 'totp')
      assert.equal(data.friendly_name, 'My phone')
      assert.match(data.totp.secret, /^[A-Z2-7]{32}$/)
      assert.equal(
        data.totp.uri,
        `otpauth://totp/pit.example:driver%40club.example?algorithm=SHA1&digits=6&issuer=pit.example&period=30&secret=${data.totp.secret}`,
      )
      const [head, svg = ''] = data.totp.qr_code.split('utf-8,')
      assert.equal(head, 'data:image/svg+xml;')
      assert.match(svg, /^<svg [^\n#]+<\/svg>$/, 'it stands in a data URL as it is')
      const named = await auth.mfa.enroll({
        factorType: 'totp',
        friendlyName: 'Other',
        issuer: 'Club & Co: Köln',
      })
      assert.match(named.data?.totp.uri ?? '', /^otpauth:\/\/totp\/Club%20%26%20Co%3A%20K%C3%B6ln:/)
      const { data: factors } = await auth.mfa.listFactors()
      assert.deepEqual(factors?.totp, [], 'not yet verified')
      assert.equal(factors?.all.length, 2)
      assert.ok(!JSON.stringify(factors).includes(data.totp.secret), 'told once')
    })

    test('a name is taken once, also the empty one', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, credentials)
      for (const friendlyName of ['', 'Phone']) {
        await enrolTotp(auth, friendlyName)
        const { error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
        assert.deepEqual([error?.status, error?.code], [422, 'mfa_factor_name_conflict'])
      }
      server.clock.pass(301)
      await auth.refreshSession()
      assert.ok(await enrolTotp(auth, 'Phone'), 'what was given up is forgotten')
    })

    test('there are ten at most', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, credentials)
      for (let factor = 0; factor < 10; factor++) await enrolTotp(auth, `${factor}`)
      const { error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'eleven' })
      assert.deepEqual([error?.status, error?.code], [422, 'too_many_enrolled_mfa_factors'])
    })

    test('with a factor, a further one wants aal2; once shown, unfinished ones go', async () => {
      const server = await openServer()
      const { auth } = await openTwoFactorAccount(server, version)
      const half = await signInAgain(server, version)
      const { error } = await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })
      assert.deepEqual([error?.status, error?.code], [403, 'insufficient_aal'])
      await enrolTotp(auth, 'unfinished')
      const second = await enrolTotp(auth, 'second')
      await showTotp(server, auth, second)
      const { data } = await auth.mfa.listFactors()
      const names = data?.all.map((factor) => factor.friendly_name)
      assert.deepEqual(names, ['Phone', 'second'])
    })

    test('a phone gets its code by text message, once a minute', async (t) => {
      const webhook = await openWebhook(t)
      const server = await openAuthServer(t, { SMS_WEBHOOK_URL: webhook.url, SMS_WEBHOOK_SECRET })
      const { auth } = await signUpConfirmed(server, version, credentials)
      const wanted = { factorType: 'phone', friendlyName: 'SMS', phone: '+491701234567' } as const
      const { data, error } = await auth.mfa.enroll(wanted)
      assert.equal(error, null)
      assert.deepEqual([data.type, data.phone], ['phone', '491701234567'])
      const factorId = data.id
      const asked = await auth.mfa.challenge({ factorId, channel: 'sms' })
      const challengeId = asked.data?.id ?? ''
      assert.equal(asked.data?.type, 'phone')
      const soon = await auth.mfa.challenge({ factorId, channel: 'sms' })
      assert.deepEqual([soon.error?.status, soon.error?.code], [429, 'over_sms_send_rate_limit'])
      const { to, code } = webhook.last()
      assert.equal(to, '+491701234567')
      const other = code === '000000' ? '000001' : '000000'
      const wrong = await auth.mfa.verify({ factorId, challengeId, code: other })
      assert.deepEqual(
        [wrong.error?.status, wrong.error?.code, wrong.error?.message],
        [422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'],
      )
      server.clock.pass(1)
      const right = await auth.mfa.verify({ factorId, challengeId, code })
      assert.equal(right.error, null)
      const level = await auth.mfa.getAuthenticatorAssuranceLevel()
      assert.equal(level.data?.currentLevel, 'aal2')
      const [latest] = level.data?.currentAuthenticationMethods ?? []
      assert.equal(typeof latest === 'object' && latest.method, 'mfa/phone')
      const twice = await auth.mfa.verify({ factorId, challengeId, code })
      assert.equal(twice.error?.code, 'mfa_ip_address_mismatch', 'a code counts once')
      const again = await auth.mfa.enroll({ ...wanted, friendlyName: 'again' })
      assert.deepEqual(
        [again.error?.status, again.error?.code],
        [422, 'mfa_verified_factor_exists'],
      )
    })
  })
}

suite('a second factor begins, whatever the client', () => {
  test('refused: anonymous users, unknown types, phones where nothing can be sent', async (t) => {
    const server = await openAuthServer(t, { AUTH_ANONYMOUS: 'true' })
    const nobody = openAuthClient('newest', server)
    await nobody.signInAnonymously()
    const anonymous = await nobody.mfa.enroll({ factorType: 'totp' })
    assert.deepEqual([anonymous.error?.status, anonymous.error?.code], [403, 'no_authorization'])
    const { auth } = await signUpConfirmed(server, 'newest', credentials)
    const phone = await auth.mfa.enroll({ factorType: 'phone', phone: '+491701234567' })
    assert.deepEqual(
      [phone.error?.status, phone.error?.code],
      [422, 'mfa_phone_enroll_not_enabled'],
    )
    const unknown = JSON.parse('{"factorType":"palm"}')
    const palm = await auth.mfa.enroll(unknown)
    assert.deepEqual([palm.error?.status, palm.error?.code], [400, 'validation_failed'])
  })
})
