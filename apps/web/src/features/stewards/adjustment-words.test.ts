import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../../testing/a-season.ts'
import { en } from '../../testing/text.ts'
import { adjustmentWords } from './adjustment-words.ts'

const MADE = {
  id: 'adjustment',
  reason: '',
  authorId: null,
  authorName: '',
  createdAt: '',
  revokedAt: null,
  revokedReason: null,
  decision: null,
}

const TEAM: Adjustment = {
  ...MADE,
  kind: 'teamPoints',
  sessionId: null,
  driverIdx: null,
  name: 'Team Red',
  points: -3,
  seconds: null,
  places: null,
}

function penaltyOf(sessionId: string, driverIdx: number): Adjustment {
  return {
    ...MADE,
    kind: 'timePenalty',
    sessionId,
    driverIdx,
    name: null,
    seconds: 5,
    points: null,
    places: null,
  }
}

const season = aSeason({
  adjustments: [TEAM],
  events: [anEvent(10, { sessions: [aLinkedSession('one', '2026-07-27T13:00:00Z')] })],
  standings: {
    drivers: [
      aStandingsDriver('SAINZ', { results: [aResult('one', 1, 3), aResult('two', 1, 4)] }),
      aStandingsDriver('NORRIS', { results: [aResult('zero', 1, 3), aResult('one', 2, 4)] }),
    ],
    teams: [],
    tracks: [],
  },
})

const SPA = 'Spa, Race (round 1, Jul 27, 2026)'

for (const [about, adjustment, words] of [
  ['a team', TEAM, '−3 points: Team Red'],
  ['a car of a session', penaltyOf('one', 4), `+5 s: NORRIS, ${SPA}`],
  ['another car of it', penaltyOf('one', 3), `+5 s: SAINZ, ${SPA}`],
  ['a car that has no result in it', penaltyOf('one', 9), `+5 s: Car 9, ${SPA}`],
  ['a car of a session that is gone', penaltyOf('zero', 3), '+5 s: NORRIS'],
] as const) {
  test(`an adjustment of ${about} is called “${words}”`, () => {
    assert.equal(adjustmentWords(adjustment, season, en), words)
  })
}
