import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPreset, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { PointsSystem } from '@pitboard/contract/seasons/points-system'
import { type PointsDraft, readDraft, toChoice, toDraft } from './points-draft.ts'

test('every preset goes through the editor unchanged and is sent by its name', () => {
  for (const preset of Object.keys(POINTS_PRESETS)) {
    const system = findPreset(preset)
    assert.ok(system)
    const read = readDraft(toDraft(system))
    assert.ok('system' in read, preset)
    assert.deepEqual(read.system, { ...system, preset: null })
    assert.deepEqual(toChoice(read.system), { preset })
  }
})

test('a changed preset is a model of its own', () => {
  const system = findPreset('f1-2025')
  assert.ok(system)
  const read = readDraft({ ...toDraft(system), pole: '1', dropWorst: '2' })
  assert.ok('system' in read)
  const { preset: _, ...model } = { ...system, pole: 1, dropWorst: 2 }
  assert.deepEqual(toChoice(read.system), model)
})

test('points are typed with spaces, commas or semicolons, decimals in either way', () => {
  const system = findPreset('f1-2025')
  assert.ok(system)
  for (const race of ['12.5 9 -1', '12.5, 9, -1', '12,5; 9; -1', '12,5 9 −1']) {
    const read = readDraft({ ...toDraft(system), race })
    assert.ok('system' in read, race)
    assert.deepEqual(read.system.race, [12.5, 9, -1], race)
  }
  const read = readDraft({ ...toDraft(system), race: '25,18,15' })
  assert.ok('system' in read)
  assert.deepEqual(read.system.race, [25, 18, 15])
})

test('what is no number is named by its field', () => {
  const system = findPreset('f1-2022')
  assert.ok(system)
  const draft = { ...toDraft(system), race: '25 x', dropWorst: '1.5', shortenedRaces: 'half: 3' }
  assert.deepEqual(readDraft(draft), {
    faults: [
      { field: 'race', takes: 'list' },
      { field: 'shortenedRaces', takes: 'lines' },
      { field: 'dropWorst', takes: 'whole', min: 0, max: 100 },
    ],
  })
})

const SYSTEM = findPreset('f1-2022')
assert.ok(SYSTEM)
const DRAFT: PointsDraft = {
  ...toDraft(SYSTEM),
  hasFastestLap: true,
  fastestLap: '1',
  fastestLapWithin: '10',
  fastestLapDistance: '50',
  fastestLapShared: 'split',
}

function systemOf(known: Partial<PointsDraft>): PointsSystem | null {
  const read = readDraft({ ...DRAFT, ...known })
  return 'system' in read ? read.system : null
}

for (const [field, valid, invalid] of [
  ['pole', ['-1000', '1000', '0.5', ' 1 ', '−2'], ['-1001', '1001', '', 'x1', '1x', '.5', '5.']],
  ['fastestLap', ['-1000', '1000', '1,5'], ['-1001', '1001', '']],
  ['cleanRace', ['-1000', '1000', '0.5'], ['-1001', '1001', '']],
  ['placesGained', ['-1000', '1000', '0.5'], ['-1001', '1001', '']],
  ['participation', ['-1000', '1000', '0.5'], ['-1001', '1001', '']],
  ['driverOfTheDay', ['-1000', '1000', '0.5'], ['-1001', '1001', '']],
  ['fastestLapWithin', ['1', '60', ' '], ['0', '61', '1.5', 'x']],
  ['fastestLapDistance', ['0', '100', '12.5'], ['-1', '101', '']],
  ['minimumDistance', ['0', '100', '12.5'], ['-1', '101', '']],
  ['dropWorst', ['0', '100'], ['-1', '101', '1.5', '']],
  ['countBest', ['1', '100', ''], ['0', '101', '1.5']],
  ['teamCars', ['1', '30', ''], ['0', '31', '1.5']],
  ['teamDropWorst', ['0', '100'], ['-1', '101', '1.5', '']],
  ['teamCountBest', ['1', '100', ''], ['0', '101', '1.5']],
  ['race', ['', '1000', '-1000', '1 2;3'], ['1001', '-1001', '1 x', '1 -']],
  ['sprint', ['', '8 7'], ['8 x']],
  ['qualifying', ['', '3 2 1'], ['3 x']],
  ['sprintQualifying', ['', '3 2 1'], ['3 x']],
] as const) {
  test(`${field} may be ${valid.map((text) => `"${text}"`).join(', ')}, and nothing beyond`, () => {
    for (const text of valid) assert.ok(systemOf({ [field]: text }), text)
    for (const text of invalid) {
      const read = readDraft({ ...DRAFT, [field]: text })
      assert.ok('faults' in read, text)
      assert.deepEqual(
        read.faults.map((fault) => fault.field),
        [field],
        text,
      )
    }
  })
}

