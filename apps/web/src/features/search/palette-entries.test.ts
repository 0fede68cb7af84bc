import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchResults } from '@pitboard/contract/search/search'
import { aListedSession } from '../../testing/a-listed-session.ts'
import { de, en } from '../../testing/text.ts'
import { listFound, listPlaces, type PaletteGroup } from './palette-entries.ts'

const NOBODY = null
const USER = '01900000-0000-7000-8000-0000000000aa'
const NONE: SearchResults = { users: [], leagues: [], seasons: [], sessions: [], tracks: [] }

const labelsOf = (groups: readonly PaletteGroup[]) =>
  groups.flatMap(({ items }) => items.map(({ label }) => label))

test('a visitor has the public pages and the ways in, a user their own pages and what they can begin', () => {
  assert.deepEqual(labelsOf(listPlaces(en, '', NOBODY)).slice(0, 3), [
    'Login',
    'Sign up',
    'Live sessions',
  ])
  const places = listPlaces(en, '', USER)
  assert.deepEqual(
    places.map(({ title }) => title),
    ['Actions', 'Pages'],
  )
  assert.ok(!labelsOf(places).includes('Login'))
  const profile = places.flatMap(({ items }) => items).find(({ label }) => label === 'My profile')
  assert.equal(profile?.href, `/user/${USER}`)
})

test('a place is found by its name and by what else people call it, in each language', () => {
  for (const [t, typed, label] of [
    [en, 'obs source', 'Stream overlay'],
    [en, 'fastest LAPS', 'Records'],
    [en, 'password', 'Settings'],
    [de, 'passwort', 'Einstellungen'],
    [de, 'meine runden', 'Meine Runden'],
  ] as const) {
    assert.deepEqual(labelsOf(listPlaces(t, typed, USER)), [label], typed)
  }
  assert.deepEqual(listPlaces(en, 'nothing like it', USER), [])
})

test('each result leads to its page and says what tells it from others', () => {
  const session = { ...aListedSession({}), highlights: null, seasons: [] }
  const season = { id: 'S', name: 'Winter Cup', ownerName: 'Mia', leagueName: null }
  const match = { by: 'name', value: 'Spa', isSimilar: false } as const
  const results: SearchResults = {
    users: [{ id: 'U', username: 'Mia', avatarUrl: null }],
    leagues: [],
    seasons: [season, { ...season, id: 'T', leagueName: 'Apex' }],
    sessions: [session],
    tracks: [{ trackId: 10, name: 'Spa #1', match }],
  }
  const found = listFound(en, ' spa/1 ', results)
  const entries = found.flatMap(({ items }) => items)
  assert.deepEqual(
    entries.map(({ href }) => href),
    [
      `/sessions/${session.id}`,
      '/seasons/S',
      '/seasons/T',
      '/user/U',
      '/search/Spa%20%231?in=sessions',
      '/search/spa%2F1',
    ],
  )
  assert.deepEqual(
    entries.slice(1, 3).map(({ detail }) => detail),
    ['by Mia', 'Apex'],
  )
  assert.ok(entries[0]?.detail.startsWith(`${session.userName} · `))
})

test('some of each kind are shown; where nothing is found, nothing leads to it', () => {
  const users = Array.from({ length: 9 }, (_, at) => ({
    id: String(at),
    username: `Mia ${at}`,
    avatarUrl: null,
  }))
  assert.equal(labelsOf(listFound(en, 'mia', { ...NONE, users })).length, 5 + 1)
  assert.deepEqual(listFound(en, 'mia', NONE), [])
  // An address would lose them, and lead to no search.
  assert.equal(listFound(en, '..', { ...NONE, users }).at(-1)?.items[0]?.href, '/search/..%20')
})
