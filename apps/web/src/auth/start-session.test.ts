import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad, openBrowserWorld } from '../testing/browser-world.ts'
import {
  aSession,
  aToken,
  aUser,
  ENDED,
  serveSignIn,
  storeSession,
  USER_ID,
} from '../testing/sign-in-service.ts'
import type { Callback } from './callback.ts'
import { STORAGE_KEY } from './stored-session.ts'
import type * as StartSession from './start-session.ts'
import type * as Accounts from './account.ts'
import type * as Notices from './notice.ts'
import type * as BegunSignIns from './begun-sign-ins.ts'
import type * as Recovery from './recovery.ts'
import type * as QueryClients from '../state/query-client.ts'
import type * as Drafts from '../state/browser-storage.ts'
import type * as AccessTokens from './access-token.ts'

const TOKEN = aToken('first')
const LINK: Extract<Callback, { kind: 'tokens' }> = {
  kind: 'tokens',
  accessToken: aToken('of the link'),
  refreshToken: 'refresh',
  type: 'magiclink',
  isStale: false,
  source: 'hash',
  signIn: null,
}
const REFUSED = { status: 403, body: { code: 'bad_jwt', error_code: 'bad_jwt', msg: 'no' } }
const HALF_AN_HOUR_MS = 30 * 60_000

async function openPage(t: TestContext) {
  const world = await openBrowserWorld(t)
  serveSignIn(world)
  const load = nextLoad()
  const start: typeof StartSession = await import(`./start-session.ts${load}`)
  const accounts: typeof Accounts = await import(`./account.ts${load}`)
  const notices: typeof Notices = await import(`./notice.ts${load}`)
  const begun: typeof BegunSignIns = await import(`./begun-sign-ins.ts${load}`)
  const recovery: typeof Recovery = await import(`./recovery.ts${load}`)
  const state: typeof QueryClients = await import(`../state/query-client.ts${load}`)
  const drafts: typeof Drafts = await import(`../state/browser-storage.ts${load}`)
  const tokens: typeof AccessTokens = await import(`./access-token.ts${load}`)
  const becomes = (kind: string, token?: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        const now = accounts.getAccountState()
        const account = accounts.accountOf(now)
        if (now.kind === kind && (!token || account?.accessToken === token)) resolve()
      }
      accounts.onAccountChange(check)
      check()
    })
  return {
    world,
    becomes,
    tokens,
    drafts,
    ...start,
    ...accounts,
    ...notices,
    ...begun,
    ...recovery,
    ...state,
  }
}

test('a browser without a session is signed out at once, and nothing is requested', async (t) => {
  const { world, startSession, getAccountState } = await openPage(t)
  startSession(null)
  assert.equal(getAccountState().kind, 'signedOut')
  assert.deepEqual(world.requests, [])
})

test('a stored session signs its user in, with the name of their profile', async (t) => {
  const { world, startSession, waitForAccount } = await openPage(t)
  storeSession(world, aSession(TOKEN))
  startSession(null)
  const state = await waitForAccount()
  assert.ok(state.kind === 'signedIn')
  const { userId, signInId, email, accessToken, username } = state.session
  assert.deepEqual(
    { userId, signInId, email, accessToken, username },
    {
      userId: USER_ID,
      signInId: 'first',
      email: 'mia@racer.example',
      accessToken: TOKEN,
      username: 'Mia',
    },
  )
})

test('a session that has ended meanwhile signs its user out', async (t) => {
  const { world, startSession, waitForAccount } = await openPage(t)
  storeSession(world, aSession(TOKEN, -60))
  world.answer('POST /auth/v1/token', ENDED)
  startSession(null)
  assert.equal((await waitForAccount()).kind, 'signedOut')
  assert.equal(world.localStorage.getItem(STORAGE_KEY), null)
})

