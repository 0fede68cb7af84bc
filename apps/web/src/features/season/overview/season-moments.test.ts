import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLinkedSession, anEvent, aResult, aStandingsDriver } from '../../../testing/a-season.ts'
import { findEventPodium, findMoments } from './season-moments.ts'

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

const ON_NOW = '2026-03-08T19:50:00Z'
const quali = aLinkedSession('quali', ON_NOW, { ...LIVE, role: 'qualifying' })
const race = aLinkedSession('silverstone', ON_NOW, LIVE)

test('of two sessions that are driven at once the race is shown', () => {
  const liveOf = (sessions: (typeof quali)[]) =>
    findMoments({ events: [anEvent(7, { sessions })] }, standings, NOW).live?.linked
  assert.equal(liveOf([quali, race]), race)
  assert.equal(liveOf([quali]), quali)
})

test('nobody leads a session without results', () => {
  assert.deepEqual(
    findMoments({ events: [anEvent(7, { sessions: [quali] })] }, standings, NOW).live,
    {
      event: anEvent(7, { sessions: [quali] }),
      linked: quali,
      leader: null,
    },
  )
})

test('an event whose qualifying is being driven does not come next', () => {
  const weekend = anEvent(7, { startsAt: '2026-03-08T21:00:00Z', sessions: [quali] })
  assert.equal(findMoments({ events: [weekend, suzuka] }, standings, NOW).next, suzuka)
})

const nextStartOf = (startsAt: string | null) =>
  findMoments({ events: [anEvent(7, { startsAt })] }, standings, NOW).next?.startsAt

test('a race is next until three hours after its date; an event without a date never', () => {
  assert.equal(nextStartOf('2026-03-08T17:00:00.001Z'), '2026-03-08T17:00:00.001Z')
  assert.equal(nextStartOf('2026-03-08T17:00:00.000Z'), undefined)
  assert.equal(nextStartOf(null), undefined)
})

test('the last race is the last of the calendar that has a winner', () => {
  const unscored = anEvent(13, { sessions: [aLinkedSession('unscored', '2026-03-02T19:00:00Z')] })
  const sprint = aLinkedSession('silverstone', '2026-03-03T19:00:00Z', { role: 'sprint' })
  const events = [spa, unscored, anEvent(7, { sessions: [sprint] })]
  assert.equal(findMoments({ events }, standings, NOW).last?.event, spa)
  assert.equal(findMoments({ events: [unscored] }, standings, NOW).last, null)
})

test('the round is that of the live event, else of the next, else of the last', () => {
  const roundOf = (events: (typeof spa)[]) => findMoments({ events }, standings, NOW).round
  assert.equal(roundOf([suzuka, spa, silverstone]), 3)
  assert.equal(roundOf([spa, suzuka]), 2)
  assert.equal(roundOf([anEvent(3), spa, anEvent(4)]), 2)
  assert.equal(roundOf([anEvent(3)]), null)
})

for (const [rule, positions, names] of [
  ['has three places', [1, 2, 3, 4], ['D1', 'D2', 'D3']],
  ['ends before a second place that nobody has', [1, 3], ['D1']],
  ['ends before a third place that nobody has', [1, 2], ['D1', 'D2']],
  ['is empty without a winner', [2, 3], []],
] as const) {
  test(`the podium of an event ${rule}`, () => {
    const drivers = positions.map((position) =>
      aStandingsDriver(`D${position}`, {
        results: [aResult('other', 1), aResult('spa', position)],
      }),
    )
    const podium = findEventPodium(spa, { drivers, teams: [], tracks: [] })
    assert.deepEqual(
      podium.map(({ name }) => name),
      names,
    )
  })
}

test('the podium of an event is that of its last race that is over', () => {
  const [first, second] = ['first', 'second'].map((id) => aLinkedSession(id, ON_NOW))
  assert.ok(first && second)
  const drivers = [
    aStandingsDriver('Ann', { results: [aResult('first', 1)] }),
    aStandingsDriver('Bob', { results: [aResult('second', 1)] }),
    aStandingsDriver('Cas', { results: [aResult('silverstone', 1), aResult('sprint', 1)] }),
  ]
  const sprint = aLinkedSession('sprint', ON_NOW, { role: 'sprint' })
  const winnerOf = (sessions: (typeof race)[]) =>
    findEventPodium(anEvent(1, { sessions }), { drivers, teams: [], tracks: [] })[0]?.name
  assert.equal(winnerOf([first, second, race, sprint]), 'Bob')
  assert.equal(winnerOf([first, race]), 'Ann')
  assert.equal(winnerOf([race]), undefined)
  assert.equal(winnerOf([]), undefined)
})
