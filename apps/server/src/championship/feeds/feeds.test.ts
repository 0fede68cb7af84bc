import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from '../seasons/races.fixture.ts'

const DAY_MS = 86_400_000

const { server, owner, call } = await openOrganiser()
const driver = await openAccount(server.context, { username: 'Driver' })

async function send(what: string, body?: object, as = owner) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.body}`)
  return answer.body === '' ? null : answer.json()
}

async function makeSeason(name: string, { isPublic = true, as = owner } = {}) {
  const league = await send('POST /api/League', { name: 'R&D <League>', isPublic }, as)
  const season = await send('POST /api/Seasons', { name, leagueId: league.id }, as)
  const startsAt = new Date(Date.now() + DAY_MS).toISOString()
  const event = await send(`POST /api/Seasons/${season.id}/events`, { track: 7, startsAt }, as)
  return { leagueId: league.id, id: season.id, eventId: event.id }
}

async function readCalendar(url: string): Promise<string> {
  const answer = await call(`GET ${new URL(url).pathname}`)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.match(String(answer.headers['content-type']), /^text\/calendar/)
  return answer.body
}

test('the results of a public league are a feed that its page names', async () => {
  const season = await makeSeason('Spring & Co')
  const names = ['Ann <b>', 'Bob']
  const raceId = await recordRace(server, owner.userId, { names })
  const path = `/leagues/${season.leagueId}/results.xml`
  await send(`PATCH /api/Seasons/${season.id}/events/${season.eventId}/sessions`, {
    sessionIds: [raceId],
  })
  const feed = await call(`GET ${path}`, { headers: { 'accept-language': 'de' } })
  assert.equal(feed.statusCode, 200)
  assert.match(String(feed.headers['content-type']), /^application\/rss\+xml/)
  assert.match(feed.body, /<title>R&amp;D &lt;League&gt;<\/title>/)
  assert.match(feed.body, /<title>Silverstone, Rennen \(Spring &amp; Co\)<\/title>/)
  // The markup of readers is escaped once for HTML and once more for XML.
  assert.match(feed.body, /1\. Ann &amp;lt;b&amp;gt; \(Team 1\): 25 Punkte&lt;br&gt;2\. Bob/)
  assert.ok(feed.body.includes(`/sessions/${raceId}</link>`))
  const headers = { 'if-none-match': String(feed.headers.etag), 'accept-language': 'de' }
  assert.equal((await call(`GET ${path}`, { headers })).statusCode, 304)
  const page = await call(`GET /leagues/${season.leagueId}`)
  assert.match(page.body, new RegExp(`rel="alternate" type="application/rss\\+xml"[^>]*${path}"`))
})

test('the feed has the standings that were published last, and decisions that apply', async () => {
  const { id, leagueId, eventId } = await makeSeason('Decided')
  const raceId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  const path = `/api/Seasons/${id}`
  await send(`PATCH ${path}/events/${eventId}/sessions`, { sessionIds: [raceId] })
  const decision = { kind: 'points', name: 'Ann', points: -1 }
  await send(`POST ${path}/adjustments`, { ...decision, reason: 'Late' })
  const { adjustments } = await send(`POST ${path}/adjustments`, { ...decision, reason: 'Mistake' })
  const mistake = adjustments.find(({ reason }: { reason: string }) => reason === 'Mistake')
  await send(`POST ${path}/adjustments/${mistake.id}/revoke`, { reason: 'It was Bob' })
  await send(`POST ${path}/publications`, { status: 'provisional', note: '' })
  await send(`POST ${path}/publications`, { status: 'official', note: '' })
  const { body } = await call(`GET /leagues/${leagueId}/results.xml`)
  const titles = Array.from(body.matchAll(/<item><title>([^<]+)/g), ([, title]) => title)
  assert.deepEqual(
    new Set(titles),
    new Set([
      'Official results: Decided',
      'Silverstone, Race (Decided)',
      'Steward decision: Decided',
    ]),
  )
  assert.match(body, /Ann: −1 points?\..*Late/)
  const guids = Array.from(body.matchAll(/<guid[^>]*>([^<]+)/g), ([, guid]) => guid)
  assert.equal(new Set(guids).size, 3)
})

test('a private league has no feed, also not for its owner', async () => {
  const { leagueId } = await makeSeason('Hidden', { isPublic: false })
  for (const options of [{}, { as: owner }]) {
    assert.equal((await call(`GET /leagues/${leagueId}/results.xml`, options)).statusCode, 404)
  }
  assert.equal((await call('GET /leagues/x/results.xml')).statusCode, 404)
})

test('one calendar has the events of all seasons that a user owns or drives in', async () => {
  const own = await makeSeason('Own', { as: driver, isPublic: false })
  const driven = await makeSeason('Driven')
  const foreign = await makeSeason('Foreign')
  const secret = await makeSeason('Secret', { isPublic: false })
  for (const [seasonId, status] of [
    [driven.id, 'approved'],
    [foreign.id, 'pending'],
    [secret.id, 'approved'],
  ] as const) {
    await server.context.db
      .insertInto('season_claim')
      .values({
        id: server.context.newId(),
        season_id: seasonId,
        user_id: driver.userId,
        name: 'Driver',
        status,
      })
      .execute()
  }
  const { url } = await send('POST /api/Calendar', undefined, driver)
  const file = await readCalendar(url)
  assert.ok(file.includes(`UID:${own.eventId}@`))
  assert.ok(file.includes(`UID:${driven.eventId}@`))
  assert.ok(!file.includes(foreign.eventId), 'a claim that waits does not count')
  assert.ok(!file.includes(secret.eventId), 'a private season needs a role in its league')
})

test('a renewed address ends the former one, and a removed one does not exist', async () => {
  assert.deepEqual(await send('GET /api/Calendar'), { createdAt: null, url: null })
  const first = await send('POST /api/Calendar')
  const second = await send('POST /api/Calendar')
  assert.equal((await send('GET /api/Calendar')).url, null)
  assert.equal((await call(`GET ${new URL(first.url).pathname}`)).statusCode, 404)
  await readCalendar(second.url)
  await send('DELETE /api/Calendar')
  assert.equal((await call(`GET ${new URL(second.url).pathname}`)).statusCode, 404)
  assert.equal((await call('POST /api/Calendar')).statusCode, 401)
  assert.equal((await call('GET /api/Calendar/short/events.ics')).statusCode, 400)
})