test('a user whose profile cannot be read has no name; one who is gone is signed out', async (t) => {
  const first = await openPage(t)
  storeSession(first.world, aSession(TOKEN))
  first.world.answer('GET /rest/v1/profiles', { status: 406, body: { code: 'PGRST116' } })
  first.startSession(null)
  const state = await first.waitForAccount()
  assert.ok(state.kind === 'signedIn')
  assert.equal(state.session.username, '')

  first.world.answer('GET /auth/v1/user', REFUSED)
  await first.reloadProfile()
  assert.equal(first.getAccountState().kind, 'signedOut')
  assert.equal(first.world.localStorage.getItem(STORAGE_KEY), null)
})

test('without a network a stored session signs nobody in, until the network is back', async (t) => {
  const { world, becomes, startSession, getAccountState } = await openPage(t)
  storeSession(world, aSession(TOKEN))
  world.setOnline(false)
  startSession(null)
  await becomes('signedOut')
  world.setOnline(true)
  world.dispatch(new Event('online'))
  await becomes('signedIn')
  assert.equal(getAccountState().kind, 'signedIn')
})

test('a sign-in in another tab signs in here', async (t) => {
  const { world, becomes, startSession } = await openPage(t)
  startSession(null)
  storeSession(world, aSession(TOKEN))
  world.dispatch(Object.assign(new Event('storage'), { key: STORAGE_KEY }))
  await becomes('signedIn')
})

test('what else another tab stores signs nobody in', async (t) => {
  const { world, startSession, getAccountState } = await openPage(t)
  startSession(null)
  storeSession(world, aSession(TOKEN))
  world.dispatch(Object.assign(new Event('storage'), { key: 'pitboard.other' }))
  // A request that the event had caused would have come before this one.
  await fetch('/after')
  assert.deepEqual(
    world.requests.map(({ name }) => name),
    ['GET /after'],
  )
  assert.equal(getAccountState().kind, 'signedOut')
})

test('a user with a second factor is asked for it, and not signed in before', async (t) => {
  const { world, startSession, waitForAccount } = await openPage(t)
  const factors = [
    { id: 'phone', factor_type: 'phone', status: 'verified', friendly_name: 'My phone' },
    { id: 'new', factor_type: 'totp', status: 'unverified' },
  ]
  storeSession(world, aSession(TOKEN, 3600, aUser({ factors })))
  startSession(null)
  assert.deepEqual(await waitForAccount(), {
    kind: 'secondFactor',
    userId: USER_ID,
    factors: [{ id: 'phone', kind: 'phone', name: 'My phone' }],
  })
})

test('a token that has proved the second factor signs in', async (t) => {
  const { world, startSession, waitForAccount } = await openPage(t)
  const factors = [{ id: 'phone', factor_type: 'phone', status: 'verified' }]
  const token = aToken('second', { aal: 'aal2' })
  storeSession(world, aSession(token, 3600, aUser({ factors })))
  startSession(null)
  assert.equal((await waitForAccount()).kind, 'signedIn')
})

test('the session is renewed every half hour, and not for a visitor', async (t) => {
  const { world, startSession, waitForAccount, forgetSession, becomes } = await openPage(t)
  const renewals = () => world.requests.filter(({ name }) => name === 'POST /auth/v1/token').length
  storeSession(world, aSession(TOKEN))
  startSession(null)
  await waitForAccount()
  world.answer('POST /auth/v1/token', { status: 200, body: aSession(aToken('renewed')) })
  t.mock.timers.tick(HALF_AN_HOUR_MS)
  await becomes('signedIn', aToken('renewed'))
  assert.equal(renewals(), 1)
  forgetSession()
  t.mock.timers.tick(HALF_AN_HOUR_MS)
  assert.equal(renewals(), 1)
})

test('what one user has seen is not shown to the next', async (t) => {
  const { world, startSession, waitForAccount, forgetSession, queryClient } = await openPage(t)
  storeSession(world, aSession(TOKEN))
  startSession(null)
  await waitForAccount()
  queryClient.setQueryData(['own'], 'private')
  forgetSession()
  assert.equal(queryClient.getQueryData(['own']), undefined)
})

for (const callback of [
  { kind: 'error', code: 'otp_expired' },
  { kind: 'halfConfirmed' },
] satisfies Callback[]) {
  test(`a link with ${callback.kind} says so, and signs nobody in`, async (t) => {
    const { startSession, getAccountState, getNotice } = await openPage(t)
    startSession(callback)
    assert.equal(getAccountState().kind, 'signedOut')
    assert.deepEqual(getNotice(), callback)
  })
}

