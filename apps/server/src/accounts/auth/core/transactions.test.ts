import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { call, openAuthServer, sessionOf, signUpConfirmed } from '../testing/auth.fixture.ts'

const email = 'driver@club.example'
const password = 'correct horse'

test('a transaction that the database rolls back because of another one is repeated', async (t) => {
  const server = await openAuthServer(t)
  const { auth, userId } = await signUpConfirmed(server, '2.48.1', { email, password })
  const { keys } = server.context
  const { accessToken: token } = sessionOf(await auth.refreshSession())
  const { db } = server.context
  // A sequence stays counted when all else is undone: each first attempt fails, the second does not.
  await sql`create sequence attempt`.execute(db)
  await sql`create function take_back() returns trigger language plpgsql as $$
    begin
      if nextval('attempt') % 2 = 1 then
        raise exception 'taken back' using errcode = tg_argv[0];
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger take_back after insert on auth.audit_log
    for each row execute function take_back('40P01')`.execute(db)

  const signIn = () =>
    call(server, 'POST', '/token?grant_type=password', { body: { email, password } })
  assert.equal((await signIn()).status, 200)
  assert.equal((await call(server, 'POST', '/logout', { token })).status, 204)
  const path = `/admin/users/${userId}`
  const service = { token: keys.serviceKey }
  assert.equal((await call(server, 'DELETE', path, { ...service, body: {} })).status, 200)
  assert.equal((await call(server, 'GET', path, service)).status, 404)
  const { rows } = await sql<{ last: number }>`select last_value as last from attempt`.execute(db)
  assert.equal(Number(rows[0]?.last) % 2, 0)
  assert.ok(Number(rows[0]?.last) >= 6)
})
