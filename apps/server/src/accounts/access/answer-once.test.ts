import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: TestAccount
let other: TestAccount
let nowMs = Date.now()
before(async () => {
  server = await openTestServer({ now: () => new Date(nowMs) })
  owner = await openAccount(server.context, { username: 'Ann', lifeSeconds: 30 * 86_400 })
  other = await openAccount(server.context, { username: 'Bob', lifeSeconds: 30 * 86_400 })
})
after(() => server.close())

const LEAGUE = { name: 'Sunday League', isPublic: true }

interface Sent {
  readonly path?: string
  readonly body?: object
  readonly as?: TestAccount
}

function post(key: string | null, { path = '/api/League', body = LEAGUE, as = owner }: Sent = {}) {
  return server.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: {
      authorization: `Bearer ${as.accessToken}`,
      ...(key !== null && { 'idempotency-key': key }),
    },
  })
}

async function countLeagues({ userId }: TestAccount): Promise<number> {
  const rows = await server.context.db
    .selectFrom('league')
    .select('id')
    .where('owner_id', '=', userId)
    .execute()
  return rows.length
}

test('what is sent again with its key is done once, and answered as the first time', async () => {
  const before = await countLeagues(owner)
  const first = await post('one')
  const again = await post('one')
  assert.equal(first.statusCode, 200)
  assert.deepEqual([again.statusCode, again.json()], [200, first.json()])
  assert.equal(again.headers.etag, first.headers.etag)
  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(await countLeagues(owner), before + 1)
  assert.notEqual((await post(null)).json().id, first.json().id, 'without a key each counts')
})

test('of equal calls at the same moment one is done; the others wait or get its answer', async () => {
  const before = await countLeagues(owner)
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('at-once')))
  for (const { statusCode, headers, body } of answers) {
    assert.ok(statusCode === 200 || (statusCode === 409 && headers['retry-after'] === '1'), body)
  }
  const ids = answers.flatMap((answer) => (answer.statusCode === 200 ? answer.json().id : []))
  assert.equal(new Set(ids).size, 1)
  assert.equal(await countLeagues(owner), before + 1)
})

test('a key is of one request of one user', async () => {
  const first = await post('mine')
  const otherBody = await post('mine', { body: { ...LEAGUE, name: 'Another' } })
  assert.deepEqual([otherBody.statusCode, otherBody.json().type], [422, '/problems/other-request'])
  const otherPath = await post('mine', { path: '/api/Seasons', body: { name: 'Spring' } })
  assert.equal(otherPath.statusCode, 422)
  const ofOther = await post('mine', { as: other })
  assert.equal(ofOther.statusCode, 200)
  assert.notEqual(ofOther.json().id, first.json().id)
})

test('a refused call leaves its key to the next one', async () => {
  const path = `/api/League/${server.context.newId()}/restore`
  assert.equal((await post('refused', { path, body: {} })).statusCode, 404)
  assert.equal((await post('refused')).statusCode, 200)
})

test('the keys of a lost server are free after a minute, those of done calls after a day', async () => {
  const { db } = server.context
  await post('lost')
  await db.updateTable('idempotency_key').set({ status: null, answer: null }).execute()
  const waiting = await post('lost')
  assert.deepEqual([waiting.statusCode, waiting.headers['retry-after']], [409, '1'])
  nowMs += 61_000
  assert.equal((await post('lost')).statusCode, 200)
  assert.equal((await post('lost')).headers['idempotency-replayed'], 'true')
})

test('answers are kept sealed, and of a user’s keys the newest 500', async () => {
  const { db } = server.context
  const made = await post('sealed', { path: '/api/RecorderKeys', body: { name: 'rig' } })
  assert.equal(made.statusCode, 200, made.body)
  const { key } = made.json()
  assert.equal(
    (await post('sealed', { path: '/api/RecorderKeys', body: { name: 'rig' } })).json().key,
    key,
  )
  const rows = await db.selectFrom('idempotency_key').selectAll().execute()
  assert.ok(rows.every(({ answer }) => answer?.includes(key) !== true))
  const busy = await openAccount(server.context, { username: 'Busy' })
  const request = Buffer.from('x')
  await db
    .insertInto('idempotency_key')
    .values(
      Array.from({ length: 600 }, (_, n) => ({
        user_id: busy.userId,
        key: Buffer.from(String(n)),
        request,
        claimed_at: new Date(nowMs - 1000 + n),
      })),
    )
    .execute()
  await post('newest', { as: busy })
  const left = await db
    .selectFrom('idempotency_key')
    .where('user_id', '=', busy.userId)
    .select('key')
    .execute()
  assert.equal(left.length, 500)
})

test('a key is 1 to 200 visible characters', async () => {
  for (const key of ['', ' ', 'a b', 'ä', 'x'.repeat(201)]) {
    assert.equal((await post(key)).statusCode, 400, key)
  }
  assert.equal((await post('x'.repeat(200))).statusCode, 200)
})
