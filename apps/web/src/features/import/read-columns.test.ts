import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRows } from './import-rows.ts'
import { matchName } from './match-name.ts'
import { MEANINGS, readColumns } from './read-columns.ts'

const STANDINGS = ['name', 'points'] as const
const ROSTER = ['name', 'carNumber', 'team', 'platformId'] as const

function standings(text: string, known: readonly string[] = []) {
  const { rows, columns: meanings } = readColumns(text, STANDINGS)
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
    assert.deepEqual(readColumns('Nr;Fahrer;Team;PSN\n7;Ann;Apex;ann', ROSTER).columns, [
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
    assert.deepEqual(readColumns('7\tAnn\tApex\n44\tBob\tBold', ROSTER).columns.slice(1), [
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

for (const [meaning, heads] of [
  ['unused', ['P', 'Pos', 'Pos.', 'Position', 'Place', 'Rank', 'Platz', 'Rang']],
  ['name', ['Name', 'Driver', 'Drivers', 'Driver name', 'Drivername', 'Fahrer', 'Fahrername']],
  ['name', ['Pilot', 'Player', 'Spieler']],
  ['team', ['Team', 'Teams', 'Team name', 'Teamname', 'Constructor', 'Constructors', 'Wagen']],
  ['team', ['Konstrukteur', 'Entrant']],
  ['points', ['Point', 'Points', 'Pts', 'Pts.', 'Total', 'Total points', 'Punkte', 'Pkt', 'Pkt.']],
  ['points', ['Gesamt', 'Gesamtpunkte', 'Summe']],
  ['carNumber', ['#', 'No', 'No.', 'Nr', 'Nr.', 'Number', 'Car number', 'Carnumber', 'Car']],
  ['carNumber', ['Nummer', 'Startnummer']],
  [
    'platformId',
    ['Platform ID', 'PlatformID', 'Gamertag', 'PSN', 'PSN ID', 'PSNID', 'EA ID', 'EAID'],
  ],
  ['platformId', ['Steam', 'Steam ID', 'SteamID', 'Xbox', 'Epic']],
  ['platformId', ['Game name', 'Gamename', 'Online ID', 'OnlineID', 'Name in the game']],
  ['platformId', ['Spielername', 'Name im Spiel']],
] as const) {
  test(`a column is ${meaning} by its head: ${heads.join(', ')}`, () => {
    for (const head of heads) {
      const { columns: meanings, rows } = readColumns(`${head}\ncell`, MEANINGS)
      assert.deepEqual([meanings, rows], [[meaning], [['cell']]], head)
      for (const other of [`my ${head}`, `${head} of mine`]) {
        assert.equal(readColumns(`${other}\ncell`, MEANINGS).rows.length, 2, other)
      }
    }
  })
}

for (const [text, meanings, rows] of [
  // Two heads that are known make a row of heads.
  ['Driver;Colour;Points\nAnn;red;5', ['name', 'unused', 'points'], 1],
  ['Driver;Colour;Shape\nAnn;red;5', ['name', 'team', 'platformId'], 2],
  ['Driver;Driver;Points\nAnn;Ben;5', ['name', 'unused', 'points'], 1],
  ['Driver;Points\nAnn;5;more', ['name', 'points', 'unused'], 1],
  // This table has no heads.
  ['Ann;;98\nBob;;77', ['name', 'unused', 'points'], 2],
  ['Ann;98\nBob;', ['name', 'points'], 2],
  ['Ann;98\nBob;x', ['name', 'team'], 2],
  ['P1;Ann;5\nP2;Bob;6', ['unused', 'name', 'points'], 2],
  ['P1;Ann;5\nx;Bob;6', ['name', 'team', 'points'], 2],
  ['1.;Ann\n22);Bob\np333;Cas\n4;Dan', ['unused', 'name'], 4],
  ['p1.;Ann', ['unused', 'name'], 1],
  ['P1234;Ann', ['name', 'team'], 1],
  ['xP1;Ann', ['name', 'team'], 1],
  ['P1x;Ann', ['name', 'team'], 1],
  ['P1;;Ann', ['unused', 'unused', 'name'], 1],
  ['5;Ann;7;9', ['unused', 'name', 'carNumber', 'points'], 1],
  ['5;6;7', ['unused', 'carNumber', 'points'], 1],
  ['a;b;c;d', ['name', 'team', 'platformId', 'unused'], 1],
] as const) {
  test(`columns mean ${meanings.join(', ')}: ${JSON.stringify(text)}`, () => {
    const read = readColumns(text, MEANINGS)
    assert.deepEqual([read.columns, read.rows.length], [meanings, rows])
  })
}

test('the heads are shown as they are written; without heads they are empty', () => {
  assert.deepEqual(readColumns('Driver;POINTS\nAnn;5;more', MEANINGS).heads, [
    'Driver',
    'POINTS',
    '',
  ])
  assert.deepEqual(readColumns('Ann;5', MEANINGS).heads, ['', ''])
  assert.deepEqual(readColumns('', MEANINGS), {
    heads: [],
    columns: [],
    rows: [],
    cutRows: 0,
    cutColumns: 0,
  })
})

test('a meaning that nobody uses is unused', () => {
  assert.deepEqual(readColumns('Driver;Team;Points\nAnn;Apex;5', STANDINGS).columns, [
    'name',
    'unused',
    'points',
  ])
})

test('a text is read up to 200,000 characters', () => {
  const { rows, cutRows } = readColumns('A;5\n'.repeat(50_001), STANDINGS)
  assert.deepEqual([rows.length, cutRows], [200, 49_800])
})
