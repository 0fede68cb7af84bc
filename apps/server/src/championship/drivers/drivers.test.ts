import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Career } from '@pitboard/contract/drivers/career'
import type { HeadToHead } from '@pitboard/contract/drivers/head-to-head'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { type Race, recordRace } from '../seasons/races.fixture.ts'

const { server, owner, call } = await openOrganiser()
let days = 0

/** Stores a session of a day later than the one before, in which the drivers finished in this order. */
async function driven({ userId }: TestAccount, names: readonly string[], race: Partial<Race> = {}) {
  days++
  const startedAt = new Date(Date.UTC(2026, 2, days)).toISOString()
  return recordRace(server, userId, { names, startedAt, ...race })
}

async function careerOf({ userId }: TestAccount): Promise<Career> {
  const answer = await call(`GET /api/Users/${userId}/career`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

async function openLeague(isPublic = true): Promise<string> {
  const body = { name: 'League', isPublic }
  return (await call('POST /api/League', { as: owner, body })).json().id
}

/** Opens a season of the league that counts the sessions as one event. */
async function openSeason(leagueId: string | null, sessionIds: readonly string[]) {
  const body = { name: 'Cup', ...(leagueId !== null && { leagueId }) }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const path = `/api/Seasons/${id}`
  const event = (await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })).json().id
  const linked = await call(`PATCH ${path}/events/${event}/sessions`, {
    as: owner,
    body: { sessionIds },
  })
  assert.equal(linked.statusCode, 200, linked.body)
  return { id, path, event }
}

async function claim(seasonId: string, { userId }: TestAccount, name: string): Promise<void> {
  const { db, newId } = server.context
  const row = { season_id: seasonId, user_id: userId, name, status: 'approved' } as const
  await db
    .insertInto('season_claim')
    .values({ id: newId(), ...row })
    .execute()
}

