import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { CLIENT_VERSIONS } from '../../testing/clients.ts'
import {
  type AuthServer,
  lastMailTo,
  openAuthClient,
  openAuthServer,
  shareAuthServer,
  sessionOf,
} from './testing/auth.fixture.ts'
import { EMAIL, enrolTotp, PASSWORD, showTotp } from './testing/factor.fixture.ts'

const openServer = shareAuthServer()
const openConfirmingServer = shareAuthServer({ AUTH_AUTOCONFIRM: 'true' })

const credentials = { email: EMAIL, password: PASSWORD }

function openListening(server: AuthServer, version: (typeof CLIENT_VERSIONS)[number]) {
  const auth = openAuthClient(version, server)
  const events: string[] = []
  const begun = new Promise<void>((resolve) => {
    auth.onAuthStateChange((event) => {
      events.push(event)
      resolve()
    })
  })
  /** Returns what has happened since it was asked last. */
  const since = () => events.splice(0)
  return { auth, begun, since }
}

async function readError(
  answer: Promise<{ error: { name: string; status?: number | undefined } | null }>,
) {
  const { error } = await answer
  return [error?.name, error?.status]
}

for (const version of CLIENT_VERSIONS) {
  suite(`what client ${version} makes of the server`, () => {
    test('every event comes with what makes it', async () => {
      const server = await openConfirmingServer()
      const { auth, begun, since } = openListening(server, version)
      await begun
      assert.deepEqual(since(), ['INITIAL_SESSION'])
      await auth.signUp(credentials)
      assert.deepEqual(since(), ['SIGNED_IN'])
      sessionOf(await auth.refreshSession())
      assert.deepEqual(since(), ['TOKEN_REFRESHED'])
      await auth.updateUser({ data: { language: 'de' } })
      assert.deepEqual(since(), ['USER_UPDATED'])
      await showTotp(server, auth, await enrolTotp(auth))
      assert.deepEqual(since(), ['MFA_CHALLENGE_VERIFIED'])
      await auth.signOut()
      assert.deepEqual(since(), ['SIGNED_OUT'])
      await auth.resetPasswordForEmail(EMAIL)
      const { code: token } = await lastMailTo(server, EMAIL)
      await auth.verifyOtp({ type: 'recovery', email: EMAIL, token })
      assert.deepEqual(since(), ['PASSWORD_RECOVERY'])
    })

    test('a token that has run out and can not be renewed takes the session with it', async (t) => {
      const server = await openAuthServer(t, { AUTH_AUTOCONFIRM: 'true' })
      // The server's clock goes back, so that its tokens have expired by the client's clock.
      server.clock.pass(-7200)
      const { auth, since } = openListening(server, version)
      const { data } = await auth.signUp(credentials)
      const { db } = server.context
      await db
        .deleteFrom('auth.sessions')
        .where('user_id', '=', data.user?.id ?? '')
        .execute()
      since()
      assert.equal((await auth.getSession()).data.session, null)
      assert.deepEqual(since(), ['SIGNED_OUT'])
    })

    test('signing out succeeds where the user has gone, or the session has', async () => {
      const server = await openConfirmingServer()
      for (const gone of ['session', 'user'] as const) {
        const auth = openAuthClient(version, server)
        const who = { ...credentials, email: `${gone}@club.example` }
        const { data } = await auth.signUp(who)
        const table = gone === 'user' ? 'auth.users' : 'auth.sessions'
        const { db } = server.context
        const column = gone === 'user' ? 'id' : 'user_id'
        await db
          .deleteFrom(table)
          .where(column, '=', data.user?.id ?? '')
          .execute()
        const { error } = await auth.signOut()
        // The older client reads "session_not_found" as a missing session, and reports it.
        const isReported = gone === 'session' && version === '2.48.1'
        assert.equal(error?.message, isReported ? 'Auth session missing!' : undefined)
      }
    })

    test('errors come with their names and statuses', async () => {
      const server = await openServer()
      const auth = openAuthClient(version, server)
      assert.deepEqual(await readError(auth.getUser()), ['AuthSessionMissingError', 400])
      assert.deepEqual(await readError(auth.refreshSession()), ['AuthSessionMissingError', 400])
      assert.deepEqual(await readError(auth.signInWithPassword(credentials)), ['AuthApiError', 400])
      const nobody = Object({ password: PASSWORD })
      assert.deepEqual(await readError(auth.signInWithPassword(nobody)), [
        'AuthInvalidCredentialsError',
        400,
      ])
      const weak = await auth.signUp({ ...credentials, password: 'abc' })
      assert.deepEqual([weak.error?.name, weak.error?.status], ['AuthWeakPasswordError', 422])
      assert.deepEqual(Reflect.get(weak.error ?? {}, 'reasons'), ['length'])
    })

    test('a way that is broken is one to try again', async (t) => {
      const server = await openServer()
      const url = await openBroken(t)
      const auth = openAuthClient(version, { ...server, url })
      const { error } = await auth.signInWithPassword(credentials)
      assert.deepEqual([error?.name, error?.status], ['AuthRetryableFetchError', 503])
    })
  })
}

/** The server behind this proxy is away. */
async function openBroken(t: TestContext): Promise<string> {
  const proxy = createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => proxy.close())
  const address = proxy.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
