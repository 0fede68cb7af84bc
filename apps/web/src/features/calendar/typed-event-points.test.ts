import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventPoints } from '@pitboard/contract/seasons/points-system'
import { readTypedPoints, toTypedPoints } from './typed-event-points.ts'

for (const points of [
  null,
  { factor: 2 },
  { factor: 1, race: [50, 40.5], sprint: [] },
  { factor: 0.5, qualifying: [3], sprintQualifying: [2, 1] },
] satisfies (EventPoints | null)[]) {
  test(`${JSON.stringify(points)} goes through the form of an event unchanged`, () => {
    const read = readTypedPoints(toTypedPoints(points))
    // A list without points and one of a zero pay the same.
    const expected = points?.sprint ? { ...points, sprint: [0] } : points
    assert.deepEqual(read, expected)
  })
}

test('a list that is no list is refused, an empty one is that of the season', () => {
  const typed = toTypedPoints(null)
  assert.equal(readTypedPoints({ ...typed, race: 'ten' }), undefined)
  assert.equal(readTypedPoints({ ...typed, race: '  ' }), null)
})
