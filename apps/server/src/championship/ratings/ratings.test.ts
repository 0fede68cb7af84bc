import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeagueRatings } from '@pitboard/contract/leagues/league-ratings'
import { type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from '../seasons/races.fixture.ts'

const { server, owner, call, send } = await openOrganiser()

async function openLeague(): Promise<string> {
  const body = { name: 'League', isPublic: true }
  return (await call('POST /api/League', { as: owner, body })).json().id
}

async function openSeason(leagueId: string) {
  const body = { name: 'Cup', leagueId }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const path = `/api/Seasons/${id}`
  const event = await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })
  return { path, sessions: `${path}/events/${event.json().id}` }
}

async function ratingsOf(leagueId: string): Promise<LeagueRatings> {
  const answer = await call(`GET /api/League/${leagueId}/ratings`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

const driven = (day: number, names: readonly string[]) =>
  recordRace(server, owner.userId, {
    names,
    startedAt: new Date(Date.UTC(2026, 2, day)).toISOString(),
  })

test('ratings follow every change of results: a penalty, its undo, and a race that is removed, which is as if never driven', async () => {
  const league = await openLeague()
  assert.deepEqual(await ratingsOf(league), { drivers: [], races: 0 })
  const { path, sessions } = await openSeason(league)
  const first = await driven(1, ['Ann', 'Bob', 'Cid'])
  await send(`PATCH ${sessions}/session/${first}`)
  const one = await ratingsOf(league)
  assert.deepEqual(
    one.drivers.map(({ name, races }) => [name, races]),
    [
      ['Ann', 1],
      ['Bob', 1],
      ['Cid', 1],
    ],
  )
  const terms = { kind: 'disqualification', sessionId: first, driverIdx: 0, reason: 'Contact' }
  const adjusted = (await send(`POST ${path}/adjustments`, terms)).json()
  assert.deepEqual(
    (await ratingsOf(league)).drivers.map(({ name }) => name),
    ['Bob', 'Cid', 'Ann'],
  )
  await send(`POST ${path}/history/${adjusted.version}/undo`)
  assert.deepEqual(await ratingsOf(league), one)
  const second = await driven(2, ['Cid', 'Bob', 'Ann'])
  await send(`PATCH ${sessions}/session/${second}`)
  assert.notDeepEqual(await ratingsOf(league), one)
  await send(`DELETE ${sessions}/session/${second}`)
  assert.deepEqual(await ratingsOf(league), one)
})

test('a race that two have recorded, or that two seasons of the league count, is rated once', async () => {
  const league = await openLeague()
  const [spring, autumn] = [await openSeason(league), await openSeason(league)]
  const race = await driven(3, ['Ann', 'Bob'])
  await send(`PATCH ${spring.sessions}/session/${race}`)
  const once = await ratingsOf(league)
  await send(`PATCH ${autumn.sessions}/session/${race}`)
  assert.deepEqual(await ratingsOf(league), once)
  const other = await driven(3, ['Ann', 'Bob'])
  await send(`PATCH ${autumn.sessions}/session/${other}`)
  assert.equal((await ratingsOf(league)).races, 2)
  const update = server.context.db.updateTable('session').set({ group_id: server.context.newId() })
  await update.where('id', 'in', [race, other]).execute()
  assert.deepEqual(await ratingsOf(league), once)
})

test('a league without ratings and a private one answer 404', async () => {
  const league = await openLeague()
  const status = async (as?: TestAccount) =>
    (await call(`GET /api/League/${league}/ratings`, as ? { as } : {})).statusCode
  assert.equal(await status(), 200)
  await send(`PATCH /api/League/${league}`, { isPublic: false })
  assert.deepEqual([await status(), await status(owner)], [404, 200])
  await send(`PATCH /api/League/${league}`, { hasRatings: false })
  assert.equal(await status(owner), 404)
})
