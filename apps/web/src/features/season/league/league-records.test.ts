import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aResult, aSeason, aStandingsDriver } from '../../../testing/a-season.ts'
import { findLeagueRecords } from './league-records.ts'

const season = (id: string, drivers: Parameters<typeof aStandingsDriver>[]) =>
  aSeason({
    id,
    createdAt: `${id}-01-01T00:00:00Z`,
    standings: { teams: [], tracks: [], drivers: drivers.map((each) => aStandingsDriver(...each)) },
  })

test('records of a league are summed over its seasons, for a user under every name', () => {
  const seasons = [
    season('2026', [
      ['Ann New', { userId: 'ann', wins: 3, poles: 1 }],
      ['Bob', { wins: 4, results: [aResult('a', 1), aResult('b', 1)] }],
    ]),
    season('2025', [
      ['Ann Old', { userId: 'ann', wins: 2, poles: 1 }],
      ['Cid', { podiums: 2 }],
      ['Dan', { podiums: 2 }],
      ['?', { isHidden: true, wins: 9 }],
    ]),
  ]
  const [driver] = seasons[0]?.standings.drivers ?? []
  const [champion] = seasons[1]?.standings.drivers ?? []
  assert.ok(driver && champion && seasons[0] && seasons[1])
  const champions = [
    { season: seasons[0], tier: null, driver, wonAt: '2026-12-01T00:00:00Z' },
    { season: seasons[1], tier: null, driver: champion, wonAt: '2025-12-01T00:00:00Z' },
  ]
  const found = findLeagueRecords(seasons, champions).map(({ kind, count, holders }) => [
    kind,
    count,
    holders.map(({ name }) => name).join(),
  ])
  assert.deepEqual(found, [
    ['titles', 2, 'Ann New'],
    ['wins', 5, 'Ann New'],
    ['podiums', 2, 'Cid,Dan'],
    ['poles', 2, 'Ann New'],
    ['races', 2, 'Bob'],
  ])
})

test('what somebody has once, or more than three as often, is no record', () => {
  assert.deepEqual(
    findLeagueRecords(
      [
        season('2026', [
          ['Ann', { wins: 1 }],
          ['Bob', {}],
        ]),
      ],
      [],
    ),
    [],
  )
  const names = ['Ann', 'Bob', 'Cid', 'Dan']
  const shared = (count: number) =>
    season(
      '2026',
      names.slice(0, count).map((name) => [name, { wins: 2 }]),
    )
  assert.equal(findLeagueRecords([shared(3)], [])[0]?.holders.length, 3)
  assert.deepEqual(findLeagueRecords([shared(4)], []), [])
  assert.deepEqual(findLeagueRecords([], []), [])
})
