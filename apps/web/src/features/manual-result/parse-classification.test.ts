import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { parseClassification } from './parse-classification.ts'

const shown = (text: string, main: 'time' | 'bestLap' = 'time') =>
  parseClassification(text, main).map(({ id: _id, resultStatus, ...row }) => [
    ...Object.values(row).filter((value) => value !== '' && value !== null),
    ...(resultStatus === ResultStatus.Finished ? [] : [resultStatus]),
  ])

test('position, name, team and time, as they are copied from a spreadsheet', () => {
  const copied = '2\tBob B\tFerrari\t+2.345\n1\tAnn\tMcLaren\t1:32:03.456\nDNF\tCy\tHaas\t\n'
  assert.deepEqual(shown(copied), [
    ['Ann', 'McLaren', '1:32:03.456'],
    ['Bob B', 'Ferrari', '+2.345'],
    ['Cy', 'Haas', ResultStatus.Retired],
  ])
})

test('a first line that names the columns decides, in whatever order', () => {
  const copied = [
    'Pos\tNo\tDriver\tGrid\tTeam\tLaps\tTime/Retired\tFastest lap\tPenalty\tPts',
    '1\t44\tAnn\t3\tMcLaren\t29\t40:00.000\t1:20.5\t5s\t25',
    '2\t7\tBob\t1\tHaas\t28\t+1 lap\t1:21,5\t\t18',
    '3\t9\tCy\t2\tHaas\t10\tDSQ\t\t\t0',
  ]
  assert.deepEqual(shown(copied.join('\r\n')), [
    ['Ann', 'McLaren', '40:00.000', '1:20.5', '29', '3', '5'],
    ['Bob', 'Haas', '+1 lap', '1:21,5', '28', '1'],
    ['Cy', 'Haas', '10', '2', ResultStatus.Disqualified],
  ])
})

test('a number before the name is the car’s and says nothing; numbers after it are laps and grid', () => {
  assert.deepEqual(shown('1\t44\tAnn\tRed\t29\t3\n2\t7\tBob\tBlue\t29\t1'), [
    ['Ann', 'Red', '29', '3'],
    ['Bob', 'Blue', '29', '1'],
  ])
})

test('names alone stay in their order; in qualifying the time is the best lap', () => {
  assert.deepEqual(shown('Ann\nBob\nDi 2'), [['Ann'], ['Bob'], ['Di 2']])
  const [first] = parseClassification('1;Ann;1:20.5\n2;Bob;+0.2', 'bestLap')
  assert.deepEqual([first?.time, first?.bestLap], ['', '1:20.5'])
})

test('lines without a name and signs that mean nothing are left out', () => {
  assert.deepEqual(shown('\n\n \n'), [])
  assert.deepEqual(shown('1\tAnn\t\n2\t\tHaas\n'), [['Ann']])
})

const fieldsOf = (text: string, main: 'time' | 'bestLap' = 'time') =>
  parseClassification(text, main).map(({ id: _id, driverIdx: _index, ...row }) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
  )
const { Finished, Retired, Disqualified, NotClassified, Inactive } = ResultStatus

for (const [field, words] of [
  ['team', ['Team', 'Constructor', 'Car name', 'carname', 'Wagen', 'Konstrukteur', 'Entrant']],
  ['bestLap', ['Best', 'Best lap', 'bestlap', 'Fastest lap', 'fastestlap', 'Bestzeit']],
  ['bestLap', ['Beste Runde', 'Schnellste Runde']],
  ['time', ['Time', 'Time/Retired', 'Total', 'Race time', 'racetime', 'Gap', 'Interval']],
  ['time', ['Zeit', 'Abstand', 'Rennzeit']],
  ['laps', ['Laps', 'Lap', 'Runden', 'Runde', 'Rdn']],
  ['grid', ['Grid', 'Start', 'Startplatz', 'Qualified']],
  ['penalty', ['Pen', 'Penalty', 'Penalties', 'Strafe', 'Strafen', 'Zeitstrafe']],
] as const) {
  test(`columns named ${words.join(', ')} are ${field}, and others are not`, () => {
    const known = { name: 'Ann', resultStatus: Finished }
    for (const word of words) {
      const of = (head: string) => fieldsOf(`Driver\t#\t${head}\nAnn\t1\t7`)
      assert.deepEqual(of(word), [{ ...known, [field]: '7' }], word)
      for (const other of [`x${word}`, `${word}x`]) assert.deepEqual(of(other), [known], other)
    }
  })
}

test('two columns that are known by their names are a head, one is a line', () => {
  for (const word of ['Name', 'Driver', 'Drivers', 'Fahrer', 'Pilot', 'Player', 'Gamertag']) {
    assert.deepEqual(shown(`${word}\tGrid\nAnn\t3`), [['Ann', '3']], word)
    assert.equal(shown(`x${word}\tGrid\nAnn\t3`).length, 2, `x${word}`)
    assert.equal(shown(`${word}x\tGrid\nAnn\t3`).length, 2, `${word}x`)
  }
})

test('a column of numbers of the cars says nothing', () => {
  for (const word of ['No', 'No.', 'Number', 'Nr', 'Nr.', 'Car', 'Startnummer']) {
    assert.deepEqual(shown(`Driver\t${word}\nAnn\t44`), [['Ann']], word)
    for (const other of [`x${word}`, `${word}x`]) {
      assert.equal(shown(`Driver\t${other}\nAnn\t44`).length, 2, other)
    }
  }
})

