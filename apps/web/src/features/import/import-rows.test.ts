import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from './import-rows.ts'

type Reading = Parameters<typeof readRows>[1]

const ROSTER: Reading = {
  meanings: ['name', 'team', 'points', 'carNumber', 'platformId'],
  subject: 'name',
  needsPoints: false,
  nameMax: 5,
  known: [],
  chosen: new Map<string, string>(),
}

function read(rows: readonly (readonly string[])[], reading: Partial<Reading> = {}) {
  return readRows(rows, { ...ROSTER, ...reading })
}

test('a row holds what its columns mean', () => {
  const cells = [['P1 Ann', '2. Apex', '12,5', '#7', 'ann_psn'], ['Bob']]
  assert.deepEqual(read(cells), [
    {
      cells: cells[0],
      name: 'Ann',
      mappedTo: 'Ann',
      team: 'Apex',
      points: 12.5,
      carNumber: 7,
      platformId: 'ann_psn',
      fault: null,
    },
    {
      cells: cells[1],
      name: 'Bob',
      mappedTo: 'Bob',
      team: '',
      points: null,
      carNumber: null,
      platformId: '',
      fault: null,
    },
  ])
})

test('in a table of teams the team is the name', () => {
  const [row] = read([['Ann', 'Apex', '5']], { subject: 'team' })
  assert.deepEqual([row?.name, row?.team, row?.points], ['Apex', '', 5])
})

const row = (...cells: string[]) => cells

for (const [rule, cells, reading, faults] of [
  ['without a name', [row('')], {}, ['noName']],
  ['with the longest name', [row('abcde')], {}, [null]],
  ['with a longer name', [row('abcdef')], {}, ['nameLong']],
  ['with a long name that means a short one', [row('ABC-DE-')], { known: ['abcde'] }, [null]],
  ['without points', [row('Ann')], { needsPoints: true }, ['noPoints']],
  ['with other points', [row('Ann', '', 'many')], { needsPoints: true }, ['pointsUnread']],
  ['with other points that nobody needs', [row('Ann', '', 'many')], {}, [null]],
  ['with another number', [row('Ann', '', '', 'x')], {}, ['numberUnread']],
  ['that names a driver again', [row('Ann'), row('Ann')], {}, [null, 'twice']],
  [
    'that names a driver whose first row is left out',
    [row('Ann', '', 'many'), row('Ann', '', '5')],
    { needsPoints: true },
    ['pointsUnread', null],
  ],
] as const) {
  test(`a row ${rule}: ${faults.join(', ')}`, () => {
    assert.deepEqual(
      read(cells, reading).map(({ fault }) => fault),
      faults,
    )
  })
}

test('what the reader chose counts more than what matches; an empty choice is a new name', () => {
  const chosen = new Map([
    ['Ann', 'Cleo'],
    ['bob', ''],
  ])
  const rows = read([['Ann'], ['bob'], ['cas']], { known: ['Ann', 'Bob', 'Cas'], chosen })
  assert.deepEqual(
    rows.map(({ name, mappedTo }) => [name, mappedTo]),
    [
      ['Ann', 'Cleo'],
      ['bob', 'bob'],
      ['cas', 'Cas'],
    ],
  )
})
