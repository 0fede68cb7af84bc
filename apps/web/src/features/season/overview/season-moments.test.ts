import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLinkedSession, anEvent, aResult, aStandingsDriver } from '../../../testing/a-season.ts'
import { findMoments } from './season-moments.ts'

const NOW = '2026-03-08T20:00:00Z'
const LIVE = { session: { sessionEndTime: null } }
const spa = anEvent(10, {
  startsAt: '2026-03-01T19:00:00Z',
  sessions: [aLinkedSession('spa', '2026-03-01T19:00:00Z')],
})
const silverstone = anEvent(7, {
  startsAt: '2026-03-08T21:00:00Z',
  sessions: [aLinkedSession('silverstone', '2026-03-08T19:50:00Z', LIVE)],
})
const suzuka = anEvent(13, { startsAt: '2026-03-15T19:00:00Z' })
const standings = {
  drivers: [
    aStandingsDriver('Ann', { results: [aResult('spa', 1), aResult('silverstone', 2)] }),
    aStandingsDriver('Bob', { results: [aResult('spa', 2), aResult('silverstone', 1)] }),
  ],
  teams: [],
  tracks: [],
}

test('who leads a race that is being driven has not won it, and it does not come next', () => {
  const { live, last, next } = findMoments({ events: [spa, silverstone, suzuka] }, standings, NOW)
  assert.equal(live?.event, silverstone)
  assert.equal(live?.leader?.name, 'Bob')
  assert.deepEqual([last?.event, last?.winner.name], [spa, 'Ann'])
  assert.equal(next, suzuka)
})

test('an event whose race was driven before its date does not come next', () => {
  const early = anEvent(7, {
    startsAt: '2026-03-08T21:00:00Z',
    sessions: [aLinkedSession('silverstone', '2026-03-08T19:00:00Z')],
  })
  const { live, last, next } = findMoments({ events: [spa, early, suzuka] }, standings, NOW)
  assert.equal(live, null)
  assert.equal(last?.winner.name, 'Bob')
  assert.equal(next, suzuka)
})

test('an event of which only the qualifying is over still comes next', () => {
  const qualified = anEvent(7, {
    startsAt: '2026-03-08T21:00:00Z',
    sessions: [aLinkedSession('quali', '2026-03-08T19:00:00Z', { role: 'qualifying' })],
  })
  assert.equal(findMoments({ events: [qualified] }, standings, NOW).next, qualified)
})

test('a race that starts late is next for three hours after its date', () => {
  const late = (startsAt: string) =>
    findMoments({ events: [anEvent(7, { startsAt }), suzuka] }, standings, NOW).next?.startsAt
  assert.equal(late('2026-03-08T17:30:00Z'), '2026-03-08T17:30:00Z')
  assert.equal(late('2026-03-08T16:30:00Z'), suzuka.startsAt)
})

test('the podium of the last race ends before a place that nobody has', () => {
  const { last, round } = findMoments({ events: [spa, suzuka] }, standings, NOW)
  assert.deepEqual(
    last?.podium.map(({ name }) => name),
    ['Ann', 'Bob'],
  )
  assert.equal(round, 2)
})