async function compare(path: string, as?: TestAccount): Promise<HeadToHead> {
  const answer = await call(`GET ${path}`, as ? { as } : {})
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

test('a career has the races that a user recorded and drove: place, pace against the median of the others, tracks and streaks', async () => {
  const max = await openAccount(server.context, { username: 'Max' })
  assert.equal((await call(`GET /api/Users/${server.context.newId()}/career`)).statusCode, 404)
  assert.deepEqual((await careerOf(max)).races, [])
  const grid = ['Ann', 'Max', 'Cid', 'Dan']
  await driven(max, ['Max', 'Ann', 'Cid'], { recorderDriverIdx: 0, trackId: 10 })
  await driven(max, grid, { recorderDriverIdx: 1, trackId: 11 })
  await driven(max, grid, { recorderDriverIdx: 1, trackId: 11, sessionType: SessionType.Q3 })
  await driven(max, grid, { recorderDriverIdx: null })
  const { races, tracks, streaks, opponents } = await careerOf(max)
  assert.deepEqual(
    races.map(({ position, numberOfDrivers, season }) => [position, numberOfDrivers, season]),
    [
      [1, 3, null],
      [2, 4, null],
    ],
  )
  // The others of the second race have 85.0, 85.2 and 85.3 s; two others are no field.
  assert.deepEqual(
    races.map(({ pacePercent }) => pacePercent),
    [null, -0.12],
  )
  assert.deepEqual(
    tracks.map(({ trackId, averagePosition, wins }) => [trackId, averagePosition, wins]),
    [
      [10, 1, 1],
      [11, 2, 0],
    ],
  )
  assert.deepEqual(streaks, [
    { kind: 'wins', current: 0, longest: 1 },
    { kind: 'podiums', current: 2, longest: 2 },
    { kind: 'finishes', current: 2, longest: 2 },
  ])
  assert.deepEqual(opponents.slice(0, 2), [
    { name: 'Ann', userId: null, races: 2, ahead: 1, behind: 1 },
    { name: 'Cid', userId: null, races: 2, ahead: 2, behind: 0 },
  ])
})

test('races of a listed season are in the career of who is its driver, with its decisions; those of private and unlisted seasons are not', async () => {
  const eve = await openAccount(server.context, { username: 'Eve' })
  const race = await driven(owner, ['Ann', 'E. Racer', 'Cid'])
  const league = await openLeague()
  const season = await openSeason(league, [race])
  const hidden = await openSeason(await openLeague(false), [await driven(owner, ['E. Racer'])])
  const unlisted = await openSeason(null, [await driven(owner, ['E. Racer'])])
  for (const { id } of [season, hidden, unlisted]) await claim(id, eve, 'E. Racer')
  const placesOf = async () =>
    (await careerOf(eve)).races.map((one) => [one.season?.id, one.position])
  assert.deepEqual(await placesOf(), [[season.id, 2]])
  const penalty = { kind: 'timePenalty', sessionId: race, driverIdx: 0, seconds: 5, reason: 'Cut' }
  const adjusted = await call(`POST ${season.path}/adjustments`, { as: owner, body: penalty })
  assert.equal(adjusted.statusCode, 200, adjusted.body)
  assert.deepEqual(await placesOf(), [[season.id, 1]])
  const update = await call(`PATCH /api/League/${league}`, { as: owner, body: { isPublic: false } })
  assert.equal(update.statusCode, 200, update.body)
  assert.deepEqual(await placesOf(), [])
})

test('a race that a season counts and the driver has recorded, too, is one race', async () => {
  const flo = await openAccount(server.context, { username: 'Flo' })
  const names = ['Ann', 'Flo']
  const counted = await driven(owner, names)
  const own = await driven(flo, names, { recorderDriverIdx: 1 })
  const season = await openSeason(await openLeague(), [counted])
  await claim(season.id, flo, 'Flo')
  assert.equal((await careerOf(flo)).races.length, 2)
  const groupId = server.context.newId()
  const update = server.context.db.updateTable('session').set({ group_id: groupId })
  await update.where('id', 'in', [counted, own]).execute()
  assert.deepEqual(
    (await careerOf(flo)).races.map(({ sessionId }) => sessionId),
    [counted],
  )
})

test('two drivers of a season are compared over the seasons of its league that the caller may see', async () => {
  const gus = await openAccount(server.context, { username: 'Gus' })
  const league = await openLeague()
  const quali = await driven(owner, ['Bob', 'Ann'], { sessionType: SessionType.Q3 })
  const first = await openSeason(league, [quali, await driven(owner, ['Ann', 'Bob', 'Cid'])])
  const second = await openSeason(league, [await driven(owner, ['Gustav', 'Ann'])])
  await openSeason(await openLeague(), [await driven(owner, ['Ann', 'Bob'])])
  await claim(first.id, gus, 'Bob')
  await claim(second.id, gus, 'Gustav')
  const path = `${first.path}/headToHead?first=Ann&second=Bob`
  const answer = await compare(path)
  assert.deepEqual(answer.second, { name: 'Bob', userId: gus.userId })
  assert.deepEqual(answer.races, { first: 1, second: 1, averageGapMs: 0, gaps: 2 })
  assert.deepEqual(answer.qualifying, { first: 0, second: 1, averageGapMs: -100, gaps: 1 })
  assert.deepEqual(
    answer.sessions.map(({ season, ahead, gapMs }) => [season?.id, ahead, gapMs]),
    [
      [second.id, 'second', -2000],
      [first.id, 'first', 2000],
      [first.id, 'second', -100],
    ],
  )
  const refused = async (query: string) =>
    (await call(`GET ${first.path}/headToHead?${query}`)).statusCode
  assert.equal(await refused('first=Ann&second=Ann'), 400)
  assert.equal(await refused('first=Ann&second=Nobody'), 404)
  await call(`PATCH /api/League/${league}`, { as: owner, body: { isPublic: false } })
  assert.equal((await call(`GET ${path}`, { as: gus })).statusCode, 404)
  assert.equal((await compare(path, owner)).sessions.length, 3)
})

test('a user is compared with whom they have met, and with nobody else; a car that never drove has met nobody', async () => {
  const ida = await openAccount(server.context, { username: 'Ida' })
  await driven(ida, ['Ida', 'Jon'], { recorderDriverIdx: 0 })
  await driven(ida, ['Jon', 'Ida'], { recorderDriverIdx: 1, outOfRace: ['Jon'] })
  const path = `/api/Users/${ida.userId}/headToHead`
  const answer = await compare(`${path}?against=Jon`)
  assert.deepEqual(answer.races, { first: 1, second: 0, averageGapMs: 2000, gaps: 1 })
  assert.equal((await call(`GET ${path}?against=Ann`)).statusCode, 404)
  assert.equal((await call(`GET ${path}`)).statusCode, 400)
})
