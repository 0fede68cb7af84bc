import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decodeJwt } from 'jose'
import { callWhile } from '../../../testing/call-while.ts'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  call,
  openAuthServer,
  shareAuthServer,
  sessionOf,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'
import {
  codeOf,
  EMAIL,
  enrolTotp,
  openTwoFactorAccount,
  PASSWORD,
  showTotp,
  signInAgain,
  wrongCodeOf,
} from '../testing/factor.fixture.ts'

const openServer = shareAuthServer()

const credentials = { email: EMAIL, password: PASSWORD }

for (const version of CLIENT_VERSIONS) {
  suite(`a second factor is shown, by client ${version}`, () => {
    test('the app’s code raises the session to aal2, with the method and fresh factors', async () => {
      const server = await openServer()
      const { auth, accessToken } = await signUpConfirmed(server, version, credentials)
      assert.equal(decodeJwt(accessToken)['aal'], 'aal1')
      const events: string[] = []
      auth.onAuthStateChange((event) => void events.push(event))
      const totp = await enrolTotp(auth)
      const { data, error } = await showTotp(server, auth, totp)
      assert.equal(error, null)
      const claims = decodeJwt(data?.access_token ?? '')
      assert.equal(claims['aal'], 'aal2')
      const [{ method } = {}] = methodsOf(claims)
      assert.equal(method, 'totp')
      assert.equal(claims['session_id'], decodeJwt(accessToken)['session_id'])
      const [factor] = data?.user.factors ?? []
      assert.deepEqual([factor?.id, factor?.status], [totp.factorId, 'verified'])
      const level = await auth.mfa.getAuthenticatorAssuranceLevel()
      assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal2', 'aal2'])
      assert.equal((await auth.mfa.listFactors()).data?.totp.length, 1)
      assert.ok(events.includes('MFA_CHALLENGE_VERIFIED'))

      const refreshed = sessionOf(await auth.refreshSession())
      assert.equal(decodeJwt(refreshed.accessToken)['aal'], 'aal2', 'and it stays')
      const again = await signInAgain(server, version)
      const next = await again.auth.mfa.getAuthenticatorAssuranceLevel()
      assert.deepEqual([next.data?.currentLevel, next.data?.nextLevel], ['aal1', 'aal2'])
    })

    test('other sessions that have not shown it end, one that has goes on', async () => {
      const server = await openServer()
      const { auth, totp } = await openTwoFactorAccount(server, version)
      const stolen = await signInAgain(server, version)
      const third = await signInAgain(server, version)
      const before = await call(server, 'GET', '/user', { token: stolen.accessToken })
      assert.equal(before.status, 200)

      assert.equal((await showTotp(server, third.auth, totp)).error, null)
      const after = await call(server, 'GET', '/user', { token: stolen.accessToken })
      assert.deepEqual([after.status, after.json['code']], [403, 'session_not_found'])
      const body = { refresh_token: stolen.refreshToken }
      const refreshed = await call(server, 'POST', '/token?grant_type=refresh_token', { body })
      assert.equal(refreshed.status, 400)
      assert.equal((await auth.getUser()).error, null, 'aal2 already')
    })

    test('the refresh token from before does not yield aal2, and ends nothing', async () => {
      const server = await openServer()
      const { auth, refreshToken } = await signUpConfirmed(server, version, credentials)
      await showTotp(server, auth, await enrolTotp(auth))
      const body = { refresh_token: refreshToken }
      const old = await call(server, 'POST', '/token?grant_type=refresh_token', { body })
      assert.deepEqual([old.status, old.json['code']], [400, 'refresh_token_already_used'])
      const refreshed = sessionOf(await auth.refreshSession())
      assert.equal(decodeJwt(refreshed.accessToken)['aal'], 'aal2')
      assert.equal((await auth.getUser()).error, null)
    })

    test('a code counts once, also for another challenge; the next one is good', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, credentials)
      const totp = await enrolTotp(auth)
      assert.equal((await showTotp(server, auth, totp)).error, null)
      const code = codeOf(server, totp.secret)
      const again = await auth.mfa.challengeAndVerify({ factorId: totp.factorId, code })
      assert.deepEqual(
        [again.error?.status, again.error?.code, again.error?.message],
        [422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
      )
      assert.equal((await showTotp(server, auth, totp)).error, null)
    })

    test('a challenge is answered once, within five minutes, and guessed five times', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, credentials)
      const { factorId, secret } = await enrolTotp(auth)
      const ask = async () => (await auth.mfa.challenge({ factorId })).data?.id ?? ''
      const answer = async (challengeId: string, code: string) => {
        const { error } = await auth.mfa.verify({ factorId, challengeId, code })
        return error === null ? null : [error.status, error.code]
      }
      const used = await ask()
      assert.equal(await answer(used, codeOf(server, secret)), null)
      server.clock.pass(30)
      assert.deepEqual(await answer(used, codeOf(server, secret)), [422, 'mfa_ip_address_mismatch'])

      const late = await ask()
      server.clock.pass(301)
      assert.deepEqual(await answer(late, codeOf(server, secret)), [422, 'mfa_challenge_expired'])

      const guessed = await ask()
      for (let guess = 0; guess < 5; guess++) {
        const wrong = await answer(guessed, wrongCodeOf(server, secret))
        assert.deepEqual(wrong, [422, 'mfa_verification_failed'])
      }
      const right = codeOf(server, secret)
      assert.deepEqual(await answer(guessed, right), [422, 'mfa_challenge_expired'])
      assert.equal(await answer(await ask(), right), null)
      assert.deepEqual(await answer(crypto.randomUUID(), right), [422, 'mfa_factor_not_found'])
    })
  })
}

