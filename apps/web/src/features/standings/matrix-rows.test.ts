import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Adjustment, AdjustmentKind } from '@pitboard/contract/seasons/adjustment'
import type { Contribution, StandingsTeam } from '@pitboard/contract/seasons/standings'
import { aResult, aSeason, aStandingsDriver } from '../../testing/a-season.ts'
import { findOtherDecisions, findPartDecisions } from './explain-decisions.ts'
import { driverRows, teamRows } from './matrix-rows.ts'

const ANN = aStandingsDriver('Ann', {
  team: 'Red',
  teamColour: '#ff0000',
  results: [
    { ...aResult('spa', 3, 1), team: 'Red' },
    { ...aResult('monza', 1, 1), team: 'Blue' },
  ],
})
const BOB = aStandingsDriver('Bob', {
  team: 'Red',
  results: [
    { ...aResult('spa', 2, 2), team: 'Red' },
    { ...aResult('spa', 9, 3), team: 'Red', position: null },
  ],
})

function aTeam(name: string, picture?: StandingsTeam['picture']): StandingsTeam {
  return {
    name,
    position: 1,
    positionsGained: null,
    points: 5,
    gapToLeader: 0,
    gapToAhead: 0,
    wins: 0,
    podiums: 0,
    poles: 0,
    fastestLaps: 0,
    progression: [],
    teamColour: '#ff0000',
    drivers: ['Ann', 'Bob'],
    ...(picture && { picture }),
  }
}

const STANDINGS = { drivers: [ANN, BOB], teams: [aTeam('Red')], tracks: [] }

test('a row of a driver has its team beside it, and its results by session', () => {
  const [ann] = driverRows(STANDINGS)
  assert.deepEqual(
    [ann?.kind, ann?.name, ann?.beside, ann?.colour],
    ['driver', 'Ann', 'Red', '#ff0000'],
  )
  assert.deepEqual(
    [...(ann?.results ?? [])],
    [
      ['monza', [ANN.results[1]]],
      ['spa', [ANN.results[0]]],
    ],
  )
})

test('a row of a team has its drivers beside it, and the results of the cars that drove for it', () => {
  const [red] = teamRows(STANDINGS, aSeason({ standings: STANDINGS }))
  assert.deepEqual(
    [red?.kind, red?.key, red?.name, red?.beside, red?.colour, red?.isHidden],
    ['team', 'Red', 'Red', 'Ann, Bob', '#ff0000', false],
  )
  assert.deepEqual(
    [...(red?.results ?? [])],
    [['spa', [BOB.results[0], ANN.results[0], BOB.results[1]]]],
  )
})

test('teams have places for pictures where one of them has one, also in an earlier version', () => {
  const picture = { teamId: 'R', pictureId: 'P' }
  const pictured = { ...STANDINGS, teams: [aTeam('Red', picture), aTeam('Blue')] }
  const picturesOf = (season: Parameters<typeof aSeason>[0]) =>
    teamRows(
      { ...STANDINGS, teams: [aTeam('Red'), aTeam('Blue'), aTeam('New')] },
      aSeason(season),
    ).map((row) => row.picture)
  assert.deepEqual(picturesOf({ standings: STANDINGS }), [undefined, undefined, undefined])
  const none = { seasonId: 'S', isPrivate: false, teamId: '', pictureId: null }
  assert.deepEqual(picturesOf({ id: 'S', standings: pictured }), [
    { ...none, ...picture },
    none,
    none,
  ])
  assert.equal(picturesOf({ standings: pictured, visibility: 'private' })[0]?.isPrivate, true)
})

function adjustment(
  id: string,
  number: number | null,
  known: { kind?: AdjustmentKind; driverIdx?: number; sessionId?: string; revokedAt?: string } = {},
): Adjustment {
  const car = {
    id,
    sessionId: known.sessionId ?? 'spa',
    driverIdx: known.driverIdx ?? 1,
    name: null,
    reason: '',
    authorId: 'U',
    authorName: 'Ute',
    createdAt: '2026-01-01T00:00:00Z',
    revokedAt: known.revokedAt ?? null,
    revokedReason: null,
    decision: number === null ? null : { id: `decision ${number}`, number, replacedBy: null },
  }
  return known.kind === 'points'
    ? { ...car, kind: 'points', seconds: null, points: -3, places: null }
    : { ...car, kind: 'disqualification', seconds: null, points: null, places: null }
}

const PART: Contribution = {
  eventId: 'E',
  sessionId: 'spa',
  kind: 'position',
  points: 5,
  position: 3,
  factor: 1,
  distance: 'full',
  dropped: false,
  adjustmentId: null,
  team: null,
  teamSource: null,
}

function decisionsAbout(part: Partial<Contribution>, adjustments: Adjustment[]) {
  const [ann] = driverRows(STANDINGS)
  assert.ok(ann)
  const season = aSeason({ adjustments })
  const found = findPartDecisions({ ...PART, ...part }, ann, season)
  return {
    found: found.map(({ number }) => number),
    others: findOtherDecisions(ann, season, found).map(({ number }) => number),
  }
}

for (const [rule, part, adjustments, found, others] of [
  ['the place of a car by its session and car', {}, [adjustment('a', 1)], [1], []],
  ['no place of another car', {}, [adjustment('a', 1, { driverIdx: 2 })], [], []],
  ['no place in another session', {}, [adjustment('a', 1, { sessionId: 'monza' })], [], [1]],
  ['no place in a session that they missed', {}, [adjustment('a', 1, { sessionId: 'x' })], [], []],
  ['no place by points', {}, [adjustment('a', 1, { kind: 'points' })], [], []],
  ['no fastest lap', { kind: 'fastestLap' }, [adjustment('a', 1)], [], [1]],
  [
    'points by their adjustment',
    { kind: 'adjustment', adjustmentId: 'b' },
    [adjustment('a', 1), adjustment('b', 2, { kind: 'points' })],
    [2],
    [1],
  ],
  ['nothing once it is revoked', {}, [adjustment('a', 1, { revokedAt: '2026-01-02' })], [], []],
  ['nothing without a decision', {}, [adjustment('a', null)], [], []],
  [
    'each once, by their numbers',
    {},
    [adjustment('a', 2), adjustment('b', 1), adjustment('c', 2)],
    [1, 2],
    [],
  ],
] as const) {
  test(`decisions explain ${rule}`, () => {
    assert.deepEqual(decisionsAbout(part, [...adjustments]), { found, others })
  })
}
