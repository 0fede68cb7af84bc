import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { account } from '@pitboard/contract/accounts/accounts'
import { downloads } from '@pitboard/contract/site/downloads'
import { ApiException } from '@pitboard/contract/wire/client'
import { type Answer, nextLoad, openBrowserWorld } from '../testing/browser-world.ts'
import { aSession, aToken, ENDED, serveSignIn, storeSession } from '../testing/sign-in-service.ts'
import type * as StartSession from '../auth/start-session.ts'
import type * as Accounts from '../auth/account.ts'
import type * as Calls from './call.ts'

const PRIVATE = `GET ${account.export.path}`
const PUBLIC = `GET ${downloads.list.path}`
const [FIRST, RENEWED] = [aToken('first'), aToken('renewed')]
const OK: Answer = { status: 200, body: { made: true } }
const REFUSED: Answer = { status: 401, body: { status: 401, title: 'Unauthorized' } }
const FAILED: Answer = { status: 500, body: { status: 500, title: 'Failed' } }

/** Opens a page with a reader who is signed in with the first token, or not at all. */
async function openCalls(t: TestContext, signedIn: 'signed in' | 'signed out') {
  const world = await openBrowserWorld(t)
  serveSignIn(world, RENEWED)
  if (signedIn === 'signed in') storeSession(world, aSession(FIRST))
  const load = nextLoad()
  const { startSession }: typeof StartSession = await import(`../auth/start-session.ts${load}`)
  const { waitForAccount }: typeof Accounts = await import(`../auth/account.ts${load}`)
  const { call }: typeof Calls = await import(`./call.ts${load}`)
  startSession(null)
  assert.equal((await waitForAccount()).kind, signedIn === 'signed in' ? 'signedIn' : 'signedOut')
  const tokensOf = (name: string) =>
    world.requests.filter((request) => request.name === name).map(({ token }) => token)
  return { world, call, tokensOf }
}

/** The server answers a private call by its token. */
interface PrivateCase {
  readonly rule: string
  readonly signedIn?: 'signed out'
  readonly first: Answer
  readonly renewed?: Answer
  readonly renewal?: Answer
  readonly sent: readonly (string | null)[]
  /** It is null where the call succeeds. */
  readonly status: number | null
}

const PRIVATE_CASES: readonly PrivateCase[] = [
  { rule: 'a call carries the token', first: OK, sent: [FIRST], status: null },
  {
    rule: 'a refused token is renewed, and the call is sent once more',
    first: REFUSED,
    renewed: OK,
    sent: [FIRST, RENEWED],
    status: null,
  },
  {
    rule: 'a call whose new token is refused too fails and is not sent a third time',
    first: REFUSED,
    renewed: REFUSED,
    sent: [FIRST, RENEWED],
    status: 401,
  },
  {
    rule: 'a call whose token cannot be renewed fails with the refusal',
    first: REFUSED,
    renewal: ENDED,
    sent: [FIRST],
    status: 401,
  },
  { rule: 'a failure is not retried with a new token', first: FAILED, sent: [FIRST], status: 500 },
  {
    rule: 'the refusal of a visitor is not retried',
    signedIn: 'signed out',
    first: REFUSED,
    sent: [null],
    status: 401,
  },
]

for (const { rule, signedIn, first, renewed, renewal, sent, status } of PRIVATE_CASES) {
  test(rule, async (t) => {
    const { world, call, tokensOf } = await openCalls(t, signedIn ?? 'signed in')
    world.answer(PRIVATE, ({ token }) => (token === RENEWED ? (renewed ?? FAILED) : first))
    if (renewal) world.answer('POST /auth/v1/token', renewal)
    const outcome = await call(account.export).then(() => null, statusOf)
    assert.equal(outcome, status)
    assert.deepEqual(tokensOf(PRIVATE), sent)
  })
}

test('calls that are refused at once renew the token once', async (t) => {
  const { world, call, tokensOf } = await openCalls(t, 'signed in')
  world.answer(PRIVATE, ({ token }) => (token === RENEWED ? OK : REFUSED))
  await Promise.all([call(account.export), call(account.export), call(account.export)])
  assert.equal(tokensOf('POST /auth/v1/token').length, 1)
})

test('a public call whose token is refused is sent without it', async (t) => {
  const { world, call, tokensOf } = await openCalls(t, 'signed in')
  world.answer(PUBLIC, ({ token }) => (token === null ? OK : REFUSED))
  await call(downloads.list)
  assert.deepEqual(tokensOf(PUBLIC), [FIRST, null])
  assert.equal(tokensOf('POST /auth/v1/token').length, 0)
})

test('a public call of a visitor that is refused is not sent again', async (t) => {
  const { world, call, tokensOf } = await openCalls(t, 'signed out')
  world.answer(PUBLIC, REFUSED)
  assert.equal(await call(downloads.list).then(() => null, statusOf), 401)
  assert.deepEqual(tokensOf(PUBLIC), [null])
})

test('a public call that fails is not sent again', async (t) => {
  const { world, call, tokensOf } = await openCalls(t, 'signed in')
  world.answer(PUBLIC, FAILED)
  assert.equal(await call(downloads.list).then(() => null, statusOf), 500)
  assert.deepEqual(tokensOf(PUBLIC), [FIRST])
})

function statusOf(error: unknown): number | null {
  return error instanceof ApiException ? error.status : assert.fail(String(error))
}
