import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad, openBrowserWorld } from '../testing/browser-world.ts'
import { aToken, serveSignIn } from '../testing/sign-in-service.ts'
import type * as Accounts from './account.ts'
import type * as Begin from './begin.ts'
import type * as Notices from './notice.ts'

const HISTORY_STATE = { key: 'of the router' }
const TOKENS = `access_token=${aToken('of the link')}&refresh_token=r&expires_in=3600`

/** Opens the page at an address, after it has read the callback in it. */
async function openPageAt(t: TestContext, path: string) {
  const world = await openBrowserWorld(t)
  serveSignIn(world)
  const replaced: unknown[] = []
  const history = {
    state: HISTORY_STATE,
    replaceState: (state: unknown, _: string, href: string) =>
      replaced.push([state, href.replace(location.origin, '')]),
  }
  Object.defineProperty(globalThis, 'history', { value: history, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'history'))
  location.href = `${location.origin}${path}`
  const load = nextLoad()
  const { waitForAccount }: typeof Accounts = await import(`./account.ts${load}`)
  const { getNotice }: typeof Notices = await import(`./notice.ts${load}`)
  const { consumeAuthCallback }: typeof Begin = await import(`./begin.ts${load}`)
  consumeAuthCallback()
  // The history is clean before anything is awaited.
  const cleaned = [...replaced]
  await waitForAccount()
  return { cleaned, notice: getNotice() }
}

for (const [link, path, shown] of [
  ['a confirmed address', `/dashboard?tab=2#${TOKENS}&type=signup`, '/dashboard?tab=2'],
  ['a provider', `/dashboard#${TOKENS}`, '/dashboard'],
  ['a reset password', `/dashboard#${TOKENS}&type=recovery`, '/resetPasswordConfirm'],
] as const) {
  test(`a link of ${link} leaves ${shown} in the history, and its session is not taken unasked`, async (t) => {
    const { cleaned, notice } = await openPageAt(t, path)
    assert.deepEqual(cleaned, [[HISTORY_STATE, shown]])
    assert.equal(notice?.kind, 'signInAs')
  })
}

test('the error of a link is shown, and is gone from the address', async (t) => {
  const { cleaned, notice } = await openPageAt(t, '/login#error_code=otp_expired&error=invalid')
  assert.deepEqual(cleaned, [[HISTORY_STATE, '/login']])
  assert.deepEqual(notice, { kind: 'error', code: 'otp_expired' })
})

test('an address without a callback stays as it is', async (t) => {
  const { cleaned, notice } = await openPageAt(t, '/faq#telemetry')
  assert.deepEqual(cleaned, [])
  assert.equal(notice, null)
})
