import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { aSession } from '../../testing/a-session.ts'
import { likelyEvent } from './link-to-season.ts'

const event = (id: string, track: number, startsAt: string | null): SeasonEvent => ({
  id,
  track,
  name: '',
  startsAt,
  points: null,
  sessions: [],
})

test('sessions go to the event at their track that is nearest in time, else to a new one', () => {
  const chosen = [aSession({ trackId: 7, sessionStartTime: '2026-05-03T13:00:00Z' })]
  const spring = event('spring', 7, '2026-05-02T20:00:00Z')
  const autumn = event('autumn', 7, '2026-10-02T20:00:00Z')
  const undated = event('undated', 7, null)
  const elsewhere = event('elsewhere', 9, '2026-05-03T13:00:00Z')
  assert.equal(likelyEvent([elsewhere, undated, autumn, spring], chosen), 'spring')
  assert.equal(likelyEvent([elsewhere, undated], chosen), 'undated')
  assert.equal(likelyEvent([elsewhere], chosen), null)
})
