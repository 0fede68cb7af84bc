import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchResults } from '@pitboard/contract/search/search'
import { isAlikeOnly } from './search-groups.ts'

const NONE: SearchResults = { users: [], leagues: [], seasons: [], sessions: [], tracks: [] }

const words = () => ['Race']

test('what was found by a typo is told from what was found by its words', () => {
  const monza = { ...NONE, tracks: [{ trackId: 11, name: 'Monza', matchedWord: null }] }
  assert.equal(isAlikeOnly('mozna', monza, words), true)
  assert.equal(isAlikeOnly('MONZ', monza, words), false)
  assert.equal(isAlikeOnly('mozna', NONE, words), false)
})