test('a code is not accepted in a browser that did not ask for it', async (t) => {
  const { startSession, waitForAccount, getNotice } = await openPage(t)
  startSession({ kind: 'code', code: 'abc' })
  assert.equal((await waitForAccount()).kind, 'signedOut')
  assert.deepEqual(getNotice(), { kind: 'error', code: 'bad_code_verifier' })
})

for (const [rule, status, kind] of [
  ['a code that this browser asked for signs in', 200, 'signedIn'],
  ['a code that has expired says so', 400, 'signedOut'],
] as const) {
  test(rule, async (t) => {
    const { world, startSession, waitForAccount, getNotice } = await openPage(t)
    world.localStorage.setItem(`${STORAGE_KEY}-code-verifier`, '"verifier"')
    if (status === 400) world.answer('POST /auth/v1/token', ENDED)
    startSession({ kind: 'code', code: 'abc' })
    assert.equal((await waitForAccount()).kind, kind)
    const expired = { kind: 'error', code: 'flow_state_expired' }
    assert.deepEqual(getNotice(), status === 200 ? null : expired)
  })
}

test('a link that this browser asked for signs in', async (t) => {
  const { startSession, waitForAccount, beginSignIn, getNotice, isRecovering } = await openPage(t)
  const signIn = new URL(beginSignIn('https://pitboard.example/')).searchParams.get('signIn')
  startSession({ ...LINK, signIn })
  assert.equal((await waitForAccount()).kind, 'signedIn')
  assert.equal(getNotice(), null)
  assert.equal(isRecovering(USER_ID), false)
})

test('an old link of this browser signs in and says that it is old', async (t) => {
  const { startSession, waitForAccount, beginSignIn, getNotice } = await openPage(t)
  const signIn = new URL(beginSignIn('https://pitboard.example/')).searchParams.get('signIn')
  startSession({ ...LINK, signIn, isStale: true })
  assert.equal((await waitForAccount()).kind, 'signedIn')
  assert.deepEqual(getNotice(), { kind: 'stale' })
})

test('the link of a reset lets its user choose a password', async (t) => {
  const { startSession, waitForAccount, beginSignIn, isRecovering } = await openPage(t)
  const signIn = new URL(beginSignIn('https://pitboard.example/')).searchParams.get('signIn')
  startSession({ ...LINK, signIn, type: 'recovery' })
  await waitForAccount()
  assert.equal(isRecovering(USER_ID), true)
})

for (const [rule, more] of [
  ['a link that nobody asked for here', {}],
  ['a link with an unknown sign-in', { signIn: 'made up' }],
  ['a link of this user in the query', { source: 'query', isSignedIn: true }],
] as const) {
  test(`${rule} signs in only after its reader agrees`, async (t) => {
    const { world, startSession, becomes, getAccountState, getNotice, onAccountChange } =
      await openPage(t)
    const isSignedIn = 'isSignedIn' in more
    if (isSignedIn) storeSession(world, aSession(TOKEN))
    const settled = new Promise<void>((resolve) => onAccountChange(resolve))
    startSession({ ...LINK, ...more })
    await (isSignedIn ? becomes('signedIn') : settled)
    const notice = getNotice()
    assert.ok(notice?.kind === 'signInAs')
    assert.equal(notice.name, 'mia@racer.example')
    assert.equal(getAccountState().kind, isSignedIn ? 'signedIn' : 'signedOut')
    await notice.accept()
    await becomes('signedIn')
    const state = getAccountState()
    assert.ok(state.kind === 'signedIn')
    assert.equal(state.session.accessToken, LINK.accessToken)
    assert.equal(getNotice(), null)
  })
}

test('a link of the user who is signed in here is accepted without a question', async (t) => {
  const { world, startSession, becomes, getAccountState, getNotice } = await openPage(t)
  storeSession(world, aSession(TOKEN))
  startSession(LINK)
  await becomes('signedIn')
  const state = getAccountState()
  assert.ok(state.kind === 'signedIn')
  assert.equal(state.session.accessToken, LINK.accessToken)
  assert.equal(getNotice(), null)
})

