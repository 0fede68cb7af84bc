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
      row['name'],
      row['positionBefore'],
      row['positionAfter'],
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
    state: 'open',
    decisions: [{ number: 1, revokedReason: 'New footage' }],
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
    sessionId,
    lap: null,
    eventSeq: null,
    driverIdxs: [2],
    description: 'x',
    links: [],
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

test('two stewards decide at once while the organiser edits: one decision, and no text is lost', async () => {
  const { call, send, path, id, report, respond, owner, steward, other } =
    await openStewards(server)
  const opened = await report()
  const { version } = await respond(opened.id)
  const room = `${path}/cases/${opened.id}`
  const headers = { 'if-match': `"${version}"` }
  const [first, second, edited, ...texts] = await Promise.all([
    call(`POST ${room}/decisions`, { as: steward, body: FIVE_SECONDS, headers }),
    call(`POST ${room}/decisions`, {
      as: other,
      headers,
      body: { penalties: [], reason: 'Racing incident' },
    }),
    call('PATCH /api/Seasons', { as: owner, body: { id, name: 'Edited' } }),
    call(`POST ${room}/comments`, { as: steward, body: { text: 'First text' } }),
    call(`POST ${room}/comments`, { as: other, body: { text: 'Second text' } }),
    call(`POST ${room}/proposals`, { as: other, body: { penalties: [], reason: 'Draft text' } }),
  ])
  assert.deepEqual(
    [first.statusCode, second.statusCode].toSorted((a, b) => a - b),
    [200, 412],
  )
  assert.equal(edited.statusCode, 200, edited.body)
  for (const text of texts) assert.equal(text.statusCode, 200, text.body)
  const refused = first.statusCode === 412 ? first : second
  assert.partialDeepStrictEqual(refused.json().changes, [{ action: 'decisionPublished' }])
  const { decisions } = (await call(`GET ${path}/decisions`)).json()
  assert.equal(decisions.length, 1)
  const season: Season = (await call(`GET ${path}`)).json()
  assert.equal(season.name, 'Edited')
  const effects = season.adjustments.map(({ decision }) => decision?.number)
  assert.deepEqual(effects, decisions[0].penalties.length === 0 ? [] : [1])
  const { comments, proposals } = await send(`GET ${room}/room`, steward)
  const words = comments.map(({ text }: { text: string }) => text)
  assert.deepEqual(words.toSorted(), ['First text', 'Second text'])
  assert.partialDeepStrictEqual(proposals, [{ reason: 'Draft text', isOwnVote: false }])
  const again = await call(`POST ${room}/decisions`, { as: other, body: FIVE_SECONDS })
  assert.equal(again.statusCode, 409, 'also without a version')
})

test('an involved steward takes no part; the others vote for a proposal, each with one vote', async () => {
  const { call, send, path, id, report, respond, ann, steward, other, bob, stranger, leagueId } =
    await openStewards(server)
  const opened = await report()
  await respond(opened.id)
  const room = `${path}/cases/${opened.id}`
  for (const { userId } of [ann, bob]) {
    await server.context.db
      .insertInto('league_member')
      .values({ league_id: leagueId, user_id: userId, role: 'steward' })
      .execute()
  }
  for (const as of [ann, bob]) {
    const calls: [what: string, body?: object][] = [
      [`GET ${room}/room`],
      [`POST ${room}/comments`, { text: 'x' }],
      [`POST ${room}/proposals`, FIVE_SECONDS],
      [`PUT ${room}/vote`, { proposalId: null }],
      [`POST ${room}/preview`, { penalties: [] }],
      [`POST ${room}/decisions`, FIVE_SECONDS],
    ]
    for (const [what, body] of calls) {
      const { statusCode } = await call(what, { as, ...(body && { body }) })
      assert.equal(statusCode, 403, what)
    }
  }
  assert.equal((await call(`GET ${room}`, { as: stranger })).statusCode, 404)
  await send(`POST ${room}/proposals`, steward, FIVE_SECONDS)
  const made = await send(`POST ${room}/proposals`, other, { penalties: [], reason: 'Racing' })
  const [harsh, mild] = made.proposals
  assert.deepEqual([harsh.voters.length, mild.voters.length], [1, 1])
  const voted = await send(`PUT ${room}/vote`, other, { proposalId: harsh.id })
  assert.deepEqual(
    voted.proposals.map(({ voters }: { voters: string[] }) => voters.length),
    [2, 0],
  )
  assert.equal(
    (await call(`PUT ${room}/vote`, { as: other, body: { proposalId: id } })).statusCode,
    404,
  )
})

