import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveListChange } from '@pitboard/contract/live/live'
import { aLinkedSession, anEvent } from '../../testing/a-season.ts'
import { sessionIdsOf, startsOrEnds } from './session-ids.ts'

const AT = '2026-07-27T13:00:00Z'

test('the sessions of a season are those of all its events', () => {
  const events = [
    anEvent(10, { sessions: [aLinkedSession('a', AT), aLinkedSession('b', AT)] }),
    anEvent(11),
    anEvent(12, { sessions: [aLinkedSession('c', AT)] }),
  ]
  assert.deepEqual(sessionIdsOf({ events }), ['a', 'b', 'c'])
  assert.deepEqual(sessionIdsOf({ events: [] }), [])
})

const opens = (...ids: readonly string[]): LiveListChange => ({
  isWhole: false,
  opened: ids.map((id) => ({ ...LIVE, id })),
  changed: [],
  ended: [],
  moved: [],
})
const ends = (...ids: readonly string[]): LiveListChange => ({ ...opens(), ended: [...ids] })

const LIVE: LiveListChange['opened'][number] = {
  id: '',
  viewers: 0,
  seasons: [],
  sessionId: '1',
  userId: 'u',
  userName: 'Flow',
  trackId: 7,
  trackName: 'X',
  sessionType: 10,
  sessionStartTime: AT,
  numberOfLaps: 5,
  weather: 0,
  currentLapNumber: 1,
  leaderName: null,
  leaders: [],
  numberOfDrivers: 20,
  sessionTimeLeft: 0,
  safetyCarStatus: 0,
  flag: null,
  receiving: true,
  trackOutline: [],
}

for (const [rule, change, isOne] of [
  ['one of them goes live', opens('x', 'b'), true],
  ['one of them ends', ends('x', 'a'), true],
  ['others go live', opens('x', 'y'), false],
  ['others end', ends('x'), false],
  ['nothing begins or ends', opens(), false],
] as const) {
  test(`the sessions of a season are ${isOne ? '' : 'not '}read again when ${rule}`, () => {
    assert.equal(startsOrEnds(change, ['a', 'b']), isOne)
    assert.equal(startsOrEnds(change, []), false)
  })
}