test('a link whose token is refused has expired', async (t) => {
  const { world, startSession, waitForAccount, getNotice } = await openPage(t)
  world.answer('GET /auth/v1/user', REFUSED)
  startSession(LINK)
  assert.equal((await waitForAccount()).kind, 'signedOut')
  assert.deepEqual(getNotice(), { kind: 'error', code: 'flow_state_expired' })
})

test('a link that cannot be checked because the service is away says that', async (t) => {
  const { world, startSession, waitForAccount, getNotice } = await openPage(t)
  world.answer('GET /auth/v1/user', { status: 503, body: {} })
  startSession(LINK)
  assert.equal((await waitForAccount()).kind, 'signedOut')
  assert.deepEqual(getNotice(), { kind: 'error', code: 'unreachable' })
})

for (const [answer, code] of [
  [REFUSED, 'bad_jwt'],
  [{ status: 503, body: {} }, 'unknown'],
] as const) {
  test(`a link of this browser whose session the service refuses says why: ${code}`, async (t) => {
    const { world, startSession, waitForAccount, beginSignIn, getNotice } = await openPage(t)
    const signIn = new URL(beginSignIn('https://pitboard.example/')).searchParams.get('signIn')
    world.answer('GET /auth/v1/user', answer)
    startSession({ ...LINK, signIn, type: 'recovery' })
    assert.equal((await waitForAccount()).kind, 'signedOut')
    assert.deepEqual(getNotice(), { kind: 'error', code })
  })
}

test('a session that is being looked for holds calls back until they can carry its token', async (t) => {
  const { world, startSession, tokens } = await openPage(t)
  storeSession(world, aSession(TOKEN))
  startSession(null)
  await tokens.freshAccessToken()
  assert.equal(tokens.accessToken(), TOKEN)
})

test('a sign-out in another tab requests nothing of a visitor', async (t) => {
  const { world, startSession } = await openPage(t)
  startSession(null)
  world.dispatch(Object.assign(new Event('storage'), { key: STORAGE_KEY }))
  await fetch('/after')
  assert.deepEqual(
    world.requests.map(({ name }) => name),
    ['GET /after'],
  )
})

test('a user without an address has an empty one', async (t) => {
  const { world, startSession, waitForAccount } = await openPage(t)
  storeSession(world, aSession(TOKEN, 3600, { id: USER_ID }))
  startSession(null)
  const state = await waitForAccount()
  assert.ok(state.kind === 'signedIn')
  assert.equal(state.session.email, '')
})

test('a factor without a name has an empty one', async (t) => {
  const { world, startSession, waitForAccount } = await openPage(t)
  const factors = [{ id: 'phone', factor_type: 'phone', status: 'verified' }]
  storeSession(world, aSession(TOKEN, 3600, aUser({ factors })))
  startSession(null)
  const asked = await waitForAccount()
  assert.ok(asked.kind === 'secondFactor')
  assert.deepEqual(asked.factors, [{ id: 'phone', kind: 'phone', name: '' }])
})

test('what a visitor has typed is theirs once they sign in, and no later visitor sees it', async (t) => {
  const { world, startSession, waitForAccount, drafts } = await openPage(t)
  drafts.writeKept(null, 'report', 'Turn 1')
  storeSession(world, aSession(TOKEN))
  startSession(null)
  await waitForAccount()
  assert.equal(drafts.readKept(USER_ID, 'report'), 'Turn 1')
  assert.equal(drafts.readKept(null, 'report'), null)
})

test('the code of a mail for a reset lets its user choose a password', async (t) => {
  const { world, startSession, signInService, becomes, isRecovering } = await openPage(t)
  startSession(null)
  world.answer('POST /auth/v1/verify', { status: 200, body: aSession(TOKEN) })
  const { client } = await signInService()
  await client.auth.verifyOtp({ email: 'mia@racer.example', token: '123456', type: 'recovery' })
  await becomes('signedIn')
  assert.equal(isRecovering(USER_ID), true)
})
