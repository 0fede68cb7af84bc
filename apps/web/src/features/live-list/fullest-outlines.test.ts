import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullestOutlines } from './fullest-outlines.ts'

test('sessions at one track share the outline of which most is known', () => {
  const [begun, whole, other] = [
    [[0, 0], null],
    [
      [0, 0],
      [1, 1],
    ],
    [null],
  ] as const
  const sessions = [
    { trackId: 7, trackOutline: [...begun] },
    { trackId: 7, trackOutline: [...whole] },
    { trackId: 7, trackOutline: [] },
    { trackId: 10, trackOutline: [...other] },
  ].map(({ trackId, trackOutline }) => ({
    trackId,
    trackOutline: trackOutline.map((point): [number, number] | null => point && [...point]),
  }))
  assert.deepEqual(
    [...fullestOutlines(sessions)],
    [
      [7, whole],
      [10, other],
    ],
  )
})
