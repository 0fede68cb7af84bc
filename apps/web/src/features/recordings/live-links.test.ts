import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSummary } from '@pitboard/contract/live/live'
import type { Season } from '@pitboard/contract/seasons/season'
import { aLinkedSession, anEvent } from '../../testing/a-season.ts'
import type { RecordingFilter } from './recordings.ts'
import { doubtsOf, linkableLive, passesFilter, proposeLinks } from './live-links.ts'

const OWNER = 'owner'

function live(id: string, trackId: number, userId: string): LiveSummary {
  return {
    id,
    seasons: [],
    sessionId: id,
    userId,
    userName: userId,
    trackId,
    trackName: '',
    sessionType: 10,
    sessionStartTime: '2026-03-08T20:00:00Z',
    numberOfLaps: 12,
    currentLapNumber: 7,
    leaderName: 'Ann',
    leaders: [],
    numberOfDrivers: 20,
    sessionTimeLeft: 0,
    weather: 0,
    safetyCarStatus: 0,
    flag: null,
    viewers: 0,
    receiving: true,
    trackOutline: [],
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

const STARTED = '2026-03-08T20:00:00Z'

function proposed(events: Season['events'], sessions: readonly LiveSummary[]) {
  return proposeLinks(sessions, { events, ownerId: OWNER }).map(
    ({ session, event }) => `${session.id} → ${event.id}`,
  )
}

test('a live session is proposed for the event at its track that is nearest in time', () => {
  const events = [
    anEvent(10, { id: 'in autumn', startsAt: '2026-10-04T18:00:00Z' }),
    anEvent(10, { id: 'undated' }),
    anEvent(10, { id: 'today', startsAt: '2026-03-08T19:30:00Z' }),
    anEvent(11, { id: 'elsewhere', startsAt: STARTED }),
  ]
  assert.deepEqual(proposed(events, [live('race', 10, OWNER)]), ['race → today'])
  assert.deepEqual(proposed(events.slice(0, 2), [live('race', 10, OWNER)]), ['race → undated'])
  assert.deepEqual(proposed(events.slice(0, 1), [live('race', 10, OWNER)]), [])
})

test('only sessions of the owner and of those who recorded for the season are proposed', () => {
  const earlier = aLinkedSession('old', '2026-03-01T20:00:00Z', { session: { userId: 'steward' } })
  const events = [anEvent(11, { sessions: [earlier] }), anEvent(10, { startsAt: STARTED })]
  const sessions = [live('strange', 10, 'stranger'), live('known', 10, 'steward')]
  assert.deepEqual(proposed(events, sessions), ['known → event-10'])
})

test('a session is proposed once: not for a second recording, and not if its like is linked', () => {
  const events = [anEvent(10, { startsAt: STARTED })]
  const two = [live('own', 10, OWNER), { ...live('own too', 10, OWNER), sessionId: 'own' }]
  assert.deepEqual(proposed(events, two), ['own → event-10'])
  const race = aLinkedSession('race', STARTED)
  const done = [anEvent(10, { startsAt: STARTED, sessions: [race] })]
  assert.deepEqual(proposed(done, [live('another', 10, OWNER)]), [])
})

const at = (startsAt: string) => [anEvent(10, { startsAt })]

test('an event is due from three days before until three days after a session', () => {
  const race = [live('race', 10, OWNER)]
  const found = (startsAt: string) => proposed(at(startsAt), race).length
  assert.equal(found('2026-03-05T20:00:00Z'), 1)
  assert.equal(found('2026-03-05T19:59:59Z'), 0)
  assert.equal(found('2026-03-11T20:00:00Z'), 1)
  assert.equal(found('2026-03-11T20:00:01Z'), 0)
})

test('an event with a session of another type is still due', () => {
  const quali = aLinkedSession('quali', STARTED, { session: { sessionType: 5 } })
  const events = [anEvent(10, { startsAt: STARTED, sessions: [quali] })]
  assert.deepEqual(proposed(events, [live('race', 10, OWNER)]), ['race → event-10'])
})

test('the owner’s recording is proposed before an earlier one of somebody else', () => {
  const known = aLinkedSession('old', '2026-03-01T20:00:00Z', { session: { userId: 'steward' } })
  const events = [anEvent(11, { sessions: [known] }), anEvent(10, { startsAt: STARTED })]
  const two = [
    { ...live('of steward', 10, 'steward'), sessionId: 'same' },
    { ...live('of owner', 10, OWNER), sessionId: 'same' },
  ]
  assert.deepEqual(proposed(events, two), ['of owner → event-10'])
})

test('a recording of a session that is linked already is not proposed', () => {
  const linked = aLinkedSession('linked', '2026-03-01T20:00:00Z', {
    session: { sessionId: 'same' },
  })
  const events = [anEvent(11, { sessions: [linked] }), anEvent(10, { startsAt: STARTED })]
  assert.deepEqual(proposed(events, [{ ...live('race', 10, OWNER), sessionId: 'same' }]), [])
})

test('among those alike the one that started last is the first', () => {
  const early = { ...live('early', 10, OWNER), sessionStartTime: '2026-03-08T19:00:00Z' }
  const late = { ...live('late', 10, OWNER), sessionStartTime: '2026-03-08T21:00:00Z' }
  assert.deepEqual(
    linkableLive([early, late], { events: [], ownerId: OWNER }, null).map(({ id }) => id),
    ['late', 'early'],
  )
})

test('the filters of recordings hold for live sessions, each for itself', () => {
  const session = { ...live('race', 10, 'other'), userName: 'Other', trackName: 'Spa' }
  const any = { isOwn: false, trackId: null, sessionType: null, from: '', to: '', name: '' }
  const passes = (filter: Partial<RecordingFilter>) =>
    passesFilter(session, { ...any, ...filter }, OWNER)
  for (const [filter, isIn] of [
    [{}, true],
    [{ isOwn: true }, false],
    [{ trackId: 10 }, true],
    [{ trackId: 7 }, false],
    [{ sessionType: 10 }, true],
    [{ sessionType: 5 }, false],
    [{ from: '2026-03-07', to: '2026-03-09' }, true],
    [{ from: '2026-03-10' }, false],
    [{ to: '2026-03-06' }, false],
    [{ name: 'spa' }, true],
    [{ name: 'oth' }, true],
    [{ name: 'monza' }, false],
  ] as const) {
    assert.equal(passes(filter), isIn, JSON.stringify(filter))
  }
  assert.equal(passesFilter({ ...session, userId: OWNER }, { ...any, isOwn: true }, OWNER), true)
})

test('another track, another week and somebody who never recorded for the season are doubtful', () => {
  const known = aLinkedSession('old', '2026-03-01T20:00:00Z', { session: { userId: 'steward' } })
  const season = { events: [anEvent(11, { sessions: [known] })], ownerId: OWNER }
  const doubts = (userId: string, event: ReturnType<typeof anEvent> | null) =>
    doubtsOf(live('race', 10, userId), season, event)
  assert.deepEqual(doubts(OWNER, anEvent(10)), [])
  assert.deepEqual(doubts('steward', anEvent(10, { startsAt: '2026-03-10T20:00:00Z' })), [])
  assert.deepEqual(doubts('steward', anEvent(10, { startsAt: '2026-03-15T20:00:00Z' })), [
    'otherDate',
  ])
  assert.deepEqual(doubts(OWNER, anEvent(11)), ['otherTrack'])
  assert.deepEqual(doubts('stranger', anEvent(11)), ['otherTrack', 'otherRecorder'])
  assert.deepEqual(doubts('stranger', null), ['otherRecorder'])
})
