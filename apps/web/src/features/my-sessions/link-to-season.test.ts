import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiException } from '@pitboard/contract/wire/client'
import { QueryClient } from '@tanstack/react-query'
import { answerCalls } from '../../testing/answered-calls.ts'
import { anEvent } from '../../testing/a-season.ts'
import { aSession } from '../../testing/a-session.ts'
import { likelyEvent, linkableSeasons, linkToSeason } from './link-to-season.ts'
import { ownSeasons } from '../season/own-season-queries.ts'
import { readOwnFilter } from './my-session-queries.ts'

const EARLY = aSession({ id: 'early', trackId: 7, sessionStartTime: '2026-05-03T13:00:00Z' })
const LATE = aSession({ id: 'late', trackId: 9, sessionStartTime: '2026-05-03T15:00:00Z' })
const ADD_EVENT = 'POST /api/Seasons/S/events'
const addSessions = (event: string) => `PATCH /api/Seasons/S/events/${event}/sessions`

test('sessions are linked to the event that was chosen', async (t) => {
  const sent = answerCalls(t)
  await linkToSeason({ seasonId: 'S', eventId: 'E', chosen: [LATE, EARLY] })
  assert.deepEqual(
    sent.map(({ name, body }) => [name, body]),
    [[addSessions('E'), { sessionIds: ['late', 'early'] }]],
  )
})

test('a new event has the track and the day of the first session', async (t) => {
  const sent = answerCalls(t, () => ({ id: 'new' }))
  await linkToSeason({ seasonId: 'S', eventId: null, chosen: [LATE, EARLY] })
  assert.deepEqual(
    sent.map(({ name, body }) => [name, body]),
    [
      [ADD_EVENT, { track: 7, startsAt: EARLY.sessionStartTime }],
      [addSessions('new'), { sessionIds: ['late', 'early'] }],
    ],
  )
})

test('without sessions there is nothing to link, and no new event', async (t) => {
  const sent = answerCalls(t)
  await linkToSeason({ seasonId: 'S', eventId: null, chosen: [] })
  assert.deepEqual(sent, [])
})

test('a new event does not stay when the server refuses its sessions', async (t) => {
  const sent = answerCalls(t, (name) =>
    name === addSessions('new') ? new Response('', { status: 400 }) : { id: 'new' },
  )
  const linking = linkToSeason({ seasonId: 'S', eventId: null, chosen: [EARLY] })
  await assert.rejects(linking, ApiException)
  assert.equal(sent.at(-1)?.name, 'DELETE /api/Seasons/S/events/new')
})

test('a new event stays when there is no answer: the sessions may be linked', async (t) => {
  const sent = answerCalls(t, (name) => {
    if (name === addSessions('new')) throw new TypeError('Failed to fetch')
    return { id: 'new' }
  })
  await assert.rejects(linkToSeason({ seasonId: 'S', eventId: null, chosen: [EARLY] }), TypeError)
  assert.equal(sent.length, 2)
})

test('without sessions no event is likely', () => {
  assert.equal(likelyEvent([anEvent(7)], []), null)
})

test('an event after the session can be nearer than one before it', () => {
  const events = [
    anEvent(7, { id: 'before', startsAt: '2026-05-01T13:00:00Z' }),
    anEvent(7, { id: 'after', startsAt: '2026-05-04T13:00:00Z' }),
  ]
  assert.equal(likelyEvent(events, [EARLY]), 'after')
})

for (const [search, filter] of [
  [
    { page: '', track: '', type: '' },
    { page: 1, trackId: null, sessionType: null },
  ],
  [
    { page: '12', track: '7', type: '10' },
    { page: 12, trackId: 7, sessionType: 10 },
  ],
  [
    { page: '123456', track: '1234567', type: '-1' },
    { page: 123_456, trackId: null, sessionType: null },
  ],
  [
    { page: '2x', track: 'x7', type: '1.5' },
    { page: 1, trackId: null, sessionType: null },
  ],
] as const) {
  test(`the address ${JSON.stringify(search)} names ${JSON.stringify(filter)}`, () => {
    assert.deepEqual(readOwnFilter(search), filter)
  })
}

test('sessions can be linked to any season of their user', async (t) => {
  const sent = answerCalls(t, () => ({ seasons: [{ id: 'S' }], total: 1 }))
  assert.deepEqual(await new QueryClient().fetchQuery(linkableSeasons), [{ id: 'S' }])
  assert.deepEqual(
    sent.map(({ name }) => name),
    ['GET /api/Seasons/user?pageSize=100'],
  )
  // Whatever changes a season of the user renews it.
  assert.deepEqual(linkableSeasons.queryKey.slice(0, 2), ownSeasons(1).queryKey.slice(0, 2))
})

test('of sessions that were driven in any order the first one makes the event', async (t) => {
  const sent = answerCalls(t, () => ({ id: 'new' }))
  await linkToSeason({ seasonId: 'S', eventId: null, chosen: [EARLY, LATE] })
  assert.deepEqual(sent[0]?.body, { track: 7, startsAt: EARLY.sessionStartTime })
})
