import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSummary } from '@pitboard/contract/live/live'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { StandingsTeam } from '@pitboard/contract/seasons/standings'
import { createRace } from '@pitboard/sim/race'
import { createLiveSeasons } from '../../racing/live/live-seasons.ts'
import { goLive } from '../../site/pages/a-site.fixture.ts'
import { openAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call } = await openOrganiser()
const stranger = await openAccount(server.context, { username: 'Stranger' })

test('a session names the seasons it counts in with the points of each car', async () => {
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob', 'Cid'] })
  const path = `/api/Sessions/${sessionId}/seasons`
  assert.deepEqual((await call(`GET ${path}`)).json(), [])
  const league = await makeLeague('Open', true)
  const season = (await call('POST /api/Seasons', { as: owner, body: { name: 'Spring' } })).json()
  const body = { track: 7, name: 'Round 1' }
  const event = (await call(`POST /api/Seasons/${season.id}/events`, { as: owner, body })).json()
  const sessionIds = { sessionIds: [sessionId] }
  await call(`PATCH /api/Seasons/${season.id}/events/${event.id}/sessions`, {
    as: owner,
    body: sessionIds,
  })
  await call(`POST /api/League/${league.id}/seasons/${season.id}`, { as: owner })
  const [found, ...more] = (await call(`GET ${path}`)).json()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [found.id, found.name, found.eventId, found.eventName],
    [season.id, 'Spring', event.id, 'Round 1'],
  )
  const standings = (await call(`GET /api/Seasons/${season.id}`)).json().standings
  const points = found.results.map(({ points }: { points: number }) => points)
  const counted = standings.drivers.map(({ points }: { points: number }) => points)
  assert.deepEqual(points, counted)
  assert.ok(points[0] > points[1])
  assert.deepEqual([found.round, found.roundCount], [1, 1])
  assert.deepEqual(found.leagues, [{ id: league.id, name: 'Open' }])
  assert.deepEqual(await readListed(), [{ id: season.id, name: 'Spring' }])

  await call(`DELETE /api/League/${league.id}`, { as: owner })
  await expectOwnerOnly('a season that is reachable by its link only')
  const closed = await makeLeague('Closed', false)
  await call(`POST /api/League/${closed.id}/seasons/${season.id}`, { as: owner })
  await expectOwnerOnly('a season in a private league')

  await call(`DELETE /api/Seasons/${season.id}`, { as: owner })
  assert.deepEqual((await call(`GET ${path}`, { as: owner })).json(), [])

  /** Reads the seasons that the public list of live sessions names. */
  async function readListed() {
    const { db, log } = server.context
    const listed = createLiveSeasons({ db, ids: () => [sessionId], log })
    listed.job.start()
    await listed.job.stop()
    return listed.of(sessionId)
  }

  async function expectOwnerOnly(what: string): Promise<void> {
    assert.deepEqual((await call(`GET ${path}`)).json(), [], what)
    assert.deepEqual((await call(`GET ${path}`, { as: stranger })).json(), [], what)
    assert.equal((await call(`GET ${path}`, { as: owner })).json().length, 1, what)
    assert.deepEqual(await readListed(), [], what)
  }
})

test('of a live session it gives the points of now and the places that they gain', async () => {
  const race = createRace({ seed: 3, format: 2025, laps: 3, rateHz: 10, trackId: 22 })
  const live = await goLive(server, owner.userId, race.datagrams())
  const path = `/api/Sessions/${live.id}/seasons`
  assert.deepEqual((await call(`GET ${path}`)).json(), [], 'linked to no season')
  const order = live.drivers.toSorted((a, b) => (a.position ?? 99) - (b.position ?? 99))
  const [leader, second, third] = order.map(({ name }) => name)
  assert.ok(leader && second && third)
  const earlier = await recordRace(server, owner.userId, { names: [third, second, leader, 'Away'] })
  const league = await makeLeague('Race night', true)
  const season = (
    await call('POST /api/Seasons', { as: owner, body: { name: 'Now', leagueId: league.id } })
  ).json()
  const events = [{ track: 7 }, { track: 10 }, { track: 11 }]
  const calendar = (
    await call(`PATCH /api/Seasons/${season.id}/events`, { as: owner, body: { events } })
  ).json().events
  for (const [index, id] of [earlier, live.id].entries()) {
    const link = `/api/Seasons/${season.id}/events/${calendar[index].id}/session/${id}`
    await call(`PATCH ${link}`, { as: owner })
  }
  let listed: LiveSummary | undefined
  do [listed] = await (await fetch(`${server.url}/api/LiveSession/all`)).json()
  while (listed?.seasons.length === 0)
  assert.deepEqual([listed?.id, listed?.seasons], [live.id, [{ id: season.id, name: 'Now' }]])
  const [found]: SessionSeason[] = (await call(`GET ${path}`)).json()
  assert.deepEqual([found?.round, found?.roundCount], [2, 3])
  assert.deepEqual(found?.leagues, [{ id: league.id, name: 'Race night' }])
  const of = (name: string) => {
    const { driverIdx } = live.drivers.find((driver) => driver.name === name) ?? {}
    return found?.results.find((result) => result.driverIdx === driverIdx)
  }
  assert.deepEqual(of(leader), {
    driverIdx: of(leader)?.driverIdx,
    position: 1,
    points: 25,
    seasonPosition: 1,
    seasonPositionsGained: 2,
    seasonPoints: 40,
    names: [leader],
  })
  assert.deepEqual(
    [of(third)?.seasonPosition, of(third)?.seasonPositionsGained, of(third)?.seasonPoints],
    [1, 0, 40],
  )

  const standings = (await call(`GET /api/Seasons/${season.id}`)).json().standings
  assert.ok(standings.teams.length > 0)
  assert.deepEqual(
    found?.teams,
    standings.teams.map(
      ({ name, teamColour, position, positionsGained, points }: StandingsTeam) => ({
        name,
        teamColour,
        position,
        positionsGained,
        points,
      }),
    ),
  )
  assert.deepEqual(found?.absentDrivers, [
    { name: 'Away', names: ['Away'], position: 4, positionsGained: 0, points: 12 },
  ])

  assert.deepEqual(of(second)?.names, [second])
  const merge = { name: 'Ann Real', aliases: [second] }
  await call(`PATCH /api/Seasons/${season.id}/aliases`, { as: owner, body: { merge } })
  const [merged]: SessionSeason[] = (await call(`GET ${path}`)).json()
  const known = merged?.results.find(({ driverIdx }) => driverIdx === of(second)?.driverIdx)
  assert.deepEqual(known?.names.toSorted(), ['Ann Real', second].toSorted())

  await call(`PATCH /api/League/${league.id}`, { as: owner, body: { isPublic: false } })
  assert.deepEqual((await call(`GET ${path}`)).json(), [], 'a private league')
  assert.deepEqual((await call(`GET ${path}`, { as: stranger })).json(), [], 'a private league')
  assert.equal((await call(`GET ${path}`, { as: owner })).json().length, 1)
})

async function makeLeague(name: string, isPublic: boolean) {
  return (await call('POST /api/League', { as: owner, body: { name, isPublic } })).json()
}
