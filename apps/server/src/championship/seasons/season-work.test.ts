import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeasonWork } from '@pitboard/contract/seasons/season-work'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openSignUps } from '../sign-ups/sign-ups.fixture.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call, ann, bob, openSignUp, signUp, decide } = await openSignUps()

async function workOf(as: TestAccount): Promise<readonly SeasonWork[]> {
  const answer = await call('GET /api/Seasons/work', { as })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

const idOf = (path: string) => path.split('/').at(-1) ?? ''

/** Opens a season with something of each kind: a sign-up, a claim, an event to link, a result to publish. */
async function openBusySeason() {
  const path = await openSignUp({ needsApproval: true })
  const addEvent = async (track: number, startsAt: string) =>
    (await call(`POST ${path}/events`, { as: owner, body: { track, startsAt } })).json().id
  const eventId: string = await addEvent(7, '2026-03-01T14:00:00Z')
  await addEvent(11, '2026-03-08T14:00:00Z')
  await call(`POST ${path}/publications`, {
    as: owner,
    body: { status: 'provisional', note: '' },
  })
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  const sessionIds = [sessionId]
  await call(`PATCH ${path}/events/${eventId}/sessions`, { as: owner, body: { sessionIds } })
  await recordRace(server, owner.userId, {
    names: ['Ann'],
    trackId: 11,
    startedAt: '2026-03-08T13:30:00Z',
  })
  await signUp(path, bob, 'Bob')
  const claim = await call(`POST ${path}/claims`, { as: ann, body: { name: 'Ann' } })
  assert.equal(claim.statusCode, 200, claim.body)
  return path
}

test('what waits is counted until it is done', async () => {
  const path = await openBusySeason()
  const read = async () => (await workOf(owner)).find(({ seasonId }) => seasonId === idOf(path))
  const all = { seasonId: idOf(path), seasonName: 'Cup' }
  assert.deepEqual(await read(), {
    ...all,
    signUps: 1,
    claims: 1,
    unlinkedEvents: 1,
    hiddenDrivers: 0,
    unpublishedSessions: 1,
    missedAnnouncements: 0,
    announcingLeagueId: null,
  })

  await decide(path, 'Bob', 'accepted')
  const [claim] = (await call(`GET ${path}/claims`, { as: owner })).json()
  await call(`PATCH ${path}/claims/${claim.id}`, { as: owner, body: { status: 'approved' } })
  const body = { status: 'official', note: '' }
  await call(`POST ${path}/publications`, { as: owner, body })
  assert.deepEqual(await read(), {
    ...all,
    signUps: 0,
    claims: 0,
    unlinkedEvents: 1,
    hiddenDrivers: 0,
    unpublishedSessions: 0,
    missedAnnouncements: 0,
    announcingLeagueId: null,
  })
})

test('cars without a name are counted until the organiser has named them', async () => {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Hidden' } })).json()
  const path = `/api/Seasons/${id}`
  const event = (await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })).json()
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', '', ''] })
  const session = `PATCH ${path}/events/${event.id}/session/${sessionId}`
  const read = async () => (await workOf(owner)).find(({ seasonId }) => seasonId === id)
  assert.equal((await call(session, { as: owner })).statusCode, 200)
  assert.equal((await read())?.hiddenDrivers, 2)
  for (const driverNames of [
    [null, 'Bob', null],
    [null, 'Bob', 'Cid'],
  ]) {
    await call(session, { as: owner, body: { driverNames } })
    const left = driverNames.filter((name) => name === null).length - 1
    assert.equal((await read())?.hiddenDrivers ?? 0, left)
  }
})

test('announcements that a failing receiver has not got are counted until it gets one', async () => {
  const { db } = server.context
  const league = (await call('POST /api/League', { as: owner, body: { name: 'Loud' } })).json()
  const body = { name: 'Loud', leagueId: league.id }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const read = async () => (await workOf(owner)).find(({ seasonId }) => seasonId === id)
  const receiver = {
    id: server.context.newId(),
    league_id: String(league.id),
    kind: 'discord',
    name: 'Chat',
    language: 'en',
    types: JSON.stringify(['officialResult']),
    url: Buffer.from('sealed'),
    state: 'disabled',
    failing_since: new Date(Date.now() - 60_000),
  } as const
  await db.insertInto('webhook').values(receiver).execute()
  for (const [subject, state] of [
    ['a', 'failed'],
    ['b', 'dropped'],
    ['c', 'delivered'],
  ] as const) {
    const delivery = { type: 'officialResult', subject, state, ended_at: new Date() } as const
    await db
      .insertInto('webhook_delivery')
      .values({ ...delivery, webhook_id: receiver.id, season_id: String(id) })
      .execute()
  }
  const missed = await read()
  assert.deepEqual([missed?.missedAnnouncements, missed?.announcingLeagueId], [2, league.id])
  await db
    .updateTable('webhook')
    .set({ failing_since: null })
    .where('id', '=', receiver.id)
    .execute()
  assert.equal(await read(), undefined)
})

test('a member sees what their role may decide, of sessions their own; others see nothing', async () => {
  const path = await openBusySeason()
  const league = (await call('POST /api/League', { as: owner, body: { name: 'Sunday' } })).json()
  const added = await call(`POST /api/League/${league.id}/seasons/${idOf(path)}`, { as: owner })
  assert.ok(added.statusCode < 300, added.body)
  const member = await openAccount(server.context, { username: 'Member' })
  const read = async () => {
    const [work] = await workOf(member)
    return work && [work.signUps, work.claims, work.unlinkedEvents, work.unpublishedSessions]
  }
  assert.deepEqual(await workOf(member), [])
  const add = server.context.db.insertInto('league_member')
  await add.values({ league_id: league.id, user_id: member.userId, role: 'steward' }).execute()
  for (const [role, expected] of [
    ['steward', undefined],
    ['resultEditor', [0, 0, 0, 1]],
    ['admin', [1, 1, 0, 1]],
  ] as const) {
    await server.context.db
      .updateTable('league_member')
      .set({ role })
      .where('user_id', '=', member.userId)
      .execute()
    assert.deepEqual(await read(), expected, role)
  }
  assert.equal((await call('GET /api/Seasons/work')).statusCode, 401)
  await call(`DELETE ${path}`, { as: owner })
  assert.deepEqual(await workOf(member), [], 'a deleted season')
})