test('lines stand in the order of a column that is named so', () => {
  for (const word of ['P', 'Pos', 'Pos.', 'Place', 'Position', 'Platz', 'Rang', '#']) {
    assert.deepEqual(shown(`Driver\t${word}\nBob\t2\nAnn\t1`), [['Ann'], ['Bob']], word)
  }
})

for (const [status, words] of [
  [Retired, ['DNF', 'Ret', 'Retired', 'Ausgefallen', 'Ausfall', 'Out']],
  [Disqualified, ['DSQ', 'DQ', 'Disqualified', 'Disqualifiziert']],
  [NotClassified, ['NC', 'Not classified', 'Nicht gewertet']],
  [Inactive, ['DNS', 'Did not start', 'Nicht gestartet']],
] as const) {
  test(`${words.join(', ')} are results, also without a head, and other words are not`, () => {
    for (const word of words) {
      const of = (cell: string) => fieldsOf(`Driver\tStatus\nAnn\t${cell}`)
      assert.deepEqual(of(word), [{ name: 'Ann', resultStatus: status }], word)
      for (const other of [`x${word}`, `${word}x`]) {
        assert.deepEqual(of(other), [{ name: 'Ann', resultStatus: Finished }], other)
      }
      assert.deepEqual(fieldsOf(`Ann\tRed\t${word}`), [
        { name: 'Ann', team: 'Red', resultStatus: status },
      ])
    }
  })
}

test('who has finished has no sign of it, and names of people and teams are no results', () => {
  for (const word of ['Finished', 'Im Ziel', 'OK']) {
    assert.deepEqual(shown(`Ann\tRed\t${word}`), [['Ann', 'Red']], word)
    assert.deepEqual(shown(`Ann\tRed\tx${word}\t${word}x`), [['Ann', 'Red']], word)
  }
  assert.deepEqual(shown('Driver\tTeam\nOut\tRet'), [['Out', 'Ret']])
})

for (const [rule, text, rows] of [
  ['P1 and 2. are places', '2.\tBob\nP1\tAnn\np12\tCy', [['Ann'], ['Bob'], ['Cy']]],
  ['a place has two digits at most and stands alone', '101\tBob\n100\tAnn', [['Bob'], ['Ann']]],
  [
    'names may end with a digit',
    'Ann 2\tRed\nBob 1\tBlue',
    [
      ['Ann 2', 'Red'],
      ['Bob 1', 'Blue'],
    ],
  ],
  [
    'or begin with one',
    '2nd Ann\tRed\n1st Bob\tBlue',
    [
      ['2nd Ann', 'Red'],
      ['1st Bob', 'Blue'],
    ],
  ],
  ['names alone are no places', 'P2\nP1', [['P2'], ['P1']]],
  ['a column of pictures is empty', '1\t\tAnn\tRed\n2\t\tBob\t', [['Ann', 'Red'], ['Bob']]],
  [
    'some seconds are a penalty',
    'Ann\tRed\t5s\nBob\tBlue\t+10 s\nCy\t\t120sec.\nDi\t\t3 sec',
    [
      ['Ann', 'Red', '5'],
      ['Bob', 'Blue', '10'],
      ['Cy', '120'],
      ['Di', '3'],
    ],
  ],
  [
    'a team may begin or end like one',
    'Ann\t5s Racing\nBob\tTeam 5s',
    [
      ['Ann', '5s Racing'],
      ['Bob', 'Team 5s'],
    ],
  ],
  [
    'laps behind are a time, and so is a result among times',
    'Ann\t1:20:00\nBob\t1 lap\nCy\tDNF',
    [
      ['Ann', '1:20:00'],
      ['Bob', '1 lap'],
      ['Cy', Retired],
    ],
  ],
  [
    'a name with a dot is none',
    'Ann\tR. Racing\nBob\tA+B',
    [
      ['Ann', 'R. Racing'],
      ['Bob', 'A+B'],
    ],
  ],
  [
    'the second of two times is the best lap',
    'Ann\t40:00.0\t1:20.5\nBob\t+2.5\t1:21',
    [
      ['Ann', '40:00.0', '1:20.5'],
      ['Bob', '+2.5', '1:21'],
    ],
  ],
  [
    'a column of results is no time',
    'Ann\tDNF\t40:00.0\nBob\tDSQ\t41:00.0',
    [
      ['Ann', '40:00.0', Retired],
      ['Bob', '41:00.0', Disqualified],
    ],
  ],
  [
    'a number has three digits at most',
    'Ann\t1234\t120\nBob\t7 up\t1',
    [
      ['Ann', '1234', '120'],
      ['Bob', '7 up', '1'],
    ],
  ],
] as const) {
  test(`without a head: ${rule}`, () => {
    assert.deepEqual(shown(text), rows)
  })
}

const best = (text: string) => fieldsOf(text, 'bestLap').map(({ bestLap, time }) => [bestLap, time])

test('in qualifying a time is the best lap, and none is none', () => {
  assert.deepEqual(best('Ann\t1:20.5\t+0.2'), [['1:20.5', undefined]])
  assert.deepEqual(best('Driver\tTime\nAnn\t1:20.5'), [['1:20.5', undefined]])
  assert.deepEqual(best('Driver\tBest lap\tGap\nAnn\t1:20.5\t'), [['1:20.5', undefined]])
})

test('a result that is not known says nothing', () => {
  assert.deepEqual(fieldsOf('Driver\tStatus\nAnn\t+1 lap'), [
    { name: 'Ann', resultStatus: Finished },
  ])
})
