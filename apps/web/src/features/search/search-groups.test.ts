import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCH_FOUND_MAX, type SearchResults } from '@pitboard/contract/search/search'
import { aSession } from '../../testing/a-session.ts'
import { hasMatch } from './matched-parts.ts'
import { countWords, fold, isAlikeOnly, matches, readGroup } from './search-groups.ts'

const NONE: SearchResults = { users: [], leagues: [], seasons: [], sessions: [], tracks: [] }

const words = () => ['Race']

test('what was found by a typo is told from what was found by its words', () => {
  const monza = (isSimilar: boolean) => {
    const match = { by: 'name' as const, value: 'Monza', isSimilar }
    return { ...NONE, tracks: [{ trackId: 11, name: 'Monza', match }] }
  }
  assert.equal(isAlikeOnly('mozna', monza(true), words), true)
  assert.equal(isAlikeOnly('MONZ', monza(false), words), false)
  const users = [{ id: '', username: 'Monzalo', avatarUrl: null }]
  assert.equal(isAlikeOnly('monz', { ...NONE, users }, words), false)
  assert.equal(isAlikeOnly('mozn', { ...NONE, users }, words), true)
  assert.equal(isAlikeOnly('mozna', NONE, words), false)
})

function listed(
  known: Partial<SearchResults['sessions'][number]>,
): SearchResults['sessions'][number] {
  return { ...aSession({}), highlights: null, seasons: [], ...known }
}

test('what has the words in any of its facts is not only alike', () => {
  const season = { id: '', name: 'Winter Cup', ownerName: 'Mia', leagueName: 'Apex' }
  const session = listed({ trackName: 'Monza', userName: 'Mia' })
  const league = {
    id: '',
    name: 'Grand League',
    description: '',
    ownerName: 'Mia',
    isPublic: true,
    thumbnailId: null,
    accentColour: null,
  }
  const found: [string, Partial<SearchResults>][] = [
    ['winter', { seasons: [season] }],
    ['apex', { seasons: [season] }],
    ['grand', { leagues: [league] }],
    ['monza', { sessions: [session] }],
    ['mia', { sessions: [session] }],
    ['2024', { sessions: [session] }],
    ['race', { sessions: [session] }],
  ]
  for (const [typed, results] of found) {
    const all = { ...NONE, ...results }
    assert.equal(isAlikeOnly(typed, all, words), false, typed)
    assert.equal(isAlikeOnly(`${typed}x`, all, words), true, typed)
  }
})

test('a year that is unknown matches no word', () => {
  const session = listed({ trackName: 'Monza', userName: 'Mia', gameVersion: null })
  assert.equal(isAlikeOnly('null', { ...NONE, sessions: [session] }, words), true)
  assert.equal(isAlikeOnly('undefined', { ...NONE, sessions: [session] }, words), true)
})

for (const [search, isFound] of [
  ['são', true],
  ['SAO  paulo', true],
  ['paulo sao', true],
  ['saopaulo', false],
  ['sao berlin', false],
  ['', true],
] as const) {
  test(`"${search}" ${isFound ? 'is' : 'is not'} in São Paulo`, () => {
    assert.equal(matches(search, ['São', null, 'Paulo']), isFound)
  })
}

test('text is compared without case, accents and ligatures', () => {
  assert.equal(fold('São ﬁN'), 'sao fin')
  assert.equal(fold('Groß'), 'groß')
})

test('a group of the address is read where it exists', () => {
  assert.deepEqual(['sessions', 'tracks', 'cars', ''].map(readGroup), [
    'sessions',
    'tracks',
    null,
    null,
  ])
})

test('as many as the server sends at once may be more', () => {
  assert.deepEqual([49, 50, 51].map(countWords), ['49', '50+', '51'])
  assert.equal(countWords(SEARCH_FOUND_MAX), `${SEARCH_FOUND_MAX}+`)
})

test('a name has a match where a word of the search stands in it', () => {
  assert.equal(hasMatch('Monza', 'mon'), true)
  assert.equal(hasMatch('Monza', 'zam'), false)
  assert.equal(hasMatch('Monza', ''), false)
})
