import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Db } from '../../../platform/db/tables.ts'
import { callWhile } from '../../../testing/call-while.ts'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import { type AuthServer, call, shareAuthServer, signUpConfirmed } from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()

const who = { email: 'driver@club.example', password: 'correct horse' }

async function refresh(server: AuthServer, refreshToken: string) {
  const body = { refresh_token: refreshToken }
  const { status, json } = await call(server, 'POST', '/token?grant_type=refresh_token', { body })
  return {
    status,
    code: json['code'],
    message: json['message'],
    next: String(json['refresh_token']),
  }
}

function holdSessions(db: Db) {
  return db.selectFrom('auth.sessions').select('id').forUpdate().execute()
}

/** The refreshes all begin while somebody else holds the session, who then does something. */
async function refreshWhile(
  server: AuthServer,
  { token, times }: { token: string; times: number },
  work?: (db: Db) => Promise<unknown>,
) {
  const calls = Array.from({ length: times }, () => () => refresh(server, token))
  return callWhile(server, calls, { hold: holdSessions, ...(work && { work }) })
}

async function userStatus(server: AuthServer, token: string) {
  const { status, json } = await call(server, 'GET', '/user', { token })
  return [status, json['code']]
}

for (const version of CLIENT_VERSIONS) {
  test(`a refresh gives a new token, a new access token and the current user (${version})`, async () => {
    const server = await openServer()
    const { auth, refreshToken } = await signUpConfirmed(server, version, who)
    server.clock.pass(600)
    const { data, error } = await auth.refreshSession()
    assert.equal(error, null)
    assert.notEqual(data.session?.refresh_token, refreshToken)
    assert.equal(data.session?.expires_at, server.clock.now().getTime() / 1000 + 3600)
    const claims = await server.context.keys.verify(data.session?.access_token ?? '')
    assert.deepEqual(
      claims.amr?.map((each) => (typeof each === 'string' ? each : each.method)),
      ['otp'],
      'a refresh is no new way of signing in',
    )
  })
}

