import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { call, lastMailTo, openAuthClient, shareAuthServer } from '../testing/auth.fixture.ts'
import { codeOf, EMAIL, openTwoFactorAccount, PASSWORD } from '../testing/factor.fixture.ts'

const openServer = shareAuthServer()

const Events = Type.Array(
  Type.Object({
    id: Type.String(),
    payload: Type.Object({ action: Type.String(), traits: Type.Unknown() }),
    created_at: Type.String(),
    ip_address: Type.String(),
  }),
)

suite('the audit log', () => {
  test('lists what happened to whom, the newest first, in pages, and by action or user', async () => {
    const server = await openServer()
    const { userId } = await openTwoFactorAccount(server, 'newest')
    server.clock.pass(60)
    await openAuthClient('newest', server).signInWithPassword({ email: EMAIL, password: 'wrong' })
    const token = server.context.keys.serviceKey
    const read = async (query: string) => {
      const { text, headers } = await call(server, 'GET', `/admin/audit?${query}`, { token })
      const actions = Value.Parse(Events, JSON.parse(text)).map(({ payload }) => payload.action)
      return { actions, total: headers.get('x-total-count') }
    }
    const { actions } = await read('')
    assert.equal(actions[0], 'login_failed')
    for (const action of ['user_signedup', 'login', 'factor_in_progress', 'factor_verified']) {
      assert.ok(actions.includes(action), action)
    }
    assert.equal((await read('query=action:login_failed')).total, '1')
    assert.equal((await read(`query=user:${userId}`)).total, String(actions.length))
    assert.equal((await read('page=2&per_page=1')).actions.length, 1)
    const { status } = await call(server, 'GET', '/admin/audit?query=ip:1', { token })
    assert.equal(status, 400)
  })

  test('never holds a password, code, secret or token', async () => {
    const server = await openServer()
    const { auth, totp } = await openTwoFactorAccount(server, 'newest')
    const { data } = await auth.getSession()
    const { code } = await lastMailTo(server, EMAIL)
    const token = server.context.keys.serviceKey
    const { text } = await call(server, 'GET', '/admin/audit?per_page=1000', { token })
    const secrets = {
      password: PASSWORD,
      secret: totp.secret,
      refresh: data.session?.refresh_token ?? 'none',
      code: `"${code}"`,
      totp: `"${codeOf(server, totp.secret)}"`,
    }
    for (const [name, value] of Object.entries(secrets)) {
      assert.ok(!text.includes(value), name)
    }
  })
})
