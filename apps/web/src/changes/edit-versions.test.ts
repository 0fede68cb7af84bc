import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiException } from '@pitboard/contract/wire/client'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { changesOf, isVersioned, noteOwnChange, skipOwnChanges } from './edit-versions.ts'

test('changes of this page alone lead from the version that was seen to the newest', () => {
  assert.equal(skipOwnChanges('A', 3), 3)
  noteOwnChange('A', 3)
  noteOwnChange('A', 4)
  noteOwnChange('A', 6)
  assert.deepEqual(
    [2, 3, 4, 5, 6, 7].map((seen) => skipOwnChanges('A', seen)),
    [2, 5, 5, 5, 7, 7],
  )
  assert.equal(skipOwnChanges('B', 3), 3, 'another league or season has its own')
})

test('an answer with an id and a number of a version is a new version', () => {
  assert.deepEqual(
    [
      { id: 'A', version: 1 },
      { id: 'A' },
      { version: 1 },
      { id: 'A', version: '1' },
      null,
      'A',
      5,
    ].map(isVersioned),
    [true, false, false, false, false, false, false],
  )
})

const CHANGE: HistoryChange = {
  id: '4',
  version: 4,
  at: '2026-01-01T00:00:00Z',
  authorId: 'U',
  authorName: 'Ute',
  action: 'updated',
  details: {},
}

function refusal(status: number, changes?: HistoryChange[]): ApiException {
  const problem = { type: '', title: 'Refused', status, detail: '', instance: '' }
  const result = changes === undefined ? null : { ...problem, changes }
  return new ApiException('refused', { status, body: '', headers: new Headers(), result })
}

test('only a refusal of an old version names the changes of others', () => {
  assert.deepEqual(changesOf(refusal(412, [CHANGE])), [CHANGE])
  assert.deepEqual(changesOf(refusal(412)), [])
  assert.equal(changesOf(refusal(409, [CHANGE])), null)
  assert.equal(changesOf(new Error('refused')), null)
})
