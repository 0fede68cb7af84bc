import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { CLIENT_VERSIONS } from '../../../testing/clients.ts'
import {
  type AuthServer,
  call,
  openAuthClient,
  shareAuthServer,
  sessionOf,
  signUpConfirmed,
} from '../testing/auth.fixture.ts'

const openServer = shareAuthServer()

const email = 'driver@club.example'
const password = 'correct horse'

function openAdmin(server: AuthServer, version: (typeof CLIENT_VERSIONS)[number]) {
  return openAuthClient(version, server, { key: server.context.keys.serviceKey }).admin
}

for (const version of CLIENT_VERSIONS) {
  suite(`the operator’s accounts, by client ${version}`, () => {
    test('created as requested, with exactly the given metadata; confirmed ones sign in', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const { data, error } = await admin.createUser({
        email: 'Driver@Club.example',
        password: 'weak',
        email_confirm: true,
        user_metadata: { full_name: 'Ann' },
        app_metadata: { team: 7 },
      })
      assert.equal(error, null)
      const { user } = data
      assert.equal(user?.email, email)
      assert.deepEqual(user.user_metadata, { full_name: 'Ann' })
      assert.deepEqual(user.app_metadata, { provider: 'email', providers: ['email'], team: 7 })
      assert.ok(user.email_confirmed_at)
      assert.equal(user.identities?.[0]?.identity_data?.['email_verified'], true)
      const auth = openAuthClient(version, server)
      sessionOf(await auth.signInWithPassword({ email, password: 'weak' }))
      const taken = await admin.createUser({ email, password })
      assert.deepEqual([taken.error?.status, taken.error?.code], [422, 'email_exists'])
      const bare = await admin.createUser({ password })
      assert.deepEqual([bare.error?.status, bare.error?.code], [400, 'validation_failed'])

      const unconfirmed = await admin.createUser({ email: 'b@club.example', password })
      assert.equal(unconfirmed.data.user?.email_confirmed_at, undefined)
      const early = await auth.signInWithPassword({ email: 'b@club.example', password })
      assert.equal(early.error?.code, 'email_not_confirmed')
      const byPhone = await admin.createUser({ phone: '+491701234567', phone_confirm: true })
      assert.equal(byPhone.data.user?.phone, '491701234567')
      const { db } = server.context
      const profiles = await db.selectFrom('user').select('id').execute()
      assert.equal(profiles.length, 3, 'each has a profile')
    })

    test('made with a hash that was brought along, which is renewed at the sign-in', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const hashes = {
        'b@club.example': await bcrypt(password, { cost: 6 }),
        'a@club.example': await argon2(password, { memoryCost: 1024, timeCost: 1 }),
      }
      for (const [address, hash] of Object.entries(hashes)) {
        const wanted = { email: address, email_confirm: true, password_hash: hash }
        assert.equal((await admin.createUser(wanted)).error, null)
        const auth = openAuthClient(version, server)
        sessionOf(await auth.signInWithPassword({ email: address, password }))
        const { password_hash: stored } = await server.context.db
          .selectFrom('auth.users')
          .select('password_hash')
          .where('email', '=', address)
          .executeTakeFirstOrThrow()
        assert.match(stored ?? '', /^\$argon2id\$v=19\$m=12288,/)
      }
      for (const body of [
        { email, password_hash: 'md5:12345' },
        { email, password, password_hash: hashes['b@club.example'] },
        { email, password: 'x'.repeat(73) },
        { email, ban_duration: 'for ever' },
        { id: '7', email },
      ]) {
        const token = server.context.keys.serviceKey
        const { status, json } = await call(server, 'POST', '/admin/users', { token, body })
        assert.deepEqual([status, json['code']], [400, 'validation_failed'], JSON.stringify(body))
      }
    })

    test('listed: pages with their number, the newest first; found by a part of them', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        await admin.createUser({ email: `${name}_x@club.example` })
        server.clock.pass(1)
      }
      const first = await admin.listUsers({ page: 1, perPage: 2 })
      assert.deepEqual(
        [first.data.users.map((user) => user.email), 'total' in first.data && first.data],
        [
          ['e_x@club.example', 'd_x@club.example'],
          { ...first.data, total: 5, nextPage: 2, lastPage: 3, aud: 'authenticated' },
        ],
      )
      const last = await admin.listUsers({ page: 3, perPage: 2 })
      assert.equal(last.data.users.length, 1)
      assert.equal('nextPage' in last.data && last.data.nextPage, null)
      assert.equal((await admin.listUsers()).data.users.length, 5)
      const token = server.context.keys.serviceKey
      const list = (query: string) => call(server, 'GET', `/admin/users?${query}`, { token })
      const { headers } = await list('page=&per_page=2')
      assert.equal(headers.get('x-total-count'), '5')
      assert.equal(
        headers.get('link'),
        '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
      )
      const found = await list(`filter=${encodeURIComponent('B_X')}`)
      assert.equal(found.headers.get('x-total-count'), '1')
      assert.equal((await list('filter=%25')).headers.get('x-total-count'), '0', 'no pattern')
      const oldest = (await list('sort=created_at%20asc&per_page=1')).text
      assert.ok(oldest.includes('a_x@club.example'))
      for (const query of ['page=0', 'page=x', 'per_page=-1', 'sort=email']) {
        const { status, json } = await list(query)
        assert.deepEqual([status, json['code']], [400, 'validation_failed'], query)
      }
    })

    test('read, by an id that is one: 404 for all others', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const { data } = await admin.createUser({ email })
      const id = data.user?.id ?? ''
      assert.deepEqual((await admin.getUserById(id)).data.user, data.user)
      const unknown = await admin.getUserById(randomUUID())
      assert.deepEqual(
        [unknown.error?.status, unknown.error?.code, unknown.error?.message],
        [404, 'user_not_found', 'User not found'],
      )
      const token = server.context.keys.serviceKey
      const { status, json } = await call(server, 'GET', '/admin/users/7', { token })
      assert.deepEqual([status, json['code']], [404, 'validation_failed'])
    })

    test('changed: a new password signs out everywhere; addresses and metadata at once', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const { auth, userId, accessToken } = await signUpConfirmed(server, version, {
        email,
        password,
      })
      await auth.updateUser({ data: { a: 1, b: 2 } })
      const { data, error } = await admin.updateUserById(userId, {
        email: 'New@club.example',
        user_metadata: { b: null, c: 3 },
        app_metadata: { role: 'steward' },
        password: 'a new horse',
      })
      assert.equal(error, null)
      assert.equal(data.user?.email, 'new@club.example')
      assert.equal(data.user.identities?.[0]?.identity_data?.['email'], 'new@club.example')
      assert.deepEqual([data.user.user_metadata['a'], data.user.user_metadata['c']], [1, 3])
      assert.ok(!('b' in data.user.user_metadata))
      assert.deepEqual(data.user.app_metadata, {
        provider: 'email',
        providers: ['email'],
        role: 'steward',
      })
      const after = await call(server, 'GET', '/user', { token: accessToken })
      assert.deepEqual([after.status, after.json['code']], [403, 'session_not_found'])
      const again = { email: 'new@club.example', password: 'a new horse' }
      sessionOf(await auth.signInWithPassword(again))

      await admin.createUser({ email: 'other@club.example' })
      const taken = await admin.updateUserById(userId, { email: 'other@club.example' })
      assert.deepEqual([taken.error?.status, taken.error?.code], [422, 'email_exists'])
    })

    test('banned for a while as Go writes it, or until it is lifted', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const { auth, userId } = await signUpConfirmed(server, version, { email, password })
      const { data } = await admin.updateUserById(userId, { ban_duration: '1h30m' })
      const until = new Date(server.clock.now().getTime() + 5_400_000).toISOString()
      assert.equal(Reflect.get(data.user ?? {}, 'banned_until'), until)
      const banned = await auth.signInWithPassword({ email, password })
      assert.equal(banned.error?.code, 'user_banned')
      assert.equal((await auth.getUser()).error?.code, 'user_banned')
      server.clock.pass(5401)
      sessionOf(await auth.signInWithPassword({ email, password }))
      await admin.updateUserById(userId, { ban_duration: '876000h' })
      assert.equal((await auth.refreshSession()).error?.code, 'user_banned')
      await admin.updateUserById(userId, { ban_duration: 'none' })
      sessionOf(await auth.signInWithPassword({ email, password }))
    })

    test('deleted with all their data, or softly, when only the id stays', async () => {
      const server = await openServer()
      const admin = openAdmin(server, version)
      const { db } = server.context
      const gone = await signUpConfirmed(server, version, { email, password })
      assert.equal((await admin.deleteUser(gone.userId)).error, null)
      assert.equal((await admin.getUserById(gone.userId)).error?.code, 'user_not_found')
      assert.deepEqual(await db.selectFrom('user').selectAll().execute(), [])

      const soft = await signUpConfirmed(server, version, { email, password })
      assert.equal((await admin.deleteUser(soft.userId, true)).error, null)
      const { data } = await admin.getUserById(soft.userId)
      assert.ok(Reflect.get(data.user ?? {}, 'deleted_at'))
      assert.ok(!JSON.stringify(data).includes('club.example'))
      const token = soft.accessToken
      const after = await call(server, 'GET', '/user', { token })
      assert.deepEqual([after.status, after.json['code']], [403, 'user_not_found'])
      const old = await soft.auth.signInWithPassword({ email, password })
      assert.equal(old.error?.code, 'invalid_credentials')
      const next = await signUpConfirmed(server, version, { email, password })
      assert.notEqual(next.userId, soft.userId, 'the address is free')
      assert.equal((await admin.deleteUser(soft.userId)).error, null, 'and then wholly')
    })
  })
}

