import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call } = await openOrganiser()

const START = {
  drivers: [
    { name: 'Ann', points: 40.5 },
    { name: 'Zoe', points: 12 },
  ],
  teams: [{ name: 'Apex', points: 52.5 }],
}

async function makeSeason(): Promise<string> {
  const body = { name: 'Winter Cup', pointsSystem: { preset: 'f1-2010', dropWorst: 1 } }
  return (await call('POST /api/Seasons', { as: owner, body })).json().id
}

function update(id: string, startingPoints: unknown, headers: Record<string, string> = {}) {
  return call('PATCH /api/Seasons', { as: owner, body: { id, startingPoints }, headers })
}

function table({ standings }: Season): [name: string, points: number][] {
  return standings.drivers.map(({ name, points }) => [name, points])
}

test('a season begins with the starting points, adds its races and explains both', async () => {
  const id = await makeSeason()
  const season: Season = (await update(id, START)).json()
  assert.deepEqual(season.startingPoints, START)
  assert.deepEqual(table(season), [
    ['Ann', 40.5],
    ['Zoe', 12],
  ])
  assert.deepEqual(
    season.standings.teams.map(({ name, points }) => [name, points]),
    [['Apex', 52.5]],
  )
  const path = `/api/Seasons/${id}/events`
  const event = (await call(`POST ${path}`, { as: owner, body: { track: 7 } })).json()
  const sessionId = await recordRace(server, owner.userId, { names: ['Zoe', 'Bob', 'Ann'] })
  await call(`PATCH ${path}/${event.id}/sessions`, {
    as: owner,
    body: { sessionIds: [sessionId] },
  })
  const driven: Season = (await call(`GET /api/Seasons/${id}`)).json()
  assert.deepEqual(table(driven), [
    ['Ann', 55.5],
    ['Zoe', 37],
    ['Bob', 18],
  ])
  assert.equal(driven.standings.drivers[0]?.positionsGained, 0, 'compared with the start')
  const explained = (await call(`GET /api/Seasons/${id}/standings/Ann/explain`)).json()
  assert.partialDeepStrictEqual(explained.contributions, [
    { kind: 'startingPoints', points: 40.5, eventId: null, dropped: false },
    { kind: 'position', points: 15, position: 3 },
  ])
  const file = (await call(`GET /api/Seasons/${id}/export?format=json`)).json()
  assert.deepEqual(file.startingPoints, START)
})

test('starting points are one change of the history, which can be undone', async () => {
  const id = await makeSeason()
  const { version }: Season = (await update(id, START)).json()
  const [change] = (await call(`GET /api/Seasons/${id}/history`, { as: owner })).json()
  assert.partialDeepStrictEqual(change, {
    action: 'updated',
    details: { startingPoints: { before: { drivers: [], teams: [] }, after: START } },
  })
  const late = await update(id, START, { 'if-match': '"1"' })
  assert.equal(late.statusCode, 412)
  const undo = `POST /api/Seasons/${id}/history/${version}/undo`
  const undone: Season = (await call(undo, { as: owner })).json()
  assert.deepEqual(undone.startingPoints, { drivers: [], teams: [] })
  assert.deepEqual(undone.standings.drivers, [])
})

test('a name twice, a blank name, unknown members and too many entries are a 400', async () => {
  const id = await makeSeason()
  const many = Array.from({ length: 201 }, (_, index) => ({ name: `D${index}`, points: 1 }))
  const wrong = [
    { drivers: [START.drivers[0], START.drivers[0]], teams: [] },
    { drivers: [{ name: '\u200b', points: 1 }], teams: [] },
    { drivers: [{ name: 'Ann', points: 1, wins: 2 }], teams: [] },
    { drivers: [{ name: 'Ann', points: 1e9 }], teams: [] },
    { drivers: many, teams: [] },
    { drivers: [] },
  ]
  for (const startingPoints of wrong) {
    const answer = await update(id, startingPoints)
    assert.equal(answer.statusCode, 400, JSON.stringify(startingPoints).slice(0, 80))
  }
})
