import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import { sql } from 'kysely'
import { removeUser } from '../../accounts/auth/users/delete-user.ts'
import { mailsTo } from '../../accounts/auth/testing/auth.fixture.ts'
import { openSession } from '../../racing/sessions/store/session-queries.ts'
import { sessionColumns } from '../../testing/session-row.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from '../seasons/races.fixture.ts'
import { hasValidSignature, openReceiver, type TestReceiver } from './receiver.fixture.ts'

const ALL = ['eventIn24h', 'live', 'provisionalResult', 'decision', 'standings', 'officialResult']
const DAY_MS = 86_400_000

let server: TestServer
let owner: TestAccount
let other: TestAccount
before(async () => {
  server = await openTestServer({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }, queueCheckMs: 25 })
  owner = await openAccount(server.context, { username: 'Organiser' })
  other = await openAccount(server.context, { username: 'Stranger' })
})
after(() => server.close())
const call = createCall(() => server)

async function send(what: string, body?: object, as = owner) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.body}`)
  return answer.body === '' ? null : answer.json()
}

async function makeSeason({ isPublic = true } = {}) {
  const league = await send('POST /api/League', { name: 'Sunday League', isPublic })
  const season = await send('POST /api/Seasons', { name: 'Spring', leagueId: league.id })
  const event = await send(`POST /api/Seasons/${season.id}/events`, { track: 7 })
  return { leagueId: league.id, id: season.id, eventId: event.id }
}

type MadeSeason = Awaited<ReturnType<typeof makeSeason>>

async function addReceiver(leagueId: string, { url }: TestReceiver, fields: object = {}) {
  const body = { kind: 'generic', name: 'Bot', url, types: ALL, ...fields }
  const { id, secret } = await send(`POST /api/League/${leagueId}/webhooks`, body)
  return { path: `/api/League/${leagueId}/webhooks/${id}`, id, secret }
}

async function adjust(season: MadeSeason, reason: string) {
  const body = { kind: 'points', name: 'Ann', points: -3, reason }
  return send(`POST /api/Seasons/${season.id}/adjustments`, body)
}

async function addRace(season: MadeSeason) {
  const startedAt = new Date(Date.now() - 3_600_000).toISOString()
  const id = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'], startedAt })
  await send(`PATCH /api/Seasons/${season.id}/events/${season.eventId}/sessions`, {
    sessionIds: [id],
  })
  return id
}

/** Waits until every delivery of the receiver has failed for this reason. */
async function failedBy(path: string, failure: string): Promise<void> {
  await untilPasses(async () => {
    const log = await send(`GET ${path}/deliveries`)
    assert.deepEqual(
      new Set(log.map((one: { failure: string }) => one.failure)),
      new Set([failure]),
    )
  })
}

/** Waits for the log to show it. */
async function logged(path: string, state: string, count = 1) {
  return untilPasses(async () => {
    const log = await send(`GET ${path}/deliveries`)
    const found = log.filter((one: { state: string }) => one.state === state)
    assert.equal(found.length, count, JSON.stringify(log))
    return found
  })
}

/** Ends the waits of failed attempts. */
async function endWaits(webhookId: string): Promise<void> {
  await sql`update webhook_delivery set next_attempt_at = now()
    where webhook_id = ${webhookId} and ended_at is null`.execute(server.context.db)
  await sql`update webhook set busy_until = now() where id = ${webhookId}`.execute(
    server.context.db,
  )
}

test('a receiver gets results, decisions and standings once each, signed, with a stable id', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  const { path, secret } = await addReceiver(season.leagueId, receiver)
  const raceId = await addRace(season)
  await receiver.received(1)
  await adjust(season, 'cutting a corner')
  await receiver.received(2)
  await send(`POST /api/Seasons/${season.id}/publications`, { status: 'provisional' })
  await receiver.received(3)
  await send(`POST /api/Seasons/${season.id}/publications`, { status: 'official' })
  await receiver.received(4)

  const [result, decision, standings, official] = receiver.messages.map(({ body }) => body)
  assert.partialDeepStrictEqual(result, {
    type: 'provisionalResult',
    title: 'Provisional result: Silverstone, Race, Spring',
    url: `${server.context.publicUrl()}/sessions/${raceId}`,
    pictureUrl: `${server.context.publicUrl()}/og/session/${raceId}.png`,
    league: { id: season.leagueId, name: 'Sunday League' },
    season: { id: season.id, name: 'Spring' },
    event: { id: season.eventId, track: 7 },
    session: { id: raceId, role: 'race' },
    results: [
      { position: 1, name: 'Ann', points: 25 },
      { position: 2, name: 'Bob', points: 18 },
    ],
  })
  assert.match(result.text, /^1\. Ann \(Team 1\): 25 points\n2\. Bob/)
  assert.partialDeepStrictEqual(decision, { type: 'decision', session: null })
  assert.equal(decision.text, 'Ann: −3 points.\nReason: cutting a corner')
  assert.partialDeepStrictEqual(standings, {
    type: 'standings',
    results: [{ name: 'Ann', points: 22 }, { name: 'Bob' }],
  })
  assert.equal(official.type, 'officialResult')
  for (const message of receiver.messages) {
    assert.ok(hasValidSignature(message, secret))
    assert.equal(message.headers['webhook-id'], message.body.id)
  }
  const log = await logged(path, 'delivered', 4)
  assert.deepEqual(
    log.map(({ id }: { id: string }) => id),
    receiver.messages.map(({ body }) => body.id).toReversed(),
  )
})

test('an event of the next 24 hours is announced, and again for a new date', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  await addReceiver(season.leagueId, receiver, { types: ['eventIn24h'], language: 'de' })
  const { announceUpcomingEvents } = await import('./upcoming-events.ts')
  const announceAt = async (startsAtMs: number) => {
    const startsAt = new Date(startsAtMs).toISOString()
    await send(`PATCH /api/Seasons/${season.id}/events/${season.eventId}`, { startsAt })
    await announceUpcomingEvents(server.context.db)
    await announceUpcomingEvents(server.context.db)
  }
  await announceAt(Date.now() + 2 * DAY_MS)
  await announceAt(Date.now() + DAY_MS / 2)
  await receiver.received(1)
  await announceAt(Date.now() + DAY_MS / 3)
  await receiver.received(2)
  assert.deepEqual(
    receiver.messages.map(({ body }) => body.title),
    Array(2).fill('Demnächst: Silverstone, Spring'),
  )
})

test('Discord gets a message with the colour of the league that mentions nobody', async (t) => {
  const season = await makeSeason()
  await send(`PATCH /api/League/${season.leagueId}`, { accentColour: '#1e9be0' })
  const receiver = await openReceiver(t)
  const { secret } = await addReceiver(season.leagueId, receiver, { kind: 'discord' })
  await addRace(season)
  await receiver.received(1)
  await adjust(season, '@everyone *look* at [this](https://x.example)')
  await receiver.received(2)
  const [result, decision] = receiver.messages
  assert.ok(result && decision)
  const { headers, body } = result
  assert.equal(secret, null)
  assert.equal(headers['webhook-signature'], undefined)
  assert.deepEqual(body.allowed_mentions, { parse: [] })
  assert.partialDeepStrictEqual(body.embeds[0], {
    title: 'Provisional result: Silverstone, Race, Spring',
    color: 0x1e9be0,
    footer: { text: 'Sunday League' },
  })
  assert.match(body.embeds[0].image.url, /\/og\/session\/.*\.png$/)
  assert.match(decision.body.embeds[0].description, /\\@everyone \\\*look\\\* at \\\[this\\\]/)
  assert.doesNotMatch(decision.body.embeds[0].description, /https?:\/\//, 'no bare address')
})

test('a private league announces without pictures, and what it leaves is not announced', async (t) => {
  const season = await makeSeason({ isPublic: false })
  const receiver = await openReceiver(t)
  await addReceiver(season.leagueId, receiver)
  await addRace(season)
  await receiver.received(1)
  assert.equal(receiver.messages[0]?.body.pictureUrl, null)
  await send(`DELETE /api/League/${season.leagueId}/seasons/${season.id}`)
  await adjust(season, 'late')
  const { rows } = await sql`select from webhook_delivery where type = 'decision'
    and season_id = ${season.id}`.execute(server.context.db)
  assert.equal(rows.length, 0)
})

test('a refused delivery is repeated with the same id and text, and the log names the refusal without secrets', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  receiver.answer({ status: 500, text: `no: ${new URL(receiver.url).pathname}` })
  const { path, id } = await addReceiver(season.leagueId, receiver)
  await adjust(season, 'late')
  await receiver.received(1)
  const [waiting] = await untilPasses(async () => {
    const log = await send(`GET ${path}/deliveries`)
    assert.equal(log[0]?.statusCode, 500)
    return log
  })
  assert.partialDeepStrictEqual(waiting, { state: 'waiting', attempts: 1, failure: 'status' })
  assert.equal(waiting.answer, 'no: …')
  const waitMs = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.attemptedAt)
  assert.ok(waitMs >= 4000 && waitMs < 8000, `${waitMs}`)
  await send(`PATCH /api/League/${season.leagueId}`, { name: 'Monday League' })
  receiver.answer({ status: 204 })
  await endWaits(id)
  await receiver.received(2)
  assert.equal(receiver.messages[1]?.text, receiver.messages[0]?.text)
  await logged(path, 'delivered')
  assert.equal((await send(`GET /api/League/${season.leagueId}/webhooks`))[0].failingSince, null)
})

test('a receiver that asks to wait gets nothing before', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  receiver.answer({ status: 429, headers: { 'retry-after': '600' } })
  const { path, id } = await addReceiver(season.leagueId, receiver)
  await send(`POST ${path}/test`)
  await receiver.received(1)
  await untilPasses(async () => {
    const [log] = await send(`GET ${path}/deliveries`)
    assert.ok(Date.parse(log.nextAttemptAt) - Date.parse(log.attemptedAt) >= 600_000)
  })
  const { rows } = await sql<{ seconds: number }>`select
    extract(epoch from busy_until - now())::float8 as seconds from webhook where id = ${id}`.execute(
    server.context.db,
  )
  assert.ok((rows[0]?.seconds ?? 0) > 590)
})

test('a receiver that never answers delays no other, and redirects are not followed', async (t) => {
  const season = await makeSeason()
  const [slow, quick, redirecting] = [
    await openReceiver(t),
    await openReceiver(t),
    await openReceiver(t),
  ]
  slow.answer(null)
  redirecting.answer({ status: 302, headers: { location: quick.url } })
  const slowPath = await addReceiver(season.leagueId, slow)
  await addReceiver(season.leagueId, quick)
  const { path } = await addReceiver(season.leagueId, redirecting)
  for (const reason of ['one', 'two', 'three']) await adjust(season, reason)
  await Promise.all([slow.received(1), quick.received(3), redirecting.received(3)])
  await untilPasses(async () => {
    const log = await send(`GET ${path}/deliveries`)
    assert.deepEqual(
      log.map(({ failure }: { failure: string }) => failure),
      ['redirect', 'redirect', 'redirect'],
    )
  })
  assert.equal(slow.messages.length, 1, 'one at a time')
  assert.equal(quick.messages.length, 3)
  await send(`DELETE ${slowPath.path}`)
})

test('a receiver that fails for days, or is gone, is disabled until the owner activates it', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  const { path, id } = await addReceiver(season.leagueId, receiver)
  const state = async () => (await send(`GET /api/League/${season.leagueId}/webhooks`))[0].state
  receiver.answer({ status: 500 })
  await adjust(season, 'late')
  await receiver.received(1)
  await untilPasses(async () =>
    assert.equal((await send(`GET ${path}/deliveries`))[0].statusCode, 500),
  )
  await sql`update webhook set failing_since = now() - interval '4 days'
    where id = ${id}`.execute(server.context.db)
  await sql`update webhook_delivery set attempts = 4 where webhook_id = ${id}`.execute(
    server.context.db,
  )
  assert.equal(await state(), 'active')
  await endWaits(id)
  await untilPasses(async () => assert.equal(await state(), 'disabled'))
  await adjust(season, 'nobody gets this')
  assert.equal((await call(`POST ${path}/test`, { as: owner })).statusCode, 409)
  await untilPasses(async () => {
    const mails = await mailsTo(server, `${owner.userId}@example.com`)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['Pitboard: announcements of Sunday League do not arrive'],
    )
  })

  await send(`PATCH ${path}`, { isActive: true })
  receiver.answer({ status: 410 })
  await send(`POST ${path}/test`)
  await untilPasses(async () => assert.equal(await state(), 'disabled'))
  assert.equal(receiver.messages.at(-1)?.body.type, 'test')
})

test('a session that is driven is announced when it begins to count, and when it is over', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  await addReceiver(season.leagueId, receiver)
  const id = server.context.newId()
  await openSession(
    server.context.db,
    id,
    sessionColumns(owner.userId, { game_session_id: id, ended_at: null }),
  )
  await send(`PATCH /api/Seasons/${season.id}/events/${season.eventId}/sessions`, {
    sessionIds: [id],
  })
  await receiver.received(1)
  await recordRace(server, owner.userId, { id, names: ['Ann', 'Bob'] })
  await receiver.received(2)
  await recordRace(server, owner.userId, { id, names: ['Bob', 'Ann'] })
  const [live, result] = receiver.messages.map(({ body }) => body)
  assert.partialDeepStrictEqual(live, { type: 'live', session: { id }, results: [] })
  assert.equal(live.url, `${server.context.publicUrl()}/live/${id}`)
  assert.partialDeepStrictEqual(result, { type: 'provisionalResult', session: { id } })
  const { rows } = await sql`select from webhook_delivery
    where season_id = ${season.id}`.execute(server.context.db)
  assert.equal(rows.length, 2, 'once each')
})

test('a penalty of a session that the season does not count any more names the car', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  await addReceiver(season.leagueId, receiver, { types: ['decision'] })
  const sessionId = await addRace(season)
  const penalty = { kind: 'timePenalty', sessionId, driverIdx: 1, seconds: 5, reason: 'cut' }
  const path = `/api/Seasons/${season.id}`
  const { id } = (await send(`POST ${path}/adjustments`, penalty)).adjustments[0]
  await receiver.received(1)
  await send(`DELETE ${path}/events/${season.eventId}/session/${sessionId}`)
  await send(`POST ${path}/adjustments/${id}/revoke`, { reason: 'not here' })
  await receiver.received(2)
  assert.deepEqual(
    receiver.messages.map(({ body }) => body.text),
    ['Bob: +5 s.\nReason: cut', '#1: +5 s.\nThe decision was revoked: not here'],
  )
})

test('an undone decision is announced as revoked, and its restoration as a decision', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  await addReceiver(season.leagueId, receiver, { types: ['decision'] })
  const { id: adjustmentId } = (await adjust(season, 'late')).adjustments[0]
  const path = `/api/Seasons/${season.id}`
  const undoLast = async () => {
    const [last] = await send(`GET ${path}/history`)
    await send(`POST ${path}/history/${last.version}/undo`)
  }
  await receiver.received(1)
  await undoLast()
  await receiver.received(2)
  await adjust(season, 'again')
  await receiver.received(3)
  const [, second] = (await send(`GET ${path}`)).adjustments
  const reason = { reason: 'the video shows more' }
  await send(`POST ${path}/adjustments/${second.id}/revoke`, reason)
  await receiver.received(4)
  await undoLast()
  await receiver.received(5)
  const texts = receiver.messages.map(({ body }) => body.text)
  assert.equal(receiver.messages[1]?.body.adjustmentId, adjustmentId)
  assert.deepEqual(texts, [
    'Ann: −3 points.\nReason: late',
    'Ann: −3 points.\nThe decision was revoked.',
    'Ann: −3 points.\nReason: again',
    'Ann: −3 points.\nThe decision was revoked: the video shows more',
    'Ann: −3 points.\nReason: again',
  ])
})

test('receivers that answer garbage or have no public address fail, and delay no other', async (t) => {
  const season = await makeSeason()
  const garbage = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(randomBytes(5000)))
  }).listen(0, '127.0.0.1')
  await once(garbage, 'listening')
  t.after(() => garbage.close())
  const address = garbage.address()
  assert.ok(typeof address === 'object' && address)
  const broken = { url: `http://127.0.0.1:${address.port}/` }
  const quick = await openReceiver(t)
  const { path } = await addReceiver(season.leagueId, { ...quick, ...broken })
  const inside = await addReceiver(season.leagueId, { ...quick, url: 'https://pit.localhost/' })
  await addReceiver(season.leagueId, quick)
  for (const reason of ['one', 'two', 'three']) await adjust(season, reason)
  await quick.received(3)
  await failedBy(path, 'connection')
  await failedBy(inside.path, 'address')
})

