import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLinkedSession, anEvent, aSeason } from '../../testing/a-season.ts'
import { en } from '../../testing/text.ts'
import { namesOfIds } from './history-names.ts'

test('the history calls adjustments, events and sessions by their names', () => {
  const season = aSeason({
    adjustments: [
      {
        id: 'adjustment',
        kind: 'teamPoints',
        sessionId: null,
        driverIdx: null,
        name: 'Team Red',
        points: -3,
        seconds: null,
        places: null,
        reason: '',
        authorId: null,
        authorName: '',
        createdAt: '',
        revokedAt: null,
        revokedReason: null,
        decision: null,
      },
    ],
    events: [anEvent(10, { sessions: [aLinkedSession('one', '2026-07-27T13:00:00Z')] })],
  })
  assert.deepEqual(
    [...namesOfIds(season, en)],
    [
      ['adjustment', '−3 points: Team Red'],
      ['event-10', 'Spa'],
      ['one', 'Spa, Race (round 1, Jul 27, 2026)'],
    ],
  )
})