suite('a second factor is shown, whatever the client', () => {
  test('a factor accepts ten guesses, from any user and address', async (t) => {
    const server = await openAuthServer(t, { AUTH_RATE_LIMITS: 'true', TRUST_PROXY: '1' })
    const { auth } = await signUpConfirmed(server, 'newest', credentials)
    const { factorId, secret } = await enrolTotp(auth)
    const token = sessionOf(await auth.getSession()).accessToken
    const guess = async (address: number) => {
      const headers = { 'x-forwarded-for': `198.51.100.${address}` }
      const asked = await call(server, 'POST', `/factors/${factorId}/challenge`, { token, headers })
      const body = { challenge_id: asked.json['id'], code: wrongCodeOf(server, secret) }
      const path = `/factors/${factorId}/verify`
      return (await call(server, 'POST', path, { token, headers, body })).json['code']
    }
    for (let address = 0; address < 10; address++) {
      assert.equal(await guess(address), 'mfa_verification_failed')
    }
    assert.equal(await guess(10), 'over_request_rate_limit')
  })

  test('a challenge is answered from where it was asked for', async (t) => {
    const server = await openAuthServer(t, { TRUST_PROXY: '1' })
    const { auth } = await signUpConfirmed(server, 'newest', credentials)
    const { factorId, secret } = await enrolTotp(auth)
    const token = sessionOf(await auth.getSession()).accessToken
    const asked = await call(server, 'POST', `/factors/${factorId}/challenge`, {
      token,
      headers: { 'x-forwarded-for': '198.51.100.1' },
    })
    const body = { challenge_id: asked.json['id'], code: codeOf(server, secret) }
    const answer = (from: string) =>
      call(server, 'POST', `/factors/${factorId}/verify`, {
        token,
        body,
        headers: { 'x-forwarded-for': from },
      })
    assert.equal((await answer('198.51.100.2')).json['code'], 'mfa_ip_address_mismatch')
    assert.equal((await answer('198.51.100.1')).status, 200)
  })

  test('a factor that was begun before another one does not bypass it', async () => {
    const server = await openServer()
    const { auth } = await signUpConfirmed(server, 'newest', credentials)
    const thief = await signInAgain(server, 'newest')
    const begun = await enrolTotp(thief.auth, 'thief')
    const { db } = server.context
    const stolen = await db.selectFrom('auth.factors').selectAll().executeTakeFirstOrThrow()
    await showTotp(server, auth, await enrolTotp(auth))
    // The stored copy stands for a factor of another type, because those are not removed.
    await db
      .insertInto('auth.factors')
      .values({ ...stolen, webauthn_credential: null })
      .execute()
    const again = await signInAgain(server, 'newest')
    const { error } = await showTotp(server, again.auth, begun)
    assert.deepEqual([error?.status, error?.code], [403, 'insufficient_aal'])
  })

  test('the steps of RFC 6238 one before and one after are good, two are not', async () => {
    const server = await openServer()
    const { auth } = await signUpConfirmed(server, 'newest', credentials)
    const { factorId, secret } = await enrolTotp(auth)
    const early = codeOf(server, secret)
    server.clock.pass(60)
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code: early })
    assert.equal(error?.code, 'mfa_verification_failed')
    const previous = codeOf(server, secret)
    server.clock.pass(30)
    const late = await auth.mfa.challengeAndVerify({ factorId, code: previous })
    assert.equal(late.error, null)
  })
})

function methodsOf({ amr }: Record<string, unknown>): { method?: string }[] {
  return Array.isArray(amr) ? amr : []
}

test('a user who is signed out during the verification stays signed out', async () => {
  const server = await openServer()
  const { auth, accessToken: token } = await signUpConfirmed(server, '2.48.1', credentials)
  const { factorId, secret } = await enrolTotp(auth)
  const { data } = await auth.mfa.challenge({ factorId })
  const body = { challenge_id: data?.id, code: codeOf(server, secret) }
  const verify = () => call(server, 'POST', `/factors/${factorId}/verify`, { token, body })
  const [answer] = await callWhile(server, [verify], {
    hold: (db) => db.selectFrom('auth.users').select('id').forUpdate().execute(),
    work: (db) => db.deleteFrom('auth.sessions').execute(),
  })
  assert.deepEqual([answer?.status, answer?.json['code']], [403, 'session_not_found'])
})