test('what waits for a league or user that is deleted meanwhile is not sent', async (t) => {
  owner = await openAccount(server.context, { username: 'Fleeting' })
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  receiver.answer(null)
  const { id } = await addReceiver(season.leagueId, receiver)
  await adjust(season, 'under way while the league is deleted')
  await adjust(season, 'waits')
  await receiver.received(1)
  await send(`DELETE /api/League/${season.leagueId}`)
  receiver.answer({ status: 204 })
  await endWaits(id)
  const { db } = server.context
  await untilPasses(async () => {
    const rows = await db
      .selectFrom('webhook_delivery')
      .select('state')
      .where('webhook_id', '=', id)
      .where('state', '<>', 'dropped')
      .execute()
    assert.equal(rows.length, 0)
  })
  assert.equal(receiver.messages.length, 1)

  const next = await makeSeason()
  const stalling = await openReceiver(t)
  stalling.answer(null)
  await addReceiver(next.leagueId, stalling)
  await adjust(next, 'under way while the account is deleted')
  await stalling.received(1)
  await removeUser(server.context, owner.userId, { actorId: owner.userId, ip: null })
  const rows = await db
    .selectFrom('webhook')
    .select('id')
    .where('league_id', '=', next.leagueId)
    .execute()
  assert.deepEqual(rows, [])
  stalling.endCalls()

  // The sender goes on.
  owner = await openAccount(server.context, { username: 'Remaining' })
  const other = await makeSeason()
  const quick = await openReceiver(t)
  await addReceiver(other.leagueId, quick)
  await adjust(other, 'late')
  await quick.received(1)
})

