import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Standings } from '@pitboard/contract/seasons/standings'
import type { EmbeddedSeason } from '@pitboard/contract/site/embeds'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { openOrganiser } from '../../testing/organiser.ts'
import { listRows, resultsOf } from '../announcements/result-rows.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call } = await openOrganiser()

const RED = { id: randomUUID(), name: 'Red', colour: '#ff0000' }

/** Creates a mixed grid: Pia and Pat of Pro, Cas and Cem of Club; Pia and Cas drive for Red. */
async function makeSeason(more: object = {}) {
  const body = { name: 'Cup', pointsSystem: { preset: 'f1-2010' }, ...more }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const path = `/api/Seasons/${id}`
  const event = (await call(`POST ${path}/events`, { as: owner, body: { track: 7 } })).json()
  const sessionId = await recordRace(server, owner.userId, { names: ['Pia', 'Cas', 'Pat', 'Cem'] })
  const sessions = `${path}/events/${event.id}/sessions`
  await call(`PATCH ${sessions}`, { as: owner, body: { sessionIds: [sessionId] } })
  const drivers = [
    { id: randomUUID(), name: 'Pia', tier: 'Pro', teamId: RED.id },
    { id: randomUUID(), name: 'Pat', tier: 'Pro' },
    { id: randomUUID(), name: 'Cas', tier: 'Club', teamId: RED.id },
    { id: randomUUID(), name: 'Cem', tier: 'Club' },
  ]
  await call(`PUT ${path}/roster`, { as: owner, body: { teams: [RED], drivers } })
  const session = `${path}/events/${event.id}/session/${sessionId}`
  return { id, path, session, sessionId }
}

async function read(path: string): Promise<Season> {
  return (await call(`GET ${path}`)).json()
}

function tablesOf({ drivers, tiers = [] }: Standings) {
  return [rowsOf(drivers), ...tiers.map((one) => [one.tier, ...rowsOf(one.drivers)])]
}

function rowsOf(drivers: Standings['drivers']): string[] {
  return drivers.map(({ name, points }) => `${name} ${points}`)
}

const OVERALL = ['Pia 25', 'Cas 18', 'Pat 15', 'Cem 12']
const BY_TIER = [
  ['Cas 25', 'Pia 25', 'Cem 18', 'Pat 18'],
  ['Pro', 'Pia 25', 'Pat 18'],
  ['Club', 'Cas 25', 'Cem 18'],
]

test('tiers of a roster compete once the season says so, and no longer after its undo', async () => {
  const { id, path } = await makeSeason()
  const season = await read(path)
  assert.deepEqual([season.tiers, season.teamsPerTier], [[], false])
  assert.deepEqual(tablesOf(season.standings), [OVERALL])
  const body = { id, tiers: ['Pro', 'Club'] }
  const changed = await call('PATCH /api/Seasons', { as: owner, body })
  assert.deepEqual(tablesOf(changed.json().standings), BY_TIER)
  assert.deepEqual(
    changed
      .json()
      .standings.teams.map((team: { name: string; points: number }) => [team.name, team.points])[0],
    ['Red', 50],
    'over all tiers',
  )
  await call(`POST ${path}/history/${changed.json().version}/undo`, { as: owner, body: {} })
  assert.deepEqual(tablesOf((await read(path)).standings), [OVERALL])
})

test('the names of tiers are lines of text, each once', async () => {
  const { id, path } = await makeSeason()
  for (const tiers of [['Pro', 'Pro'], ['Pro', ' Pro '], [' '], [''], ['x'.repeat(31)]]) {
    const answer = await call('PATCH /api/Seasons', { as: owner, body: { id, tiers } })
    assert.equal(answer.statusCode, 400, JSON.stringify(tiers))
  }
  assert.deepEqual((await read(path)).tiers, [])
})

test('a driver is explained, and a table exported, by tier', async () => {
  const { path } = await makeSeason({ tiers: ['Pro', 'Club'], teamsPerTier: true })
  const explained = (await call(`GET ${path}/standings/Cas/explain?tier=Club`)).json()
  assert.deepEqual([explained.position, explained.points], [1, 25])
  assert.equal((await call(`GET ${path}/standings/Cas/explain?tier=Pro`)).statusCode, 404)
  const csv = (await call(`GET ${path}/export?tier=Club`)).body.split('\r\n')
  assert.deepEqual(
    csv.slice(1, 3).map((line) => line.split(',').slice(0, 4).join()),
    ['1,Cas,Red,25', '2,Cem,Team 2,18'],
  )
  const teams = (await call(`GET ${path}/export?tier=Club&table=teams`)).body
  assert.match(teams, /1,Red,Cas,25/)
  const json = (await call(`GET ${path}/export?tier=Pro&format=json`)).json()
  assert.deepEqual(tablesOf(json.standings), [['Pia 25', 'Pat 18']])
  assert.equal((await call(`GET ${path}/export?tier=Gold`)).statusCode, 404)
})

test('published tables of tiers stay as they were', async () => {
  const { id, path } = await makeSeason({ tiers: ['Pro', 'Club'] })
  await call(`POST ${path}/publications`, { as: owner, body: { status: 'official' } })
  await call('PATCH /api/Seasons', { as: owner, body: { id, tiers: [] } })
  assert.deepEqual(tablesOf((await read(path)).standings), [OVERALL])
  const { standings } = (await call(`GET ${path}/publications/1`)).json()
  assert.deepEqual(tablesOf(standings), BY_TIER)
})

test('a session belongs to one of the tiers that compete, whoever drives', async () => {
  const { path, session } = await makeSeason({ tiers: ['Pro', 'Club'] })
  const refused = await call(`PATCH ${session}`, { as: owner, body: { tier: 'Gold' } })
  assert.deepEqual([refused.statusCode, refused.json().errors?.[0]?.path], [400, 'body/tier'])
  const changed = await call(`PATCH ${session}`, { as: owner, body: { tier: 'Pro' } })
  assert.deepEqual(tablesOf(changed.json().standings), [OVERALL, ['Pro', ...OVERALL], ['Club']])
  await call(`POST ${path}/history/${changed.json().version}/undo`, { as: owner, body: {} })
  assert.deepEqual(tablesOf((await read(path)).standings), BY_TIER)
})

test('what others read of a result has places and standings of its tiers, one after the other', async () => {
  const { id, path, sessionId } = await makeSeason({ tiers: ['Pro', 'Club'] })
  assert.equal(
    listRows(resultsOf(await read(path), sessionId), 'en'),
    [
      'Pro',
      '1. Pia (Red): 25 points',
      '2. Pat (Team 2): 18 points',
      'Club',
      '1. Cas (Red): 25 points',
      '2. Cem (Team 2): 18 points',
    ].join('\n'),
  )
  const [season] = (await call(`GET /api/Sessions/${sessionId}/seasons`, { as: owner })).json()
  assert.deepEqual(
    season.results.map((one: SessionSeason['results'][number]) => [
      one.driverIdx,
      one.position,
      one.seasonPosition,
    ]),
    [
      [0, 1, 1],
      [2, 2, 2],
      [1, 1, 1],
      [3, 2, 2],
    ],
  )
  for (const [query, tier, leader] of [
    ['', 'Pro', 'Pia'],
    ['?tier=Club', 'Club', 'Cas'],
    ['?tier=Gold', 'Pro', 'Pia'],
  ]) {
    const shown: EmbeddedSeason = (await call(`GET /api/Embeds/seasons/${id}${query}`)).json()
    assert.deepEqual(
      [shown.tier, shown.drivers[0]?.name, shown.events[0]?.podium[0]],
      [tier, leader, leader],
    )
  }
})
