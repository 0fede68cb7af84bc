import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aResult, aSeason, aStandingsDriver } from '../../../testing/a-season.ts'
import { findLeagueCareer, listLeagueDrivers } from './league-career.ts'

const ANN = aStandingsDriver('Ann', {
  userId: 'ann',
  position: 2,
  wins: 1,
  results: [{ ...aResult('a', 1), driverOfTheDay: true }, aResult('b', 3)],
})
const BOB = aStandingsDriver('Bob', { results: [aResult('a', 2, 1)] })
const ANN_BEFORE = aStandingsDriver('Ann Old', {
  userId: 'ann',
  position: 1,
  wins: 3,
  results: [aResult('c', 1, 4)],
})

const penalty = {
  authorId: '',
  authorName: '',
  reason: '',
  seconds: null,
  points: null,
  places: null,
  revokedAt: null,
  revokedReason: null,
  decision: null,
} as const
const ofCar = (id: string, sessionId: string, driverIdx: number, createdAt: string) => ({
  ...penalty,
  id,
  kind: 'timePenalty' as const,
  seconds: 5,
  name: null,
  sessionId,
  driverIdx,
  createdAt,
})
const ofName = (id: string, kind: 'points' | 'teamPoints', revokedAt: string | null) => ({
  ...penalty,
  id,
  kind,
  name: 'Ann',
  sessionId: null,
  driverIdx: null,
  points: -3,
  createdAt: '2026-03-01T00:00:00Z',
  revokedAt,
})

const NOW = aSeason({
  id: '2026',
  createdAt: '2026-01-01T00:00:00Z',
  standings: {
    tracks: [],
    teams: [],
    drivers: [ANN, BOB],
    tiers: [
      { tier: 'Pro', drivers: [ANN] },
      { tier: 'Club', drivers: [{ ...ANN, position: 4, wins: 0, results: [] }, BOB] },
    ],
  },
  adjustments: [
    ofCar('car', 'b', 0, '2026-02-01T00:00:00Z'),
    ofCar('of Bob', 'a', 1, '2026-02-02T00:00:00Z'),
    ofName('points', 'points', null),
    ofName('of a team', 'teamPoints', null),
    ofName('revoked', 'points', '2026-03-02T00:00:00Z'),
  ],
})
const BEFORE = aSeason({
  id: '2025',
  createdAt: '2025-01-01T00:00:00Z',
  standings: { tracks: [], teams: [], drivers: [ANN_BEFORE] },
})
const CHAMPIONS = [
  { season: BEFORE, tier: null, driver: ANN_BEFORE, wonAt: '2025-12-01T00:00:00Z' },
]

test('the career of a driver in a league has all seasons and tiers of the user under every name, and what was decided against them', () => {
  const seasons = [BEFORE, NOW]
  assert.deepEqual(
    listLeagueDrivers(seasons).map(({ name }) => name),
    ['Ann', 'Bob'],
  )
  const career = findLeagueCareer(seasons, CHAMPIONS, 'Ann')
  assert.ok(career)
  assert.partialDeepStrictEqual(career, {
    totals: { name: 'Ann', titles: 1, wins: 4, races: 3 },
    bestPosition: 1,
    ofTheDay: 1,
  })
  assert.deepEqual(
    career.seasons.map(({ season, tier, isChampion }) => [season.id, tier, isChampion]),
    [
      ['2026', 'Pro', false],
      ['2026', 'Club', false],
      ['2025', null, true],
    ],
  )
  assert.deepEqual(
    career.penalties.map(({ adjustment }) => adjustment.id),
    ['points', 'car'],
  )
  assert.deepEqual(findLeagueCareer(seasons, CHAMPIONS, 'Ann Old'), career)
  assert.equal(findLeagueCareer(seasons, CHAMPIONS, 'Cid'), null)
})