test('a delivery can be sent again by hand, with its id', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  const { path } = await addReceiver(season.leagueId, receiver)
  await send(`POST ${path}/test`)
  const [delivered] = await logged(path, 'delivered')
  await send(`POST ${path}/deliveries/${delivered.id}/resend`)
  await receiver.received(2)
  assert.equal(receiver.messages[1]?.body.id, delivered.id)
})

test('what does not apply any more, or is not wanted any more, is dropped; by hand it is sent', async (t) => {
  const season = await makeSeason()
  const receiver = await openReceiver(t)
  receiver.answer({ status: 500 })
  const { path, id } = await addReceiver(season.leagueId, receiver)
  const failed = async (count: number) =>
    untilPasses(async () => {
      const log = await send(`GET ${path}/deliveries`)
      const refused = log.filter((one: { statusCode: number }) => one.statusCode === 500)
      assert.equal(refused.length, count)
    })
  const { id: adjustmentId } = (await adjust(season, 'late')).adjustments[0]
  await failed(1)
  const seasonPath = `/api/Seasons/${season.id}`
  await send(`POST ${seasonPath}/adjustments/${adjustmentId}/revoke`, { reason: 'new footage' })
  await failed(2)
  receiver.answer({ status: 204 })
  await endWaits(id)
  const [dropped] = await logged(path, 'dropped')
  await logged(path, 'delivered')
  assert.match(receiver.messages.at(-1)?.body.text, /The decision was revoked: new footage/)

  receiver.answer({ status: 500 })
  await send(`POST ${seasonPath}/publications`, { status: 'official' })
  await failed(1)
  await send(`PATCH ${path}`, { types: ['live'] })
  receiver.answer({ status: 204 })
  await endWaits(id)
  await logged(path, 'dropped', 2)

  const sentBefore = receiver.messages.length
  await send(`POST ${path}/deliveries/${dropped.id}/resend`)
  await receiver.received(sentBefore + 1)
  assert.match(receiver.messages.at(-1)?.body.text, /Reason: late/)
})

