import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRows } from './import-rows.ts'
import { matchName } from './match-name.ts'
import { readColumns } from './read-columns.ts'

const STANDINGS = ['name', 'points'] as const
const ROSTER = ['name', 'carNumber', 'team', 'platformId'] as const

function standings(text: string, known: readonly string[] = []) {
  const { rows, meanings } = readColumns(text, STANDINGS)
  const reading = { meanings, known, chosen: new Map<string, string>(), nameMax: 60 }
  return readRows(rows, { ...reading, subject: 'name', needsPoints: true })
}

function shown(text: string): [name: string, points: number | null][] {
  return standings(text).map(({ name, points }) => [name, points])
}

describe('columns of an imported table', () => {
  test('heads in English and German name them, in any order', () => {
    for (const text of [
      'Pos\tDriver\tTeam\tPts\n1\tAnn\tApex\t98.5',
      'Punkte;Fahrer;Konstrukteur\n98,5;Ann;Apex',
      '\ufeff"Platz","Gesamt","Fahrer"\r\n"1","98,5","Ann"\r\n',
    ]) {
      assert.deepEqual(shown(text), [['Ann', 98.5]], text)
    }
    assert.deepEqual(readColumns('Nr;Fahrer;Team;PSN\n7;Ann;Apex;ann', ROSTER).meanings, [
      'carNumber',
      'name',
      'team',
      'platformId',
    ])
  })

  test('without heads the first words are the name and the last numbers the points', () => {
    assert.deepEqual(shown('1\tAnn\tApex\t3\t98\n2\tBob\tBold\t1\t77'), [
      ['Ann', 98],
      ['Bob', 77],
    ])
    assert.deepEqual(readColumns('7\tAnn\tApex\n44\tBob\tBold', ROSTER).meanings.slice(1), [
      'name',
      'team',
    ])
  })

  test('a place in the cell of the name is not a part of it', () => {
    assert.deepEqual(shown('Driver;Points\nP1 Ann;98\n2. Bob;77 pts\n3 Cleo;-3'), [
      ['Ann', 98],
      ['Bob', 77],
      ['3 Cleo', -3],
    ])
  })

  test('more than 200 rows are left out and counted', () => {
    const text = Array.from({ length: 230 }, (_, index) => `Driver ${index};${index}`).join('\n')
    const { rows, cutRows } = readColumns(text, STANDINGS)
    assert.deepEqual([rows.length, cutRows], [200, 30])
  })
})

test('a row that cannot be used says why', () => {
  const text = 'Driver;Points\n;5\nAnn;\nBob;many\nCleo;3\ncleo;4'
  assert.deepEqual(
    standings(text, ['Cleo']).map(({ mappedTo, fault }) => [mappedTo, fault]),
    [
      ['', 'noName'],
      ['Ann', 'noPoints'],
      ['Bob', 'pointsUnread'],
      ['Cleo', null],
      ['Cleo', 'twice'],
    ],
  )
})

test('a name means the known one without case, accents and signs, or with a typo', () => {
  const known = ['Jörg Müller', 'xX_Fox_Xx', 'Sorensen', 'Player 1', 'Player 2', 'Ann']
  const found = ['jorg muller', 'XxFoxxX', 'Sörensn', 'Player 3', 'Anna', 'Ann'].map((name) =>
    matchName(name, known),
  )
  assert.deepEqual(found, ['Jörg Müller', 'xX_Fox_Xx', 'Sorensen', null, null, 'Ann'])
  assert.equal(matchName('Sorensan', ['Sorensen', 'Sorensin']), null, 'two are equally near')
})
