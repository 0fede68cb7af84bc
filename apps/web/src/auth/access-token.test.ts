import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad, openBrowserWorld } from '../testing/browser-world.ts'
import { aSession, aToken, ENDED, serveSignIn, storeSession } from '../testing/sign-in-service.ts'
import type * as AccessToken from './access-token.ts'

const TOKEN = aToken('first')
/** A token that has as long left is renewed before a call goes out. */
const MARGIN_MS = 10_000

async function openTokens(t: TestContext) {
  const world = await openBrowserWorld(t)
  serveSignIn(world)
  const tokens: typeof AccessToken = await import(`./access-token.ts${nextLoad()}`)
  const renewals = () => world.requests.filter(({ name }) => name === 'POST /auth/v1/token').length
  return { world, renewals, ...tokens }
}

test('a call of a visitor carries no token, and that of a user theirs', async (t) => {
  const { accessToken, setAccessToken } = await openTokens(t)
  assert.equal(accessToken(), null)
  setAccessToken({ value: TOKEN, expiresAtMs: 0 })
  assert.equal(accessToken(), TOKEN)
  setAccessToken(null)
  assert.equal(accessToken(), null)
})

test('a visitor’s call goes out at once, without asking the sign-in service', async (t) => {
  const { world, freshAccessToken } = await openTokens(t)
  await freshAccessToken()
  assert.deepEqual(world.requests, [])
})

test('calls wait while it is not known who is signed in, and all go on then', async (t) => {
  const { accessToken, expectAccessToken, freshAccessToken, setAccessToken } = await openTokens(t)
  expectAccessToken()
  const seen: (string | null)[] = []
  const calls = [1, 2].map(() => freshAccessToken().then(() => seen.push(accessToken())))
  await Promise.resolve()
  assert.deepEqual(seen, [])
  setAccessToken({ value: TOKEN, expiresAtMs: Date.now() + 3_600_000 })
  await Promise.all(calls)
  assert.deepEqual(seen, [TOKEN, TOKEN])
})

for (const [leftMs, renewals] of [
  [MARGIN_MS + 1, 0],
  [MARGIN_MS, 1],
] as const) {
  test(`a token with ${leftMs} ms left is renewed ${renewals} times before a call`, async (t) => {
    const tokens = await openTokens(t)
    storeSession(tokens.world, aSession(TOKEN, 0))
    t.mock.timers.reset()
    t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() })
    tokens.setAccessToken({ value: TOKEN, expiresAtMs: Date.now() + leftMs })
    await tokens.freshAccessToken()
    assert.equal(tokens.renewals(), renewals)
  })
}

test('a call goes out where the sign-in service cannot be reached', async (t) => {
  const { world, freshAccessToken, setAccessToken } = await openTokens(t)
  world.setOnline(false)
  setAccessToken({ value: TOKEN, expiresAtMs: 0 })
  await freshAccessToken()
})

test('a refused token that another call has renewed meanwhile is worth a retry', async (t) => {
  const { renewals, renewAccessToken, setAccessToken } = await openTokens(t)
  setAccessToken({ value: aToken('newer'), expiresAtMs: 0 })
  assert.equal(await renewAccessToken(TOKEN), true)
  assert.equal(renewals(), 0)
})

test('a refused token of a reader who has signed out meanwhile is not', async (t) => {
  const { renewals, renewAccessToken } = await openTokens(t)
  assert.equal(await renewAccessToken(TOKEN), false)
  assert.equal(renewals(), 0)
})

test('a refused token is worth a retry if the service renews it', async (t) => {
  const { world, renewals, renewAccessToken, setAccessToken } = await openTokens(t)
  storeSession(world, aSession(TOKEN))
  setAccessToken({ value: TOKEN, expiresAtMs: Date.now() + 3_600_000 })
  assert.equal(await renewAccessToken(TOKEN), true)
  assert.equal(renewals(), 1)
})

test('a refused token is not worth a retry where the session has ended or the network is gone', async (t) => {
  const { world, renewAccessToken, setAccessToken } = await openTokens(t)
  storeSession(world, aSession(TOKEN))
  setAccessToken({ value: TOKEN, expiresAtMs: Date.now() + 3_600_000 })
  world.answer('POST /auth/v1/token', ENDED)
  assert.equal(await renewAccessToken(TOKEN), false)
  world.setOnline(false)
  assert.equal(await renewAccessToken(TOKEN), false)
})

test('calls that are refused together share one renewal, and a later one gets its own', async (t) => {
  const { world, renewals, renewAccessToken, setAccessToken } = await openTokens(t)
  storeSession(world, aSession(TOKEN))
  setAccessToken({ value: TOKEN, expiresAtMs: Date.now() + 3_600_000 })
  assert.deepEqual(await Promise.all([TOKEN, TOKEN].map(renewAccessToken)), [true, true])
  assert.equal(renewals(), 1)
  assert.equal(await renewAccessToken(TOKEN), true)
  assert.equal(renewals(), 2)
})

test('a refused token is not worth a retry where the sign-in service cannot be found', async (t) => {
  const { world, renewAccessToken, setAccessToken } = await openTokens(t)
  setAccessToken({ value: TOKEN, expiresAtMs: Date.now() + 3_600_000 })
  world.setOnline(false)
  assert.equal(await renewAccessToken(TOKEN), false)
})
