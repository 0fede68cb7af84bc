import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { FIVE_SECONDS, openStewards } from './stewards.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('a report, the response and the decision with its effect, which a revocation removes', async () => {
  const { call, send, path, report, respond, ann, steward } = await openStewards(server)
  const opened = await report()
  assert.partialDeepStrictEqual(opened, { number: 1, state: 'waiting', cars: [{ name: 'Ann' }] })
  assert.deepEqual(opened.may, { respond: false, appeal: false, judge: false })
  const decide = `POST ${path}/cases/${opened.id}/decisions`
  const early = await call(decide, { as: steward, body: FIVE_SECONDS })
  assert.equal(early.statusCode, 409, 'Ann can still respond')
  const seen = await send(`GET ${path}/cases/${opened.id}`, ann)
  assert.deepEqual(seen.may, { respond: true, appeal: false, judge: false })
  await respond(opened.id)
  const preview = await send(`POST ${path}/cases/${opened.id}/preview`, steward, {
    penalties: FIVE_SECONDS.penalties,
  })
  assert.deepEqual(
    preview.results.map((row: Record<string, unknown>) => [
      ...[row['name'], row['positionBefore'], row['positionAfter']],
    ]),
    [
      ['Bob', 2, 1],
      ['Cid', 3, 2],
      ['Ann', 1, 3],
    ],
  )
  assert.partialDeepStrictEqual(preview.drivers[0], { name: 'Bob', pointsAfter: 25 })

  const read = async (): Promise<Season> => (await call(`GET ${path}`)).json()
  const order = async () => (await read()).standings.drivers.map(({ name }) => name)
  assert.deepEqual(await order(), ['Ann', 'Bob', 'Cid'], 'a preview changes nothing')
  const decided = await send(decide, steward, FIVE_SECONDS)
  assert.partialDeepStrictEqual(decided, { state: 'decided', decisions: [{ number: 1 }] })
  assert.deepEqual(await order(), ['Bob', 'Cid', 'Ann'])
  const [adjustment] = (await read()).adjustments
  assert.partialDeepStrictEqual(adjustment, { kind: 'timePenalty', decision: { number: 1 } })
  const decisions = (await call(`GET ${path}/decisions`)).json()
  assert.partialDeepStrictEqual(decisions, {
    decisions: [{ number: 1, reason: 'Left no room', cars: [{ name: 'Ann' }], lap: 3 }],
    licences: [{ name: 'Ann', points: 2, gridPenalties: [{ places: 3, eventId: null }] }],
  })

  const alone = `POST ${path}/adjustments/${adjustment?.id}/revoke`
  const refused = await call(alone, { as: steward, body: { reason: 'x' } })
  assert.equal(refused.statusCode, 409, 'an effect is revoked with its decision')
  const [decision] = decided.decisions
  const revoke = `POST ${path}/cases/${opened.id}/decisions/${decision.id}/revoke`
  const revoked = await send(revoke, steward, { reason: 'New footage' })
  assert.partialDeepStrictEqual(revoked, {
    ...{ state: 'open', decisions: [{ number: 1, revokedReason: 'New footage' }] },
  })
  assert.deepEqual(await order(), ['Ann', 'Bob', 'Cid'])
  assert.deepEqual((await call(`GET ${path}/decisions`)).json().licences, [])
  assert.partialDeepStrictEqual(await send(decide, steward, FIVE_SECONDS), {
    decisions: [{ number: 2 }, { number: 1 }],
  })
})

test('incidents are reported by drivers, in time, of cars of the session and so often', async () => {
  const setup = await openStewards(server)
  const { call, send, path, sessionId, owner, ann, bob, stranger } = setup
  const body = {
    ...{ sessionId, lap: null, eventSeq: null, driverIdxs: [2], description: 'x', links: [] },
  }
  const what = `POST ${path}/cases`
  const status = async (as: typeof ann | undefined, more: object = {}) =>
    (await call(what, { ...(as && { as }), body: { ...body, ...more } })).statusCode
  assert.equal(await status(undefined), 401)
  assert.equal(await status(stranger), 403)
  assert.equal(await status(ann, { driverIdxs: [0] }), 400, 'the own car')
  assert.equal(await status(ann, { driverIdxs: [9] }), 400, 'no car of the session')
  assert.equal(await status(ann, { sessionId: server.context.newId() }), 404)
  assert.equal(await status(ann, { links: ['http://example.com/clip'] }), 400)
  assert.equal(await status(ann, { links: ['https://user@example.com/clip'] }), 400)
  assert.equal(await status(ann, { description: '​' }), 400)
  const id = server.context.newId()
  assert.equal(await status(ann, { id }), 200)
  assert.equal(await status(ann, { id }), 200, 'sent twice')
  assert.equal(await status(bob, { id }), 409, 'the id of another')
  assert.equal((await send(`GET ${path}/cases`, ann)).length, 1)

  const rules = { ...DEFAULT_RULES, reporters: 'users', reportsMax: 2 }
  const set = `PUT ${path}/stewardRules`
  await send(set, owner, rules)
  assert.equal(await status(stranger), 200)
  assert.equal(await status(stranger), 200)
  assert.equal(await status(stranger), 409, 'two reports of an event')
  await send(set, owner, { ...rules, reportHours: 0 })
  assert.equal(await status(bob), 409, 'after the window')
  await send(set, owner, { ...rules, reporters: 'nobody' })
  assert.equal(await status(bob), 403)
})