suite('rotation of refresh tokens', () => {
  test('the parent of the active token gets the active one again, at any age', async () => {
    const server = await openServer()
    const { refreshToken: first } = await signUpConfirmed(server, '2.48.1', who)
    const second = (await refresh(server, first)).next
    server.clock.pass(86_400)
    const lost = await refresh(server, first)
    assert.deepEqual([lost.status, lost.next], [200, second])
    assert.equal((await refresh(server, second)).status, 200)
  })

  test('two tabs that refresh at once both stay signed in', async () => {
    const server = await openServer()
    const { refreshToken } = await signUpConfirmed(server, '2.48.1', who)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(server, refreshToken)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const [next = '', ...others] = new Set(answers.map((answer) => answer.next))
    assert.deepEqual(others, [], 'all get the same token')
    assert.equal((await refresh(server, next)).status, 200)
  })

  test('a refresh that waited for others counts from what they left behind', async () => {
    const server = await openServer()
    const { refreshToken: token } = await signUpConfirmed(server, '2.48.1', who)
    const { db } = server.context
    const counters = () => db.selectFrom('auth.sessions').select('refresh_counter').execute()
    const [lost] = await refreshWhile(server, { token, times: 1 }, (others) =>
      others.updateTable('auth.sessions').set({ refresh_counter: 1 }).execute(),
    )
    assert.equal(lost?.status, 200, 'the parent of the active one')
    assert.deepEqual(await counters(), [{ refresh_counter: 1 }])

    const [stolen] = await refreshWhile(server, { token, times: 1 }, (others) =>
      others.updateTable('auth.sessions').set({ refresh_counter: 2 }).execute(),
    )
    assert.equal(stolen?.code, 'refresh_token_already_used', 'two have come between')
    assert.deepEqual(await counters(), [], 'its session has ended')
  })

  test('many refreshes at once get one child, and move the counter by one', async () => {
    const server = await openServer()
    const { refreshToken: token } = await signUpConfirmed(server, '2.48.1', who)
    const answers = await refreshWhile(server, { token, times: 4 })
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const [next = '', ...others] = new Set(answers.map((answer) => answer.next))
    assert.deepEqual(others, [])
    const { db } = server.context
    const sessions = await db.selectFrom('auth.sessions').select('refresh_counter').execute()
    assert.deepEqual(sessions, [{ refresh_counter: 1 }])
    assert.equal((await refresh(server, next)).status, 200)
  })

  test('an older token is stolen: the session ends, and stays ended', async () => {
    const server = await openServer()
    const { refreshToken: first, accessToken } = await signUpConfirmed(server, '2.48.1', who)
    const second = (await refresh(server, first)).next
    const third = (await refresh(server, second)).next
    assert.deepEqual(await userStatus(server, accessToken), [200, undefined])

    const stolen = await refresh(server, first)
    assert.deepEqual(
      [stolen.status, stolen.code, stolen.message],
      [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
    )
    assert.equal((await refresh(server, third)).code, 'refresh_token_not_found')
    assert.deepEqual(await userStatus(server, accessToken), [403, 'session_not_found'])
  })

  test('a session made elsewhere lives on when another one is stolen', async () => {
    const server = await openServer()
    const { refreshToken: first, auth } = await signUpConfirmed(server, '2.48.1', who)
    const other = await auth.signInWithPassword(who)
    await refresh(server, (await refresh(server, first)).next)
    await refresh(server, first)
    const { status } = await refresh(server, other.data.session?.refresh_token ?? '')
    assert.equal(status, 200)
  })

  test('a foreign token: malformed 400 validation_failed, forged not found', async () => {
    const server = await openServer()
    const { refreshToken } = await signUpConfirmed(server, '2.48.1', who)
    for (const text of ['', 'x', 'abcdefghijkl', `${refreshToken}AA`, `A${refreshToken}`]) {
      assert.deepEqual(await refresh(server, text).then(({ code }) => code), 'validation_failed')
    }
    for (const place of [-1, -40]) {
      const bytes = Buffer.from(refreshToken, 'base64url')
      bytes.writeUInt8(bytes.readUInt8(bytes.length + place) ^ 1, bytes.length + place)
      const { status, code } = await refresh(server, bytes.toString('base64url'))
      assert.deepEqual([status, code], [400, 'refresh_token_not_found'])
    }
  })

  test('no refresh token is stored', async () => {
    const server = await openServer()
    const { refreshToken } = await signUpConfirmed(server, '2.48.1', who)
    const rows = await server.context.db.selectFrom('auth.sessions').selectAll().execute()
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(refreshToken))
  })

  test('banned users and sessions past their end are refused', async () => {
    const server = await openServer()
    const { refreshToken } = await signUpConfirmed(server, '2.48.1', who)
    const soon = new Date(server.clock.now().getTime() + 60_000)
    const { db } = server.context
    await db.updateTable('auth.users').set({ banned_until: soon }).execute()
    assert.equal((await refresh(server, refreshToken)).code, 'user_banned')
    await db.updateTable('auth.users').set({ banned_until: null }).execute()
    await db.updateTable('auth.sessions').set({ not_after: soon }).execute()
    server.clock.pass(61)
    assert.equal((await refresh(server, refreshToken)).code, 'session_expired')
  })

  test('a session that stays locked for five seconds answers 409', async () => {
    const server = await openServer()
    const { refreshToken } = await signUpConfirmed(server, '2.48.1', who)
    const { db } = server.context
    await db.transaction().execute(async (locking) => {
      await locking.selectFrom('auth.sessions').selectAll().forUpdate().execute()
      const { status, code } = await refresh(server, refreshToken)
      assert.deepEqual([status, code], [409, 'conflict'])
    })
    assert.equal((await refresh(server, refreshToken)).status, 200)
  })
})
