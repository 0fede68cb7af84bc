import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { account } from '@pitboard/contract/accounts/accounts'
import { personalAccessTokens } from '@pitboard/contract/accounts/personal-access-tokens'
import { TcpLease } from '@pitboard/contract/live/live'
import { operation, type QueueName, SiteOperation } from '@pitboard/contract/site/operation'
import { until } from '@pitboard/contract/testing/patience'
import type { Endpoint } from '@pitboard/contract/wire/endpoint'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { readConfig, VERSION } from '../../platform/config/config.ts'
import { listSchemaVersions } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/diagnostics/log.ts'
import { QUEUES } from '../../platform/queues/queues.ts'
import { connectRecorder } from '../../racing/ingest/transports/recorder.fixture.ts'
import { startServer } from '../../start.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const ADDRESS = 'chief@club.example'
const BY_ID = randomUUID()
const CALLS: readonly Endpoint[] = Object.values(operation)

let server: TestServer
let post: SMTPServer
let backups: string
let chief: TestAccount
let driver: TestAccount
before(async () => {
  backups = mkdtempSync(join(tmpdir(), 'pitboard-backups-'))
  writeFileSync(join(backups, 'pitboard-2026-11-20T120000Z.tar.zst'), 'a backup')
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  post.listen(0, '127.0.0.1')
  await once(post.server, 'listening')
  const address = post.server.address()
  assert.ok(typeof address === 'object' && address !== null)
  server = await openTestServer({
    env: {
      OPERATOR_ACCOUNTS: `${ADDRESS.toUpperCase()}, ${BY_ID}`,
      BACKUP_DIR: backups,
      SMTP_URL: `smtp://127.0.0.1:${address.port}`,
    },
  })
  chief = await openAccount(server.context, { username: 'Chief' })
  driver = await openAccount(server.context, { username: 'Max_100%' })
  await nameAddress(chief, { email: ADDRESS })
})
after(async () => {
  await server.close()
  post.close()
  rmSync(backups, { recursive: true, force: true })
})
const call = createCall(() => server)

async function nameAddress(
  { userId }: TestAccount,
  {
    email,
    isConfirmed = true,
    isSso = false,
  }: { email: string; isConfirmed?: boolean; isSso?: boolean },
): Promise<void> {
  await server.context.db
    .updateTable('auth.users')
    .set({ email, email_confirmed_at: isConfirmed ? new Date() : null, is_sso_user: isSso })
    .where('id', '=', userId)
    .execute()
}

/** Returns the statuses of all endpoints, of users that do not exist. */
async function statusesFor(as: TestAccount | undefined): Promise<number[]> {
  const statuses = CALLS.map(async ({ method, path }) => {
    const url = path.replace('{userId}', randomUUID()).replace('{queue}', 'traces')
    return (await call(`${method} ${url}`, as && { as })).statusCode
  })
  return [...new Set(await Promise.all(statuses))]
}

/** The process never comes as far as to need a database. */
const startWith = (env: Record<string, string>) =>
  startServer(readConfig({ DATA_DIR: backups, ...env }), createLog('silent'))

async function describe(): Promise<SiteOperation> {
  const answer = await call('GET /api/Operation', { as: chief })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['cache-control'], 'no-store')
  return Value.Parse(SiteOperation, answer.json())
}

async function stateOf(name: QueueName) {
  return (await describe()).queues.find(({ queue }) => queue === name)
}

async function findUsers(query: string) {
  const answer = await call(`GET /api/Operation/users?${query}`, { as: chief })
  assert.equal(answer.statusCode, 200, answer.body)
  return Value.Parse(operation.users.response, answer.json())
}

test('for everybody but operators there is nothing: 401 for a visitor, 404 for every user', async () => {
  assert.deepEqual(await statusesFor(undefined), [401])
  assert.deepEqual(await statusesFor(driver), [404])
  // Nobody has confirmed the address of the operator, or an identity provider has made it up.
  for (const kind of [{ isConfirmed: false }, { isSso: true }]) {
    await nameAddress(chief, { email: 'away@club.example' })
    await nameAddress(driver, { email: ADDRESS, ...kind })
    assert.deepEqual(await statusesFor(driver), [404])
    await nameAddress(driver, { email: 'max@club.example' })
    await nameAddress(chief, { email: ADDRESS })
  }
  assert.deepEqual((await call('GET /api/Account', { as: driver })).json(), { isOperator: false })
  assert.deepEqual((await call('GET /api/Account', { as: chief })).json(), { isOperator: true })
})

