import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readClaims } from './start-session.ts'

function token(payload: unknown): string {
  return ['{}', JSON.stringify(payload), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
}

test('a token tells its level, its sign-in and when its user last showed who he is', () => {
  const claims = readClaims(
    token({
      aal: 'aal2',
      session_id: 'ü-1',
      amr: [
        { method: 'totp', timestamp: 1_700_000_100 },
        { method: 'password', timestamp: 1_700_000_000 },
      ],
    }),
  )
  assert.equal(claims.aal, 'aal2')
  assert.equal(claims.signInId, 'ü-1')
  assert.equal(claims.provedAt.getTime(), 1_700_000_100_000)
})

for (const malformed of ['', 'a.b.c', token(null), token([]), token({ amr: 'password', aal: 3 })]) {
  test(`${JSON.stringify(malformed.slice(0, 24))} claims nothing`, () => {
    assert.deepEqual(readClaims(malformed), { aal: 'aal1', signInId: null, provedAt: new Date(0) })
  })
}

test('what is not the time of a way to sign in does not count', () => {
  const amr = ['password', null, 5, {}, { timestamp: '1700000200' }, { timestamp: 1_700_000_000 }]
  assert.equal(readClaims(token({ amr })).provedAt.getTime(), 1_700_000_000_000)
})