test('involved drivers appeal once and in time; the new decision replaces the first', async () => {
  const { call, send, path, report, respond, ann, steward, owner } = await openStewards(server)
  const thresholds = [{ points: 2, consequence: 'Qualifying ban' }]
  await send(`PUT ${path}/stewardRules`, owner, { ...DEFAULT_RULES, licenceDays: 30, thresholds })
  const opened = await report()
  await respond(opened.id)
  const room = `${path}/cases/${opened.id}`
  await send(`POST ${room}/decisions`, steward, FIVE_SECONDS)
  const [licence] = (await call(`GET ${path}/decisions`)).json().licences
  assert.partialDeepStrictEqual(licence, { points: 2, consequence: 'Qualifying ban' })
  assert.notEqual(licence.nextExpiryAt, null)
  const appeal = { kind: 'appeal', text: 'See the onboard', links: [] }
  const { db } = server.context
  const publishedAt = (at: Date) =>
    db
      .updateTable('steward_decision')
      .set({ published_at: at })
      .where('case_id', '=', opened.id)
      .execute()
  const now = server.context.now().getTime()
  await publishedAt(new Date(now - 49 * 3_600_000))
  assert.equal((await call(`POST ${room}/statements`, { as: ann, body: appeal })).statusCode, 409)
  await publishedAt(new Date(now))
  const appealed = await send(`POST ${room}/statements`, ann, appeal)
  assert.partialDeepStrictEqual(appealed, {
    state: 'appealed',
    decisions: [{ isAppealed: true, revokedAt: null }],
  })
  assert.equal((await call(`POST ${room}/statements`, { as: ann, body: appeal })).statusCode, 409)
  const order = async () => {
    const season: Season = (await call(`GET ${path}`)).json()
    return season.standings.drivers.map(({ name }) => name)
  }
  assert.deepEqual(await order(), ['Bob', 'Cid', 'Ann'], 'until the appeal is decided')
  const milder = {
    penalties: [{ kind: 'positions', driverIdx: 0, amount: 1 }],
    reason: 'Partly at fault',
  }
  const decided = await send(`POST ${room}/decisions`, steward, milder)
  assert.partialDeepStrictEqual(decided.decisions, [
    { number: 2, revokedAt: null },
    { number: 1, replacedBy: 2, revokedReason: 'Replaced by decision 2' },
  ])
  const { adjustments }: Season = (await call(`GET ${path}`)).json()
  assert.partialDeepStrictEqual(
    adjustments.map(({ decision }) => decision),
    [
      { number: 1, replacedBy: 2 },
      { number: 2, replacedBy: null },
    ],
  )
  assert.deepEqual(await order(), ['Bob', 'Ann', 'Cid'])
  assert.deepEqual((await call(`GET ${path}/decisions`)).json().licences, [])
})

test('cases that wait for somebody are on their dashboard', async () => {
  const { call, send, path, report, respond, ann, bob, steward, ...league } =
    await openStewards(server)
  const opened = await report()
  const needs = async (as: typeof ann) =>
    (await send('GET /api/StewardCases/pending', as)).map(
      ({ caseId, need }: { caseId: string; need: string }) => [caseId, need],
    )
  assert.deepEqual(await needs(ann), [[opened.id, 'respond']])
  assert.deepEqual(await needs(bob), [])
  assert.deepEqual(await needs(steward), [])
  await respond(opened.id)
  assert.deepEqual(await needs(ann), [])
  assert.deepEqual(await needs(steward), [[opened.id, 'judge']])
  assert.deepEqual(await needs(league.other), [[opened.id, 'judge']])
  const { leagueId, owner, other } = league
  const { id: second } = await send('POST /api/Seasons', owner, { name: 'Second', leagueId })
  const role = { role: 'steward', seasonIds: [second] }
  await send(`PATCH /api/League/${leagueId}/members/${other.userId}`, owner, role)
  assert.deepEqual(await needs(other), [], 'a steward of another season')
  await send(`POST ${path}/cases/${opened.id}/decisions`, steward, FIVE_SECONDS)
  assert.deepEqual(await needs(steward), [])
  assert.equal((await call('GET /api/StewardCases/pending')).statusCode, 401)
})