suite('the operator’s endpoints', () => {
  test('none is open to users, whatever their session, or to visitors: 403 not_admin', async () => {
    const server = await openServer()
    const { userId, accessToken } = await signUpConfirmed(server, '2.48.1', { email, password })
    const { keys } = server.context
    const iat = Math.floor(server.clock.now().getTime() / 1000)
    const forged = await keys.sign({ sub: userId, role: 'admin', iat, exp: iat + 60 })
    const calls = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${userId}`],
      ['PUT', `/admin/users/${userId}`],
      ['DELETE', `/admin/users/${userId}`],
      ['GET', `/admin/users/${userId}/factors`],
      ['DELETE', `/admin/users/${userId}/factors/${userId}`],
      ['GET', `/admin/users/${userId}/passkeys`],
      ['DELETE', `/admin/users/${userId}/passkeys/${userId}`],
      ['POST', '/admin/generate_link'],
      ['GET', '/admin/audit'],
      ['POST', '/invite'],
    ] as const
    for (const [method, path] of calls) {
      for (const token of [accessToken, forged, keys.anonKey]) {
        const body = { email: 'new@club.example', type: 'magiclink' }
        const sent = method === 'GET' ? { token } : { token, body }
        const { status, json } = await call(server, method, path, sent)
        assert.deepEqual([status, json['code']], [403, 'not_admin'], `${method} ${path}`)
      }
      const { status } = await call(server, method, path, { token: '' })
      assert.equal(status, 401, `${method} ${path}`)
    }
    const users = await server.context.db.selectFrom('auth.users').select('id').execute()
    assert.deepEqual(users, [{ id: userId }])
  })

  test('a user of the service role loses the role with their session', async () => {
    const server = await openServer()
    const { auth, userId } = await signUpConfirmed(server, '2.48.1', { email, password })
    const admin = openAdmin(server, '2.48.1')
    await admin.updateUserById(userId, { role: 'service_role' })
    const { accessToken } = sessionOf(await auth.refreshSession())
    const list = () => call(server, 'GET', '/admin/users', { token: accessToken })
    assert.equal((await list()).status, 200)
    assert.equal((await call(server, 'GET', '/user', { token: accessToken })).json['id'], userId)
    await admin.updateUserById(userId, { password: 'a new horse' })
    const after = await list()
    assert.deepEqual([after.status, after.json['code']], [403, 'session_not_found'])
  })

  test('a user of the service role is also an ordinary user: they have their own data and sign out', async () => {
    const server = await openServer()
    const { auth, userId } = await signUpConfirmed(server, '2.48.1', { email, password })
    await openAdmin(server, '2.48.1').updateUserById(userId, { role: 'service_role' })
    const { accessToken: token } = sessionOf(await auth.refreshSession())
    const mine = await fetch(`${server.url}/api/RecorderKeys`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(mine.status, 200)
    assert.equal((await call(server, 'POST', '/logout', { token })).status, 204)
    const after = await call(server, 'GET', '/user', { token })
    assert.deepEqual([after.status, after.json['code']], [403, 'session_not_found'])
  })
})
