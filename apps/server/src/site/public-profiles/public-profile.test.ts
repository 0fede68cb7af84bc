import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UserProfile } from '@pitboard/contract/accounts/user'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { type Race, recordRace } from '../../championship/seasons/races.fixture.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let days = 0
before(async () => {
  server = await openTestServer()
})
after(() => server.close())
const call = createCall(() => server)

const GRID = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve']

/** Stores a race a day later than the one before; the user drives the car that finished at `place`. */
async function driven({ userId }: TestAccount, place: number | null, race: Partial<Race> = {}) {
  days++
  const startedAt = new Date(Date.UTC(2026, 2, days)).toISOString()
  const recorderDriverIdx = place === null ? null : place - 1
  return recordRace(server, userId, { names: GRID, recorderDriverIdx, startedAt, ...race })
}

async function profileOf({ userId }: TestAccount): Promise<UserProfile> {
  return (await call(`GET /api/Users/${userId}`)).json()
}

test('a profile counts wins, podiums, poles and fastest laps of the races a user drove to the end', async () => {
  const max = await openAccount(server.context, { username: 'Max' })
  await driven(max, 1)
  await driven(max, 3)
  await driven(max, 5)
  await driven(max, null)
  await driven(max, 1, { sessionType: SessionType.Q3 })
  const left = await driven(max, 1)
  await server.context.db
    .updateTable('session')
    .set({ classification: 'provisional' })
    .where('id', '=', left)
    .execute()
  const { counts, recentRaces, teams } = await profileOf(max)
  assert.deepEqual(counts, {
    sessions: 6,
    races: 5,
    leagues: 0,
    wins: 1,
    podiums: 2,
    poles: 1,
    fastestLaps: 1,
  })
  assert.deepEqual(
    recentRaces.map(({ position }) => position),
    [5, 3, 1],
  )
  assert.deepEqual(
    teams.map(({ name, races, wins }) => [name, races, wins]),
    [
      ['Team 3', 1, 0],
      ['Team 2', 1, 0],
      ['Team 1', 1, 1],
    ],
  )
})

test('the form is the eight latest races, and tracks are sorted by how often they were driven', async () => {
  const lewis = await openAccount(server.context, { username: 'Lewis' })
  for (let place = 1; place <= 5; place++) await driven(lewis, place, { trackId: 10 })
  for (let place = 1; place <= 4; place++) await driven(lewis, place, { trackId: 11 })
  const { recentRaces, tracks } = await profileOf(lewis)
  assert.deepEqual(
    recentRaces.map(({ position }) => position),
    [4, 3, 2, 1, 5, 4, 3, 2],
  )
  assert.deepEqual(tracks, [
    { trackId: 10, trackName: 'Spa', sessions: 5 },
    { trackId: 11, trackName: 'Monza', sessions: 4 },
  ])
})

test('a profile names listed seasons alone, in which the user drove or is a driver; a new user has none of anything', async () => {
  const carlos = await openAccount(server.context, { username: 'Carlos' })
  const empty = await profileOf(carlos)
  assert.deepEqual([empty.recentRaces, empty.teams, empty.tracks, empty.seasons], [[], [], [], []])
  assert.deepEqual(new Set(Object.values(empty.counts)), new Set([0]))

  const id = await driven(carlos, 2)
  const league = (
    await call('POST /api/League', { as: carlos, body: { name: 'Open', isPublic: true } })
  ).json()
  const open = await link(id, { name: 'Spring', leagueId: league.id })
  await link(id, { name: 'Secret' })
  const { seasons } = await profileOf(carlos)
  assert.deepEqual(seasons, [{ id: open, name: 'Spring', leagueName: 'Open' }])
  await call(`DELETE /api/Seasons/${open}`, { as: carlos })
  assert.deepEqual((await profileOf(carlos)).seasons, [])

  const enter = async (seasonId: string, status: 'approved' | 'pending') => {
    const claim = { season_id: seasonId, user_id: carlos.userId, name: 'Carlos', status }
    await server.context.db
      .insertInto('season_claim')
      .values({ id: server.context.newId(), ...claim })
      .execute()
  }
  const create = async (body: object) =>
    (await call('POST /api/Seasons', { as: carlos, body })).json().id
  await enter(await create({ name: 'Asked', leagueId: league.id }), 'pending')
  await enter(await create({ name: 'Hidden' }), 'approved')
  const entered = await create({ name: 'Entered', leagueId: league.id })
  await enter(entered, 'approved')
  assert.deepEqual((await profileOf(carlos)).seasons, [
    { id: entered, name: 'Entered', leagueName: 'Open' },
  ])

  async function link(sessionId: string, body: object): Promise<string> {
    const season = (await call('POST /api/Seasons', { as: carlos, body })).json()
    const path = `/api/Seasons/${season.id}/events`
    const event = (await call(`POST ${path}`, { as: carlos, body: { track: 7 } })).json()
    await call(`PATCH ${path}/${event.id}/session/${sessionId}`, { as: carlos })
    return season.id
  }
})