test('every field of a draft is a field of the system', () => {
  assert.deepEqual(
    systemOf({
      race: '25 18',
      sprint: '8 7',
      qualifying: '3',
      sprintQualifying: '2',
      pole: '1',
      fastestLap: '2',
      fastestLapWithin: '',
      fastestLapInSprints: true,
      fastestLapDistance: '50',
      onlyClassified: true,
      minimumDistance: '12.5',
      shortenedRaces: '25: 6 5\n\n50%: 13',
      dropWorst: '1',
      countBest: '9',
      teamCars: '2',
      teamDropWorst: '3',
      teamCountBest: '',
      cleanRace: '1',
      placesGained: '2',
      participation: '0.5',
      driverOfTheDay: '3',
      minimumStarts: '4',
      keepDisqualified: true,
    }),
    {
      preset: null,
      race: [25, 18],
      sprint: [8, 7],
      qualifying: [3],
      sprintQualifying: [2],
      pole: 1,
      fastestLap: {
        points: 2,
        withinPosition: null,
        inSprints: true,
        minimumDistanceShare: 0.5,
        shared: 'split',
      },
      onlyClassified: true,
      minimumDistanceShare: 0.125,
      shortenedRaces: [
        { belowShare: 0.25, race: [6, 5] },
        { belowShare: 0.5, race: [13] },
      ],
      dropWorst: 1,
      countBest: 9,
      teams: { carsPerSession: 2, dropWorst: 3, countBest: null },
      cleanRace: 1,
      placesGained: 2,
      participation: 0.5,
      driverOfTheDay: 3,
      keepDisqualified: true,
      minimumStarts: 4,
    },
  )
  assert.equal(systemOf({ hasFastestLap: false, fastestLap: 'x' })?.fastestLap, null)
})

for (const [typed, points] of [
  ['25 18\t15', [25, 18, 15]],
  ['25,18,15', [25, 18, 15]],
  ['25,18,15,', [25, 18, 15]],
  ['12,5', [12.5]],
  ['12,5 10', [12.5, 10]],
  ['12, 5', [12, 5]],
  ['12,', [12]],
  ['12,x', null],
  ['3;2,1', [3, 2.1]],
] as const) {
  test(`points typed as "${typed}" are ${JSON.stringify(points)}`, () => {
    assert.deepEqual(systemOf({ race: typed })?.race ?? null, points)
  })
}

const shortenedLines = (count: number) => Array.from({ length: count }, () => '25: 1').join('\n')

const pointsList = (count: number) => Array.from({ length: count }, () => '1').join(' ')

test('a list has at most sixty places, and ten lines are for races that end early', () => {
  assert.equal(systemOf({ race: pointsList(60) })?.race.length, 60)
  assert.equal(systemOf({ race: pointsList(61) }), null)
  assert.equal(systemOf({ shortenedRaces: shortenedLines(10) })?.shortenedRaces.length, 10)
  assert.equal(systemOf({ shortenedRaces: shortenedLines(11) }), null)
})

for (const [typed, isValid] of [
  ['0.01: 1', true],
  ['0.009: 1', false],
  ['100: 1', true],
  ['100.1: 1', false],
  ['25:', true],
  ['25', true],
  ['25: x', false],
  [': 1', false],
] as const) {
  test(`a line "${typed}" for a race that ends early is ${isValid ? 'read' : 'refused'}`, () => {
    assert.equal(systemOf({ shortenedRaces: typed }) !== null, isValid)
  })
}

test('a draft of a system without a fastest lap proposes the usual one', () => {
  const draft = toDraft({ ...SYSTEM, fastestLap: null })
  const { hasFastestLap, fastestLap, fastestLapWithin, fastestLapInSprints } = draft
  assert.deepEqual(
    [hasFastestLap, fastestLap, fastestLapWithin, fastestLapInSprints],
    [false, '1', '10', false],
  )
  assert.deepEqual([draft.fastestLapDistance, draft.fastestLapShared], ['0', 'first'])
})

test('a draft shows shares in percent and lists as they are typed', () => {
  const draft = toDraft({
    ...SYSTEM,
    fastestLap: {
      points: 2,
      withinPosition: null,
      inSprints: true,
      minimumDistanceShare: 0.12345,
      shared: 'all',
    },
    shortenedRaces: [
      { belowShare: 0.25, race: [6, 5] },
      { belowShare: 0.5, race: [] },
    ],
    countBest: null,
  })
  assert.deepEqual(
    [draft.fastestLap, draft.fastestLapWithin, draft.fastestLapInSprints, draft.fastestLapShared],
    ['2', '', true, 'all'],
  )
  assert.deepEqual(
    [draft.fastestLapDistance, draft.shortenedRaces, draft.countBest],
    ['12.35', '25: 6 5\n50: ', ''],
  )
})

test('a preset is found whatever order its rules have', () => {
  const { race, ...rules } = SYSTEM
  assert.deepEqual(toChoice({ ...rules, race }), { preset: 'f1-2022' })
  assert.deepEqual(Object.keys(toChoice({ ...rules, race: [1] })).includes('preset'), false)
})