test('an operator is named by a confirmed address or by an id; a second factor that is not shown is asked for first', async () => {
  const { db } = server.context
  assert.deepEqual(
    (await statusesFor(chief)).toSorted((a, b) => a - b),
    [200, 404],
  )
  const named = await openAccount(server.context)
  assert.equal((await call('GET /api/Operation', { as: named })).statusCode, 404)
  await db.insertInto('auth.users').values({ id: BY_ID, email: null }).execute()
  await db.insertInto('user').values({ id: BY_ID, username: null }).execute()
  const token = await server.context.keys.sign({
    sub: BY_ID,
    exp: Math.floor(Date.now() / 1000) + 60,
  })
  const byId = { ...named, userId: BY_ID, accessToken: token }
  assert.equal((await call('GET /api/Operation', { as: byId })).statusCode, 200)
  await db
    .insertInto('auth.factors')
    .values({ id: randomUUID(), user_id: chief.userId, factor_type: 'totp', status: 'verified' })
    .execute()
  assert.deepEqual(await statusesFor(chief), [403])
  await db
    .updateTable('auth.sessions')
    .set({ aal: 'aal2' })
    .where('id', '=', chief.sessionId)
    .execute()
  assert.equal((await call('GET /api/Operation', { as: chief })).statusCode, 200)
  await db.deleteFrom('auth.factors').execute()
})

test('no personal access token of an operator opens it', async () => {
  const { method, path } = personalAccessTokens.create
  const body = { name: 'bot', scopes: ['data:read', 'leagues:write'], lifetimeDays: 1 }
  const created = await call(`${method} ${path}`, { as: chief, body })
  const as = {
    ...chief,
    accessToken: Value.Parse(personalAccessTokens.create.response, created.json()).token ?? '',
  }
  assert.deepEqual(await statusesFor(as), [403])
  assert.equal((await call(`GET ${account.get.path}`, { as })).statusCode, 403)
})

test('a server does not start where anybody could confirm an operator’s address', async () => {
  await assert.rejects(
    startWith({ OPERATOR_ACCOUNTS: ADDRESS, AUTH_AUTOCONFIRM: 'true' }),
    /OPERATOR_ACCOUNTS must not name e-mail addresses, as AUTH_AUTOCONFIRM/,
  )
  await assert.rejects(
    startWith({
      OPERATOR_ACCOUNTS: ADDRESS,
      AUTH_URL: 'http://127.0.0.1:1/auth/v1',
      AUTH_JWT_SECRET: 'x'.repeat(32),
    }),
    /OPERATOR_ACCOUNTS must not name e-mail addresses, as the server of AUTH_URL/,
  )
})

test('the operator sees versions, users, storage by kind and user, live sessions, jobs and backups', async () => {
  const { db, newId } = server.context
  const rows = [
    { owner_id: driver.userId, bytes: 3_000 },
    { owner_id: chief.userId, bytes: 5_000 },
  ]
  for (const row of rows) {
    const id = newId()
    await db
      .insertInto('storage_object')
      .values({
        ...row,
        id,
        bucket: 'avatars',
        path: id,
        file_key: id,
        content_type: 'image/png',
        etag: 'e',
        cache_control: 'no-cache',
      })
      .execute()
  }
  const { version, users, storage, live, queues, backup } = await describe()
  assert.equal(version.server, VERSION)
  assert.equal(version.schema, (await listSchemaVersions()).at(-1))
  assert.equal(version.isOutdated, false)
  assert.equal(version.node, process.versions.node)
  assert.ok(users.total >= 2 && users.newInWeek === users.total && users.blocked === 0)
  const bytesOf = new Map(storage.kinds.map(({ kind, bytes }) => [kind, bytes]))
  assert.equal(bytesOf.get('pictures'), 8_000)
  assert.ok((bytesOf.get('otherTables') ?? 0) > 0)
  assert.deepEqual(
    storage.largestUsers.map(({ username, pictureBytes }) => [username, pictureBytes]),
    [
      ['Chief', 5_000],
      ['Max_100%', 3_000],
    ],
  )
  assert.deepEqual(live, { sessions: 0, withoutServer: 0 })
  assert.deepEqual(queues.map(({ queue }) => queue).toSorted(), Object.keys(QUEUES).toSorted())
  assert.deepEqual(
    { ...backup, newestAt: null },
    { newestAt: null, newestBytes: 8, count: 1, everyHours: 24, isLate: false },
  )
})

test('an update by a newer server is shown until this one is updated', async () => {
  const { db } = server.context
  const row = { name: '999-of-a-newer-server', timestamp: new Date().toISOString() }
  const table = db.withTables<{ kysely_migration: typeof row }>()
  await table.insertInto('kysely_migration').values(row).execute()
  const { version } = await describe()
  await table.deleteFrom('kysely_migration').where('name', '=', row.name).execute()
  assert.deepEqual([version.schema, version.isOutdated], [row.name, true])
})

test('jobs that have failed too often are tried again, those of one queue', async () => {
  const { db, newId } = server.context
  const never = sql<Date>`'infinity'::timestamptz`
  await db
    .insertInto('removed_capture')
    .values({ session_id: newId(), capture_key: 'gone', attempts: 200, next_attempt_at: never })
    .execute()
  await db
    .insertInto('storage_leftover')
    .values({ file_key: newId(), attempts: 200, due_at: never })
    .execute()
  const dead = { waiting: 0, failed: 1 }
  assert.deepEqual(await stateOf('removed_captures'), { queue: 'removed_captures', ...dead })
  const retry = () => call('POST /api/Operation/queues/removed_captures/retry', { as: chief })
  assert.deepEqual((await retry()).json(), { retried: 1 })
  await until(async () => {
    const state = await stateOf('removed_captures')
    return state?.waiting === 0 && state.failed === 0
  })
  assert.deepEqual((await retry()).json(), { retried: 0 })
  assert.deepEqual(await stateOf('storage_leftovers'), { queue: 'storage_leftovers', ...dead })
  assert.equal((await call('POST /api/Operation/queues/none/retry', { as: chief })).statusCode, 400)
})

