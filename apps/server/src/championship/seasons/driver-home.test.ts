import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverHome } from '@pitboard/contract/seasons/driver-home'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call } = await openOrganiser()

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

async function homeOf(as: TestAccount): Promise<DriverHome> {
  const answer = await call('GET /api/Seasons/driven', { as })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

/** Opens a season with events that many hours from now, in which the driver is known. */
async function openSeason(
  driver: TestAccount,
  { name = 'Cup', hours = [] as readonly number[], leagueId = null as string | null } = {},
) {
  const body = { name, ...(leagueId !== null && { leagueId }) }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const path = `/api/Seasons/${id}`
  const events: string[] = []
  for (const startsAt of hours.map(inHours)) {
    const event = { as: owner, body: { track: 11, startsAt } }
    events.push((await call(`POST ${path}/events`, event)).json().id)
  }
  await server.context.db
    .insertInto('season_claim')
    .values({
      id: server.context.newId(),
      season_id: id,
      user_id: driver.userId,
      name: 'Ann',
      status: 'approved',
    })
    .execute()
  return { id, path, events }
}

const namesOf = ({ seasons }: DriverHome) => seasons.map(({ seasonName }) => seasonName)

test('a driver has their seasons, the one that races next first, and one that is late stays for three hours', async () => {
  const ann = await openAccount(server.context, { username: 'Ann' })
  assert.equal((await call('GET /api/Seasons/driven')).statusCode, 401)
  assert.deepEqual(await homeOf(ann), { seasons: [], races: [] })
  await openSeason(ann, { name: 'Over', hours: [-4] })
  const late = await openSeason(ann, { name: 'Late', hours: [24, -2] })
  await openSeason(ann, { name: 'Tomorrow', hours: [48, 20] })
  const home = await homeOf(ann)
  assert.deepEqual(namesOf(home), ['Late', 'Tomorrow', 'Over'])
  assert.equal(home.seasons[0]?.nextEvent?.eventId, late.events[1])
  assert.equal(home.seasons[2]?.nextEvent, null)
})

test('the pace has the best laps of the last six races of the first season, oldest first', async () => {
  const bob = await openAccount(server.context, { username: 'Bob' })
  const { path, events } = await openSeason(bob, { hours: [30] })
  const raced: string[] = []
  for (let day = 1; day <= 7; day++) {
    const startedAt = new Date(Date.UTC(2026, 2, day)).toISOString()
    raced.push(await recordRace(server, owner.userId, { names: ['Ann', 'Bob'], startedAt }))
  }
  const { id } = (await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })).json()
  const body = { sessionIds: raced }
  const linked = await call(`PATCH ${path}/events/${id}/sessions`, { as: owner, body })
  assert.equal(linked.statusCode, 200, linked.body)
  const home = await homeOf(bob)
  assert.equal(home.seasons[0]?.nextEvent?.eventId, events[0], 'an event with a race is over')
  assert.deepEqual(
    home.races.map(({ sessionId }) => sessionId),
    raced.slice(1),
  )
  assert.deepEqual(home.races[0]?.bestLaps, [
    { driverIdx: 0, lapTimeMs: 85_000 },
    { driverIdx: 1, lapTimeMs: 85_100 },
  ])
})

test('a driver of many seasons reads ten of them; others, deleted ones and those they may not see are left out', async () => {
  const cid = await openAccount(server.context, { username: 'Cid' })
  const league = (await call('POST /api/League', { as: owner, body: { name: 'Secret' } })).json()
  const secret = await openSeason(cid, { name: 'Secret', hours: [1], leagueId: league.id })
  const deleted = await openSeason(cid, { name: 'Deleted', hours: [2] })
  await call(`DELETE ${deleted.path}`, { as: owner })
  const waiting = await openSeason(cid, { name: 'Waiting', hours: [3] })
  const { db } = server.context
  await db
    .updateTable('season_claim')
    .set({ status: 'pending' })
    .where('season_id', '=', waiting.id)
    .execute()
  for (let hour = 24; hour > 12; hour--) {
    await openSeason(cid, { name: `In ${hour}`, hours: [hour] })
  }
  assert.deepEqual(
    namesOf(await homeOf(cid)),
    [13, 14, 15, 16, 17, 18, 19, 20, 21, 22].map((hour) => `In ${hour}`),
  )
  const member = { league_id: league.id, user_id: cid.userId, role: 'steward' } as const
  await db.insertInto('league_member').values(member).execute()
  assert.equal((await homeOf(cid)).seasons[0]?.seasonId, secret.id)
})