test('addresses that lead into networks of the operator are refused', async () => {
  owner = await openAccount(server.context, { username: 'Careless' })
  const { leagueId } = await makeSeason()
  const refused = [
    'http://club.example/',
    'https://user:word@club.example/',
    'https://club.example:25/',
    'https://localhost/x',
    'https://10.0.0.7/',
    'https://[::1]/',
    'https://0xa.1:8443/',
    'https://169.254.169.254/latest',
    'https://[::ffff:192.168.1.1]/',
    'https://100.64.0.1/',
  ]
  for (const url of refused) {
    const body = { kind: 'generic', name: 'Bot', url, types: ['live'] }
    const answer = await call(`POST /api/League/${leagueId}/webhooks`, { as: owner, body })
    assert.equal(answer.statusCode, 400, url)
  }
  const body = { kind: 'discord', name: 'D', url: 'https://club.example/', types: ['live'] }
  const answer = await call(`POST /api/League/${leagueId}/webhooks`, { as: owner, body })
  assert.match(answer.json().detail, /Discord/)
})

test('only the owner sees and changes receivers, and no answer repeats an address or a secret', async (t) => {
  owner = await openAccount(server.context, { username: 'Careful' })
  const { leagueId } = await makeSeason()
  const foreign = await makeSeason()
  const receiver = await openReceiver(t)
  const { path, id, secret } = await addReceiver(leagueId, receiver)
  const body = { kind: 'generic', name: 'Bot', url: receiver.url, types: ['live'] }
  const calls: [what: string, body?: object][] = [
    [`GET /api/League/${leagueId}/webhooks`],
    [`POST /api/League/${leagueId}/webhooks`, body],
    [`PATCH ${path}`, { name: 'Mine' }],
    [`POST ${path}/secret`],
    [`POST ${path}/test`],
    [`GET ${path}/deliveries`],
    [`POST ${path}/deliveries/${id}/resend`],
    [`DELETE ${path}`],
  ]
  for (const [what, given] of calls) {
    const options = given && { body: given }
    assert.equal((await call(what, { ...options })).statusCode, 401, what)
    assert.equal((await call(what, { as: other, ...options })).statusCode, 403, what)
    const elsewhere = what.replace(leagueId, foreign.leagueId)
    if (!what.endsWith('/webhooks'))
      assert.equal((await call(elsewhere, { as: owner, ...options })).statusCode, 404, what)
  }
  const listed = (await call(`GET /api/League/${leagueId}/webhooks`, { as: owner })).body
  assert.ok(!listed.includes(secret) && !listed.includes('abcdefghijklmnop'))
  const renewed = await send(`POST ${path}/secret`)
  assert.match(renewed.secret, /^whsec_/)
  assert.notEqual(renewed.secret, secret)
})

test('the export of an account has the receivers of the leagues, without addresses', async (t) => {
  owner = await openAccount(server.context, { username: 'Leaver' })
  const { leagueId } = await makeSeason()
  const receiver = await openReceiver(t)
  const { id } = await addReceiver(leagueId, receiver)
  const exported = await call('GET /api/Account/export', { as: owner })
  assert.partialDeepStrictEqual(exported.json().leagues, [
    { webhooks: [{ id, kind: 'generic', name: 'Bot', types: ALL }] },
  ])
  assert.ok(!exported.body.includes('abcdefghijklmnop'))
})
