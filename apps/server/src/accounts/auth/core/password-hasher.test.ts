import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, openAuthServer, signUpConfirmed } from '../testing/auth.fixture.ts'

const email = 'driver@club.example'
const password = 'correct horse'

test('an address that sends many passwords delays another by few of them', async (t) => {
  const server = await openAuthServer(t, { TRUST_PROXY: '1' })
  await signUpConfirmed(server, 'newest', { email, password })
  const done: string[] = []
  const signIn = async (name: string, from: string, body: object) => {
    const headers = { 'x-forwarded-for': from }
    const { status } = await call(server, 'POST', '/token?grant_type=password', { headers, body })
    done.push(name)
    return status
  }
  const guesses = Array.from({ length: 20 }, (_, n) =>
    signIn('guess', '192.0.2.1', { email: `nobody-${n}@club.example`, password: 'a wrong one' }),
  )
  await guesses[0]
  assert.equal(await signIn('alone', '198.51.100.1', { email, password }), 200)
  const place = done.indexOf('alone')
  await Promise.all(guesses)
  assert.ok(place < guesses.length / 2, `after ${place} of ${guesses.length}`)
})
