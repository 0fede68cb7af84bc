import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveListChange, LiveSummary } from '@pitboard/contract/live/live'
import { applyLiveList } from './live-queries.ts'

function session(id: string, viewers = 0): LiveSummary {
  return {
    ...{ id, viewers, sessionId: '1', userId: 'u', userName: 'Flow', trackId: 7, trackName: 'X' },
    ...{ sessionType: 10, sessionStartTime: '2026-11-21T00:00:00Z', numberOfLaps: 5, weather: 0 },
    ...{ currentLapNumber: 1, leaderName: 'Ann', numberOfDrivers: 20, sessionTimeLeft: 0 },
    ...{ safetyCarStatus: 0, flag: null, receiving: true, trackOutline: [] },
  }
}

function change(parts: Partial<LiveListChange>): LiveListChange {
  return { isWhole: false, opened: [], changed: [], ended: [], moved: [], ...parts }
}

test('sessions come, change and go; the one with most viewers is the first', () => {
  const list = [session('a', 2), session('b', 1)]
  const next = applyLiveList(
    list,
    change({
      opened: [session('c', 0)],
      changed: [{ id: 'b', viewers: 9, leaderName: null }],
      ended: ['a'],
    }),
  )
  assert.deepEqual(next, [{ ...session('b', 9), leaderName: null }, session('c', 0)])
})

test('what was received twice, or is in the list already, changes nothing', () => {
  const received = change({
    opened: [session('b')],
    changed: [{ id: 'a', viewers: 3 }],
    ended: ['x'],
  })
  const once = applyLiveList([session('a')], received)
  assert.deepEqual(applyLiveList(once, received), once)
})

test('a whole list leaves nothing of the one before; changes of what is unknown are none', () => {
  assert.deepEqual(
    applyLiveList([session('a')], change({ isWhole: true, opened: [session('b')] })),
    [session('b')],
  )
  assert.deepEqual(applyLiveList([], change({ changed: [{ id: 'a', viewers: 3 }] })), [])
})
