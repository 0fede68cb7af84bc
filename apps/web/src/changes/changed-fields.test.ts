import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../testing/text.ts'
import { changedFields, correctedFields, isBeforeAfter } from './changed-fields.ts'

for (const [words, name, change] of [
  [
    'Points from before: Ann – → 25, Bob – → 1,200.5, Red – → 3',
    'startingPoints',
    {
      before: null,
      after: {
        drivers: [
          { name: 'Ann', points: 25 },
          { name: 'Bob', points: 1200.5 },
          { name: 5, points: 5 },
          { name: 'Cas' },
          'x',
        ],
        teams: [{ name: 'Red', points: 3 }],
      },
    },
  ],
  [
    'Points from before: Bob 2 → –',
    'startingPoints',
    {
      before: {
        drivers: [
          { name: 'Ann', points: 25 },
          { name: 'Bob', points: 2 },
        ],
        teams: [],
      },
      after: { drivers: [{ name: 'Ann', points: 25 }] },
    },
  ],
  ['Drivers: Ann', 'driverNames', { before: null, after: ['Ann'] }],
  ['Drivers: Ann → –, Bob', 'driverNames', { before: ['Ann'], after: [null, 'Bob'] }],
  ['Drivers: Bob → –', 'driverNames', { before: ['Ann', 'Bob'], after: ['Ann'] }],
  ['Drivers: Ann → –', 'driverNames', { before: ['Ann'], after: null }],
  [
    'Points system: Your own rules → F1 2025',
    'pointsSystem',
    { before: { preset: null, race: [25] }, after: { preset: 'f1-2025', race: [10] } },
  ],
  ['other.preset: a → b', 'other', { before: { preset: 'a' }, after: { preset: 'b' } }],
  [
    'Points for the fastest lap: – → 1 · Only down to this place: – → 10 · If several drivers share the time: – → the points are split · Also in sprints: – → yes · Distance that must be driven, %: – → 50',
    'pointsSystem',
    {
      before: { fastestLap: null },
      after: {
        fastestLap: {
          points: 1,
          withinPosition: 10,
          shared: 'split',
          inSprints: true,
          minimumDistanceShare: 0.5,
        },
      },
    },
  ],
  [
    'Points for the fastest lap: … → –',
    'pointsSystem',
    { before: { fastestLap: { points: 1, shared: 'all' } }, after: { fastestLap: null } },
  ],
  [
    'Distance that must be driven, %: 50 → 75 · Only classified drivers score: yes → no',
    'pointsSystem',
    {
      before: { minimumDistanceShare: 0.5, onlyClassified: true },
      after: { minimumDistanceShare: 0.75, onlyClassified: false },
    },
  ],
  [
    'Races that end early: – → 50: 13 10; 25: ;',
    'pointsSystem',
    {
      before: { shortenedRaces: [] },
      after: { shortenedRaces: [{ belowShare: 0.5, race: [13, 10] }, { belowShare: 0.25 }] },
    },
  ],
  [
    'Worst events that don’t count: 0 → 1',
    'pointsSystem',
    {
      before: { teams: { carsPerSession: 2, dropWorst: 0 } },
      after: { teams: { carsPerSession: 2, dropWorst: 1 } },
    },
  ],
  [
    'Points if it was stopped early: As a full distance → By distance driven',
    'pointsByDistance',
    { before: false, after: true },
  ],
  [
    'Points if it was stopped early: By distance driven → As a full distance',
    'pointsByDistance',
    { before: true, after: false },
  ],
  [
    'Points if it was stopped early: By distance driven → By distance driven',
    'pointsByDistance',
    { after: true },
  ],
  ['Name: race → all', 'name', { before: 'race', after: 'all' }],
  ['Counts as: Practice → Qualifying', 'role', { before: 'practice', after: 'qualifying' }],
  [
    'Who may report: Every signed-in user → ofLater',
    'reporters',
    { before: 'users', after: 'ofLater' },
  ],
  [
    'Text above the form: 2026-10-04T12:00:00Z and on → at 2026-10-04T12:00:00Z',
    'note',
    { before: '2026-10-04T12:00:00Z and on', after: 'at 2026-10-04T12:00:00Z' },
  ],
  [
    'Closes: – → Oct 4, 2026, 12:00 PM',
    'closesAt',
    { before: null, after: '2026-10-04T12:00:00.000Z' },
  ],
  ['Licence points expire after: – → 1,000', 'licenceDays', { after: 1000 }],
  [
    'Licence points count: In all seasons of the league → In this season alone',
    'licenceScope',
    { before: 'league', after: 'season' },
  ],
  ['unknown: 1 → 2', 'unknown', { before: 1, after: 2 }],
  ['xminimumDistanceShare: 0.5 → 1', 'xminimumDistanceShare', { before: 0.5, after: 1 }],
  ['minimumDistanceShares: 0.5 → 1', 'minimumDistanceShares', { before: 0.5, after: 1 }],
] as const) {
  test(`a field has its value before and after: ${words}`, () => {
    assert.equal(changedFields(name, change, en).join(' · '), words)
  })
}

for (const [name, change] of [
  [
    'startingPoints',
    {
      before: { drivers: [{ name: 'Ann', points: 25 }] },
      after: { drivers: [{ name: 'Ann', points: 25 }] },
    },
  ],
  ['driverNames', { before: ['Ann'], after: ['Ann'] }],
  ['links', { before: ['a', 'b'], after: {} }],
] as const) {
  test(`without a difference there is nothing to say of ${name}: ${JSON.stringify(change)}`, () => {
    assert.deepEqual(changedFields(name, change, en), [])
  })
}

const pointsWords = (count: number) => {
  const drivers = Array.from({ length: count }, (_, at) => ({ name: `D${at}`, points: 1 }))
  return changedFields('startingPoints', { before: null, after: { drivers } }, en)
}

test('of the points of a season the first twenty names are listed', () => {
  assert.match(pointsWords(20).join(), /, D19 – → 1$/)
  assert.match(pointsWords(21).join(), /, D19 – → 1, …$/)
})

for (const [words, change] of [
  ['Track: Monza → Spa', { path: 'trackId', before: 11, after: 10 }],
  [
    'Line 1: Time or gap: – → 1:23.456',
    { path: 'drivers.0.totalRaceTime', before: null, after: 83456 },
  ],
  [
    'Line 13: Best lap: 1:23.456 → 1:23.000',
    { path: 'drivers.12.bestLapTimeMs', before: 83456, after: 83000 },
  ],
  ['Line 2: Result', { path: 'drivers.1.resultStatus', before: 3, after: 4 }],
  ['Kind of session', { path: 'sessionType', before: 3, after: 4 }],
  ['Team: Red → Blue', { path: 'teams.1.team', before: 'Red', after: 'Blue' }],
] as const) {
  test(`a corrected field is named by its path: ${words}`, () => {
    assert.deepEqual(correctedFields([change], en), [words])
  })
}

test('a correction of a field without words is left out', () => {
  const changes = [
    { path: 'drivers.1.ofLater', before: 3, after: 4 },
    'text',
    null,
    { path: 5 },
    {},
  ]
  assert.deepEqual(correctedFields(changes, en), [])
})

test('a value before or after makes a change', () => {
  assert.deepEqual(
    [{ before: 1 }, { after: 1 }, {}, ['before'], null, 'before'].map(isBeforeAfter),
    [true, true, false, false, false, false],
  )
})
