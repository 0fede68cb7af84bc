import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
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

const who = { email: 'driver@club.example', password: 'correct horse' }

async function isAlive(server: AuthServer, token: string): Promise<boolean> {
  const { status, json } = await call(server, 'GET', '/user', { token })
  if (status === 200) return true
  assert.deepEqual([status, json['code']], [403, 'session_not_found'])
  return false
}

for (const version of CLIENT_VERSIONS) {
  suite(`sign-out, by client ${version}`, () => {
    test('global ends every session, local this one, others the others', async () => {
      const server = await openServer()
      const first = await signUpConfirmed(server, version, who)
      const signIn = async () => {
        const auth = openAuthClient(version, server)
        return { auth, ...sessionOf(await auth.signInWithPassword(who)) }
      }
      const alive = async (...tokens: string[]) =>
        Promise.all(tokens.map((token) => isAlive(server, token)))

      const second = await signIn()
      assert.equal((await second.auth.signOut({ scope: 'local' })).error, null)
      assert.deepEqual(await alive(first.accessToken, second.accessToken), [true, false])

      const third = await signIn()
      assert.equal((await third.auth.signOut({ scope: 'others' })).error, null)
      assert.deepEqual(await alive(first.accessToken, third.accessToken), [false, true])

      const fourth = await signIn()
      assert.equal((await fourth.auth.signOut()).error, null)
      assert.deepEqual(await alive(third.accessToken, fourth.accessToken), [false, false])
    })

    test('a user who was signed out elsewhere gets the error of a missing session', async () => {
      const server = await openServer()
      const { auth } = await signUpConfirmed(server, version, who)
      const other = openAuthClient(version, server)
      await other.signInWithPassword(who)
      await other.signOut()
      const { error } = await auth.getUser()
      assert.equal(error?.name, 'AuthSessionMissingError')
      assert.equal(error?.message, 'Auth session missing!')
      assert.equal((await auth.getSession()).data.session, null)
    })
  })
}

suite('sign-out over the wire', () => {
  test('204 without a body; an unknown scope is 400; no token 401; a bad one 403', async () => {
    const server = await openServer()
    const { accessToken: token, refreshToken } = await signUpConfirmed(server, '2.48.1', who)
    const unknown = await call(server, 'POST', '/logout?scope=all', { token })
    assert.deepEqual([unknown.status, unknown.json['code']], [400, 'validation_failed'])
    const headers = { authorization: '' }
    const nobody = await call(server, 'POST', '/logout', { headers })
    assert.deepEqual([nobody.status, nobody.json['code']], [401, 'no_authorization'])
    const anon = await call(server, 'POST', '/logout')
    assert.deepEqual([anon.status, anon.json['code']], [403, 'bad_jwt'])
    const done = await call(server, 'POST', '/logout', { token })
    assert.deepEqual([done.status, done.text], [204, ''])
    const body = { refresh_token: refreshToken }
    const after = await call(server, 'POST', '/token?grant_type=refresh_token', { body })
    assert.deepEqual([after.status, after.json['code']], [400, 'refresh_token_not_found'])
  })
})
