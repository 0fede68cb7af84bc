import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { cleanUp } from './clean-up.ts'
import { call, shareAuthServer, signUpConfirmed } from './testing/auth.fixture.ts'
import { removeUser } from './users/delete-user.ts'

const openServer = shareAuthServer()

const DAY_SECONDS = 86_400

test('what is over goes a while after; what is good stays', async () => {
  const server = await openServer()
  const { db } = server.context
  const who = { email: 'driver@club.example', password: 'correct horse' }
  const { accessToken, userId } = await signUpConfirmed(server, '2.48.1', who)
  await call(server, 'POST', '/recover', {
    body: { email: who.email, code_challenge: 'a'.repeat(43), code_challenge_method: 's256' },
  })
  const notAfter = new Date(server.clock.now().getTime() + 1000)
  await db
    .insertInto('auth.sessions')
    .values({ id: randomUUID(), user_id: userId, not_after: notAfter })
    .execute()
  assert.equal(await cleanUp({ db, now: server.clock.now }), 0)
  server.clock.pass(DAY_SECONDS + 2)
  assert.equal(await cleanUp({ db, now: server.clock.now }), 3, 'a code, a flow, a session')
  assert.equal(await cleanUp({ db, now: server.clock.now }), 0)
  const sessions = await db.selectFrom('auth.sessions').select('not_after').execute()
  assert.deepEqual(sessions, [{ not_after: null }])
  assert.ok(accessToken)
})

test('with a user goes all their data, except for the audit log', async () => {
  const server = await openServer()
  const { context } = server
  const who = { email: 'driver@club.example', password: 'correct horse' }
  const { userId } = await signUpConfirmed(server, '2.48.1', who)
  await call(server, 'POST', '/recover', { body: { email: who.email } })
  await context.db
    .transaction()
    .execute((db) => removeUser({ ...context, db }, userId, { actorId: userId, ip: null }))
  for (const table of [
    'auth.users',
    'auth.identities',
    'auth.sessions',
    'auth.session_methods',
    'auth.one_time_tokens',
    'user',
  ] as const) {
    assert.deepEqual(await context.db.selectFrom(table).selectAll().execute(), [], table)
  }
  const log = await context.db.selectFrom('auth.audit_log').selectAll().execute()
  assert.ok(log.some(({ action, user_id: id }) => action === 'user_deleted' && id === userId))
})
