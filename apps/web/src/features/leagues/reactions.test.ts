import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewsReaction, ReactionChange } from '@pitboard/contract/leagues/news-reactions'
import { withReaction } from './reactions.ts'

const ITEM = { kind: 'race', id: 'one', part: '', reaction: 'flame' } as const
const OTHER: NewsReaction = { ...ITEM, id: 'two', count: 5, isOwn: false }
const set = (isSet: boolean): ReactionChange => ({ ...ITEM, isSet })

test('a reaction counts once however often it is set, and goes with the last user who has it', () => {
  const first = withReaction([OTHER], set(true))
  assert.deepEqual(first, [OTHER, { ...ITEM, count: 1, isOwn: true }])
  assert.deepEqual(withReaction(first, set(true)), first)
  assert.deepEqual(withReaction(first, set(false)), [OTHER])
  assert.deepEqual(withReaction([OTHER], set(false)), [OTHER], 'what is not there stays so')
  const others: NewsReaction = { ...ITEM, count: 2, isOwn: false }
  assert.deepEqual(withReaction([others], set(true)), [{ ...ITEM, count: 3, isOwn: true }])
  assert.deepEqual(withReaction(withReaction([others], set(true)), set(false)), [others])
})
