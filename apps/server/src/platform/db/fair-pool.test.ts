import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())
const call = createCall(() => server)

/** This many calls are more than the connections of one user and the calls that may wait for them. */
const FLOOD = 520

type Answer = Awaited<ReturnType<typeof call>>

function checkRefusal({ statusCode, headers, body }: Answer): void {
  assert.equal(statusCode, 503, body)
  assert.match(String(headers['retry-after']), /^\d+$/)
}

/** Sends as many calls as nobody may. While their rows are held, only a refusal can be an answer. */
async function startFlood(send: () => Promise<Answer>) {
  const calls = Array.from({ length: FLOOD }, send)
  checkRefusal(await Promise.race(calls))
  // Wrapped, since a transaction would wait for a promise that it returns.
  return { answers: Promise.all(calls) }
}

/** Answers come from the server, or refuse. */
function checkFlood(answers: readonly Answer[], served: number): void {
  for (const answer of answers) if (answer.statusCode >= 500) checkRefusal(answer)
  assert.ok(answers.some(({ statusCode }) => statusCode === served))
}

test('a user with hundreds of changes in parallel delays no other; refusals are 503 with Retry-After', async () => {
  const { context } = server
  const flooder = await openAccount(context, { username: 'Flooder' })
  const other = await openAccount(context, { username: 'Other' })
  const { id } = (await call('POST /api/League', { as: flooder, body: { name: 'A' } })).json()
  const flood = await context.db.transaction().execute(async (holding) => {
    await holding.selectFrom('league').select('id').where('id', '=', id).forUpdate().execute()
    const started = await startFlood(() =>
      call(`PATCH /api/League/${id}`, { as: flooder, body: { description: 'B' } }),
    )
    // The flood has all connections that a user may have, and none of them is free before this ends.
    const answer = await call('POST /api/Seasons', { as: other, body: { name: 'B' } })
    assert.equal(answer.statusCode, 200, answer.body)
    return started
  })
  checkFlood(await flood.answers, 200)
})

test('sign-in, profiles, storage and realtime answer a flood in their own shapes, without a 500', async () => {
  const { db, keys } = server.context
  const member = await openAccount(server.context, { username: 'Member' })
  const headers = { apikey: keys.anonKey, authorization: `Bearer ${keys.anonKey}` }
  const flood = await db.transaction().execute(async (holding) => {
    await sql`lock table "user", auth.users, storage_object in access exclusive mode`.execute(
      holding,
    )
    const started = await startFlood(() => call('GET /rest/v1/profiles?select=id', { headers }))
    const body = { type: 'email', email: 'a@b.example', token: '123456' }
    const signIn = await call('POST /auth/v1/verify', { headers, body })
    const profiles = await call('GET /rest/v1/profiles?select=id', { headers })
    const storage = await call('GET /storage/v1/object/public/avatars/x/y.png', { headers })
    const realtime = await call('POST /realtime/v1/api/broadcast', {
      as: member,
      headers: { apikey: keys.anonKey },
      body: { messages: [] },
    })
    for (const answer of [signIn, profiles, storage, realtime]) checkRefusal(answer)
    assert.ok('error_code' in signIn.json(), signIn.body)
    assert.ok('hint' in profiles.json(), profiles.body)
    assert.ok('statusCode' in storage.json(), storage.body)
    assert.deepEqual(Object.keys(realtime.json()), ['message'], realtime.body)
    return started
  })
  checkFlood(await flood.answers, 200)
})