test('accounts are found by a part of their name or address, or by their id, the newest first', async () => {
  const names = (found: Awaited<ReturnType<typeof findUsers>>) =>
    found.users.map(({ username }) => username)
  assert.deepEqual(names(await findUsers('q=MAX_100')), ['Max_100%'])
  assert.deepEqual(names(await findUsers('q=%25')), ['Max_100%'])
  assert.deepEqual(names(await findUsers('q=chief%40club')), ['Chief'])
  assert.deepEqual(names(await findUsers(`q=${driver.userId.toUpperCase()}`)), ['Max_100%'])
  assert.deepEqual(await findUsers('q=nobody'), { users: [], totalElements: 0 })
  const [first, second] = await Promise.all([
    findUsers('page=1&pageSize=1'),
    findUsers('page=2&pageSize=1'),
  ])
  assert.equal(first.totalElements, second.totalElements)
  assert.notEqual(first.users[0]?.id, second.users[0]?.id)
  const [found] = (await findUsers('q=chief')).users
  assert.deepEqual(
    [found?.email, found?.isEmailConfirmed, found?.isOperator, found?.blockedUntil],
    [ADDRESS, true, true, null],
  )
})

test('a blocked user is refused with token, recorder key and open stream until the block ends', async (t) => {
  const { db, newId } = server.context
  const { userId } = driver
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'rig' })
  const register = () => call(`POST /api/LiveSession/register/${userId}?key=${key}`)
  const lease = Value.Parse(TcpLease, (await register()).json())
  const open = await connectRecorder(lease.port)
  await open.hello(lease.token, randomUUID())
  const block = `/api/Operation/users/${userId}/block`
  assert.equal((await call(`PUT ${block}`, { as: driver })).statusCode, 404)
  assert.equal((await call(`PUT ${block}`, { as: chief })).statusCode, 204)
  assert.equal((await call('GET /api/Account', { as: driver })).statusCode, 401)
  assert.equal((await register()).statusCode, 401)
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await call('GET /api/RecorderStatus', { headers })).statusCode, 401)
  const recorder = await connectRecorder(lease.port)
  await assert.rejects(recorder.hello(lease.token, randomUUID()), /revoked/)
  recorder.socket.destroy()
  // A stream that is open ends when its key is looked up again, half a minute later at most.
  const laterMs = Date.now() + 30_000
  const clock = t.mock.method(server.context, 'now', () => new Date(laterMs))
  await open.closed
  clock.mock.restore()
  assert.match(open.refusal()?.message ?? '', /revoked/)
  assert.equal((await describe()).users.blocked, 1)
  const [found] = (await findUsers(`q=${userId}`)).users
  assert.ok(found && Date.parse(found.blockedUntil ?? '') > Date.now() + 99 * 365 * 86_400_000)
  const [entry] = await db
    .selectFrom('auth.audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('user_id', '=', userId)
    .execute()
  assert.deepEqual(entry, {
    action: 'user_modified',
    actor_id: chief.userId,
    details: { by: 'operator', ban: true },
  })
  assert.equal((await call(`DELETE ${block}`, { as: chief })).statusCode, 204)
  assert.equal((await call('GET /api/Account', { as: driver })).statusCode, 200)
  assert.equal((await register()).statusCode, 200)
})

test('no operator is blocked, and nobody who does not exist', async () => {
  const block = (id: string) => call(`PUT /api/Operation/users/${id}/block`, { as: chief })
  assert.equal((await block(chief.userId)).statusCode, 409)
  assert.equal((await block(chief.userId.toUpperCase())).statusCode, 409)
  assert.equal((await block(BY_ID.toUpperCase())).statusCode, 409)
  assert.equal((await block(randomUUID())).statusCode, 404)
})

test('a message that is given up is shown with its reason, and the waiting ones are counted', async () => {
  const signUp = await server.app.inject({
    method: 'POST',
    url: '/auth/v1/signup',
    headers: { apikey: server.context.keys.anonKey },
    payload: { email: 'nobody@club.example', password: 'correct horse' },
  })
  assert.equal(signUp.statusCode, 200, signUp.body)
  await until(async () => (await describe()).messages.failed.length > 0)
  const { waiting, failed } = (await describe()).messages
  assert.deepEqual(
    failed.map(({ kind, reason, attempts }) => [kind, reason, attempts]),
    [['mail', 'refused', 1]],
  )
  assert.match(failed[0]?.detail ?? '', /no such mailbox/)
  assert.equal(waiting, 0)
})
