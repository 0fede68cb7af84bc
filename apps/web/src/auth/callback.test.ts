import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCallback } from './callback.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const nowSeconds = NOW.getTime() / 1000

function tokens(issuedSecondsAgo: number, more = ''): string {
  const expiresAt = nowSeconds - issuedSecondsAgo + 3600
  return `access_token=a.b.c&expires_at=${expiresAt}&expires_in=3600&refresh_token=r&sb=&token_type=bearer${more}`
}

describe('a callback in the address', () => {
  test('the tokens of a link are read and cleared, and nothing else is', () => {
    const { callback, href } = readCallback(
      `https://here.example/dashboard?tab=2#${tokens(1, '&type=signup')}`,
      NOW,
    )
    assert.deepEqual(callback, {
      kind: 'tokens',
      accessToken: 'a.b.c',
      refreshToken: 'r',
      type: 'signup',
      isStale: false,
      source: 'hash',
      signIn: null,
    })
    assert.equal(href, 'https://here.example/dashboard?tab=2')
  })

  test('a session made 120 seconds ago or earlier is stale', () => {
    const isStale = [0, 119, 120, 7200].map((seconds) => {
      const { callback } = readCallback(`https://here.example/#${tokens(seconds)}`, NOW)
      return callback?.kind === 'tokens' && callback.isStale
    })
    assert.deepEqual(isStale, [false, false, true, true])
  })

  test('without the time of expiry nothing is called stale', () => {
    const { callback } = readCallback('https://here.example/#access_token=a&refresh_token=r', NOW)
    assert.ok(callback?.kind === 'tokens' && !callback.isStale)
  })

  test('tokens in the query are read and cleared, too', () => {
    const { callback, href } = readCallback(`https://here.example/?${tokens(1)}&x=1`, NOW)
    assert.ok(callback?.kind === 'tokens' && callback.source === 'query')
    assert.equal(href, 'https://here.example/?x=1')
  })

  test('the sign-in that a browser began is read from the query and cleared with the tokens', () => {
    const { callback, href } = readCallback(`https://here.example/?signIn=s1#${tokens(1)}`, NOW)
    assert.ok(callback?.kind === 'tokens' && callback.source === 'hash')
    assert.equal(callback.signIn, 's1')
    assert.equal(href, 'https://here.example/')
  })

  test('the tokens of a provider are cleared with those of the session, and a neighbour is kept', () => {
    const { callback, href } = readCallback(
      `https://here.example/#${tokens(1, '&provider_token=p&provider_refresh_token=q&view=map')}`,
      NOW,
    )
    assert.equal(callback?.kind, 'tokens')
    assert.equal(href, 'https://here.example/#view=map')
  })

  for (const half of [
    '?access_token=a.b.c&expires_in=3600',
    '#refresh_token=r&token_type=bearer',
  ]) {
    test(`half a session is no session, and is cleared: ${half}`, () => {
      const { callback, href } = readCallback(`https://here.example/faq${half}`, NOW)
      assert.deepEqual(callback, { kind: 'error', code: 'bad_oauth_callback' })
      assert.equal(href, 'https://here.example/faq')
    })
  }

  for (const [address, code] of [
    ['/#error=access_denied&error_code=otp_expired&error_description=x&sb=', 'otp_expired'],
    ['/?error=server_error&error_description=x', 'server_error'],
    ['/?error_code=bad_oauth_state#error_code=bad_oauth_state&error=invalid', 'bad_oauth_state'],
    ['/#error_description=Something', 'unknown'],
  ]) {
    test(`the error ${code} is read and cleared`, () => {
      const { callback, href } = readCallback(`https://here.example${address}`, NOW)
      assert.deepEqual(callback, { kind: 'error', code })
      assert.equal(href, 'https://here.example/')
    })
  }

  test('a code in the query is read and cleared, its neighbours are kept', () => {
    const { callback, href } = readCallback('https://here.example/login?code=abc&redirect=/x', NOW)
    assert.deepEqual(callback, { kind: 'code', code: 'abc' })
    assert.equal(href, 'https://here.example/login?redirect=%2Fx')
  })

  test('the first half of a change of address is told', () => {
    const { callback, href } = readCallback('https://here.example/dashboard#message=Ok&sb=', NOW)
    assert.deepEqual(callback, { kind: 'halfConfirmed' })
    assert.equal(href, 'https://here.example/dashboard')
  })

  for (const address of [
    'https://here.example/faq#telemetry',
    'https://here.example/search/code=1?type=2#a=b',
    'https://here.example/dashboard/seasons/create?seasonName=A%2FB',
    'https://here.example/login?signIn=s1',
    'https://here.example/dashboard#message=Ok',
    'https://here.example/dashboard#sb=',
  ]) {
    test(`${address} is none and stays as it is`, () => {
      assert.deepEqual(readCallback(address, NOW), { callback: null, href: address })
    })
  }
})
