import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchResults } from '@pitboard/contract/search/search'
import { isAlikeOnly } from './search-groups.ts'

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
