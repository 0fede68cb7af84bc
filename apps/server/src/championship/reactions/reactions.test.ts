import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ReactionChange } from '@pitboard/contract/leagues/news-reactions'
import { sql } from 'kysely'
import { removeUser } from '../../accounts/auth/users/delete-user.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from '../seasons/races.fixture.ts'

let server: TestServer
let owner: TestAccount
let fan: TestAccount
let recorder: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Organiser' })
  fan = await openAccount(server.context, { username: 'Fan' })
  recorder = await openAccount(server.context, { username: 'Recorder' })
})
after(() => server.close())
const call = createCall(() => server)

async function send(what: string, as: TestAccount, body?: object) {
  const answer = await call(what, { as, ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
  return answer.body === '' ? null : answer.json()
}

/** The season of a league has a race, a publication and a decision. */
async function openLeague({ isPublic = true, tiers = [] as string[] } = {}) {
  const league = await send('POST /api/League', owner, { name: 'Cup', isPublic })
  const season = await send('POST /api/Seasons', owner, {
    name: 'Spring',
    leagueId: league.id,
    tiers,
  })
  const event = await send(`POST /api/Seasons/${season.id}/events`, owner, { track: 7 })
  const raceId = await recordRace(server, recorder.userId, { names: ['Ann', 'Bob'] })
  const link = `/api/Seasons/${season.id}/events/${event.id}/session/${raceId}`
  await send(`PATCH ${link}`, owner, {})
  return {
    path: `/api/League/${league.id}/reactions`,
    seasonId: String(season.id),
    raceId,
    link,
  }
}

type OpenLeague = Awaited<ReturnType<typeof openLeague>>

async function react(
  { path, raceId }: OpenLeague,
  as: TestAccount | null,
  change: Partial<ReactionChange> = {},
): Promise<number> {
  const item = { kind: 'race', id: raceId, part: '', reaction: 'flame', isSet: true }
  const answer = await call(`PUT ${path}`, { ...(as && { as }), body: { ...item, ...change } })
  return answer.statusCode
}

async function reactionsTo({ path }: OpenLeague, as: TestAccount | null = null) {
  const list: { reaction: string; count: number; isOwn: boolean; id: string }[] = (
    await call(`GET ${path}`, as ? { as } : {})
  ).json()
  return list
    .map(({ reaction, count, isOwn }) => `${reaction} ${count}${isOwn ? ' own' : ''}`)
    .toSorted()
}

test('a user has each reaction once, takes it back, and visitors see the counts alone', async () => {
  const league = await openLeague()
  assert.equal(await react(league, null), 401)
  for (const as of [fan, fan, owner]) assert.equal(await react(league, as), 204)
  assert.equal(await react(league, fan, { reaction: 'heart' }), 204)
  assert.deepEqual(await reactionsTo(league), ['flame 2', 'heart 1'])
  assert.deepEqual(await reactionsTo(league, fan), ['flame 2 own', 'heart 1 own'])
  for (let times = 0; times < 2; times++) {
    assert.equal(await react(league, fan, { isSet: false }), 204)
    assert.deepEqual(await reactionsTo(league, fan), ['flame 1', 'heart 1 own'])
  }
})

test('only news of the league take reactions: its races by tier, publications and decisions that apply', async () => {
  const league = await openLeague({ tiers: ['Pro', 'Club'] })
  const elsewhere = await openLeague()
  const { seasonId } = league
  assert.equal(await react(league, fan), 404, 'news of a race have its tier')
  assert.equal(await react(league, fan, { part: 'Pro' }), 204)
  assert.equal(await react(league, fan, { part: 'Amateur' }), 404)
  assert.equal(await react(elsewhere, fan, { id: league.raceId }), 404)
  const published = { kind: 'published', id: seasonId, part: '1' } as const
  assert.equal(await react(league, fan, published), 404)
  await send(`POST /api/Seasons/${seasonId}/publications`, owner, { status: 'official' })
  assert.equal(await react(league, fan, published), 204)
  const id = server.context.newId()
  const decision = { kind: 'decision', id, part: '' } as const
  const body = { id, kind: 'points', name: 'Ann', points: -1, reason: 'late' }
  await send(`POST /api/Seasons/${seasonId}/adjustments`, owner, body)
  assert.equal(await react(league, fan, decision), 204)
  await send(`POST /api/Seasons/${seasonId}/adjustments/${id}/revoke`, owner, { reason: 'no' })
  assert.equal(await react(league, owner, decision), 404)
  assert.equal(await react(league, fan, { ...decision, isSet: false }), 204)
})

test('a private league answers 404 to strangers', async () => {
  const league = await openLeague({ isPublic: false })
  assert.equal(await react(league, fan), 404)
  for (const as of [fan, null]) {
    assert.equal((await call(`GET ${league.path}`, as ? { as } : {})).statusCode, 404)
  }
  assert.equal(await react(league, owner), 204)
})

test('reactions stay with a race whose recording is deleted, and leave with the account that gave them', async () => {
  const league = await openLeague()
  const leaver = await openAccount(server.context, { username: 'Leaver' })
  await react(league, fan)
  await react(league, leaver)
  assert.equal(
    (await call(`DELETE /api/Sessions/${league.raceId}`, { as: recorder })).statusCode,
    204,
  )
  const season = await send(`GET /api/Seasons/${league.seasonId}`, owner)
  const [{ session }] = season.events[0].sessions
  assert.notEqual(session.id, league.raceId)
  const reactions = await send(`GET ${league.path}`, fan)
  assert.deepEqual(
    reactions.map(({ id, count }: { id: string; count: number }) => [id, count]),
    [[session.id, 2]],
  )
  const exported = (await call('GET /api/Account/export', { as: leaver })).json()
  assert.equal(exported.participation.reactions.length, 1)
  await removeUser(server.context, leaver.userId, { actorId: leaver.userId, ip: null })
  assert.deepEqual(await reactionsTo(league), ['flame 1'])
})

test('whoever watches a league learns of reactions once a second at most, and of one that is taken back', async () => {
  const { db } = server.context
  const league = await openLeague()
  const id = league.path.split('/')[3] ?? ''
  const tell = async (since: string) => {
    await sql`insert into league_reactions values (${id}, now() + ${since}::interval)
      on conflict (id) do update set changed_at = excluded.changed_at`.execute(db)
    return readChangedAt()
  }
  const readChangedAt = async () => {
    const told = db.selectFrom('league_reactions').select('changed_at').where('id', '=', id)
    return (await told.executeTakeFirst())?.changed_at.getTime()
  }
  assert.equal(await readChangedAt(), undefined)
  await react(league, fan)
  assert.notEqual(await readChangedAt(), undefined)
  const justNow = await tell('1 hour')
  await react(league, owner)
  assert.equal(await readChangedAt(), justNow)
  const before = await tell('-1 hour')
  await react(league, fan, { isSet: false })
  assert.notEqual(await readChangedAt(), before)
})
