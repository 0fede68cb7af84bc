import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSummary } from '@pitboard/contract/live/live'
import { aLinkedSession, anEvent } from '../../../testing/a-season.ts'
import { linkableLive } from './recordings.ts'

const OWNER = 'owner'

function live(id: string, trackId: number, userId: string): LiveSummary {
  return {
    ...{ id, sessionId: id, userId, userName: userId, trackId, trackName: '', sessionType: 10 },
    ...{ sessionStartTime: '2026-03-08T20:00:00Z', numberOfLaps: 12, currentLapNumber: 7 },
    ...{ leaderName: 'Ann', numberOfDrivers: 20, sessionTimeLeft: 0, weather: 0 },
    ...{ safetyCarStatus: 0, viewers: 0, receiving: true, trackOutline: [] },
  }
}

test('live sessions of every user are offered: the event’s track first, then one’s own', () => {
  const all = [
    live('elsewhere', 11, 'other'),
    live('own elsewhere', 11, OWNER),
    live('here', 10, 'other'),
    live('own here', 10, OWNER),
    live('linked', 10, OWNER),
  ]
  const events = [anEvent(10, { sessions: [aLinkedSession('linked', '2026-03-08T20:00:00Z')] })]
  assert.deepEqual(
    linkableLive(all, { events, ownerId: OWNER }, 10).map(({ id }) => id),
    ['own here', 'here', 'own elsewhere', 'elsewhere'],
  )
})
