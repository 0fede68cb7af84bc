import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type Answer, nextLoad, openBrowserWorld } from '../testing/browser-world.ts'
import { aSession, aToken, serveSignIn, storeSession } from '../testing/sign-in-service.ts'
import type * as Accounts from './account.ts'
import type * as SignOut from './sign-out.ts'
import type * as StartSession from './start-session.ts'
import { STORAGE_KEY } from './stored-session.ts'

const LOGOUT = 'POST /auth/v1/logout'

async function openSignedIn(t: TestContext, answer: Answer) {
  const world = await openBrowserWorld(t)
  serveSignIn(world)
  world.answer(LOGOUT, answer)
  storeSession(world, aSession(aToken('one')))
  const load = nextLoad()
  const { startSession }: typeof StartSession = await import(`./start-session.ts${load}`)
  const accounts: typeof Accounts = await import(`./account.ts${load}`)
  const { signOut }: typeof SignOut = await import(`./sign-out.ts${load}`)
  startSession(null)
  assert.equal((await accounts.waitForAccount()).kind, 'signedIn')
  const isOut = () =>
    accounts.getAccountState().kind === 'signedOut' &&
    world.localStorage.getItem(STORAGE_KEY) === null
  return { world, signOut, isOut, sent: () => world.requests.filter(({ name }) => name === LOGOUT) }
}

test('the service ends the session of this browser alone', async (t) => {
  const { signOut, isOut, sent } = await openSignedIn(t, { status: 204 })
  await signOut()
  assert.equal(isOut(), true)
  assert.deepEqual(
    sent().map(({ search }) => search.get('scope')),
    ['local'],
  )
})

test('whatever the service answers, the browser is signed out', async (t) => {
  const { signOut, isOut } = await openSignedIn(t, { status: 500, body: { msg: 'failed' } })
  await signOut()
  assert.equal(isOut(), true)
})

test('without a network the browser is signed out too', async (t) => {
  const { world, signOut, isOut } = await openSignedIn(t, { status: 204 })
  world.setOnline(false)
  await signOut()
  assert.equal(isOut(), true)
})

test('a session whose service was never reached is ended in this browser too', async (t) => {
  const world = await openBrowserWorld(t)
  storeSession(world, aSession(aToken('one')))
  const { signOut }: typeof SignOut = await import(`./sign-out.ts${nextLoad()}`)
  await signOut()
  assert.equal(world.localStorage.getItem(STORAGE_KEY), null)
})

for (const [rule, subscription, ended] of [
  ['ends the notifications of this browser', { unsubscribe: async () => true }, 1],
  ['has none to end', null, 0],
] as const) {
  test(`signing out ${rule}`, async (t) => {
    const { signOut, isOut } = await openSignedIn(t, { status: 204 })
    let count = 0
    const unsubscribe = async () => {
      count++
      return subscription?.unsubscribe() ?? false
    }
    const getSubscription = async () => (subscription ? { unsubscribe } : null)
    const getRegistration = async () => ({ pushManager: { getSubscription } })
    Object.assign(navigator, { serviceWorker: { getRegistration } })
    await signOut()
    assert.deepEqual([count, isOut()], [ended, true])
  })
}

test('notifications that cannot be ended do not keep the browser signed in', async (t) => {
  const { signOut, isOut } = await openSignedIn(t, { status: 204 })
  Object.assign(navigator, {
    serviceWorker: { getRegistration: async () => assert.fail('refused') },
  })
  await signOut()
  assert.equal(isOut(), true)
})

test('a browser without a worker for notifications is signed out', async (t) => {
  const { signOut, isOut } = await openSignedIn(t, { status: 204 })
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => undefined } })
  await signOut()
  assert.equal(isOut(), true)
})
