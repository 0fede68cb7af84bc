import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventPoints } from '@pitboard/contract/seasons/points-system'
import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { EventInput, SessionInput } from './input.ts'
import { anEvent, aRace, aSeason, aSystem } from './season.fixture.ts'
import { explainDriver, standingsOf } from './standings.ts'

const paying = (points: EventPoints, event: EventInput): EventInput => ({ ...event, points })

function pointsOf(events: readonly EventInput[], system = aSystem()) {
  const { drivers } = standingsOf(aSeason({ system, events }))
  return Object.fromEntries(drivers.map(({ name, points }) => [name, points]))
}

const race = (id: string, order: string) => aRace(id, order.split(' '))

test('an event pays its own lists, other events those of the season', () => {
  const events = [
    anEvent('first', race('one', 'A B C')),
    paying({ factor: 1, race: [50, 40] }, anEvent('second', race('two', 'B A C'))),
  ]
  assert.deepEqual(pointsOf(events), { A: 25 + 40, B: 18 + 50, C: 15 })
})

test('the list of one role leaves the other roles to the season', () => {
  const sprint: SessionInput = { ...race('sprint', 'B A'), role: 'sprint' }
  const event = anEvent('first', sprint, race('race', 'A B'))
  const system = aSystem({ sprint: [8, 7] })
  assert.deepEqual(pointsOf([paying({ factor: 1, sprint: [3] }, event)], system), { A: 25, B: 21 })
})

test('the factor multiplies all that the event pays, with that of the session', () => {
  const system = aSystem({ participation: 1 })
  const half = { ...race('one', 'A B'), pointsFactor: 0.5 }
  const events = [paying({ factor: 2 }, anEvent('first', half, race('two', 'B A')))]
  assert.deepEqual(pointsOf(events, system), { A: 26 + 2 * 19, B: 19 + 2 * 26 })
  const explained = explainDriver(aSeason({ system, events }), 'A')
  assert.deepEqual(
    explained?.contributions.map(({ factor }) => factor),
    [1, 1, 2, 2],
  )
})

test('a list of the event is paid whatever the distance, and the explanation names it', () => {
  const system = POINTS_PRESETS['f1-2022']
  const short = { ...race('one', 'A B'), plannedLaps: 100 }
  const [own, ofSeason] = [
    { factor: 1, race: [100] },
    { factor: 1, sprint: [9] },
  ].map((points) => {
    const season = aSeason({ system, events: [paying(points, anEvent('first', short))] })
    return explainDriver(season, 'A')?.contributions
  })
  assert.deepEqual(
    [own, ofSeason].map((parts) =>
      parts?.map((part) => [part.points, part.distance, part.ofEvent]),
    ),
    [[[100, 'full', true]], [[19, 'shortened', undefined]]],
  )
})

test('an event whose list drops below others is the one that is dropped', () => {
  const events = [
    anEvent('first', race('one', 'B A')),
    paying({ factor: 1, race: [5, 4] }, anEvent('second', race('two', 'A B'))),
  ]
  assert.deepEqual(pointsOf(events, aSystem({ dropWorst: 1 })), { A: 18, B: 25 })
})

test('a qualifying decides whether an event was driven by what that event pays', () => {
  const qualifying: SessionInput = { ...race('qualifying', 'A B'), role: 'qualifying' }
  const event = anEvent('first', qualifying)
  const driven = (points: EventPoints | null, system = aSystem()) =>
    standingsOf(aSeason({ system, events: [{ ...event, points }] })).drivers.length
  assert.deepEqual([driven(null), driven({ factor: 1, qualifying: [1] })], [0, 2])
  const paid = aSystem({ qualifying: [3] })
  assert.deepEqual([driven(null, paid), driven({ factor: 1, qualifying: [] }, paid)], [2, 0])
})

test('tiers and teams score by the points of the event', () => {
  const season = aSeason({
    events: [paying({ factor: 2, race: [10, 5] }, anEvent('first', race('one', 'A B C')))],
    tiers: ['Pro', 'Club'],
    roster: ['A', 'B', 'C'].map((name, place) => ({
      name,
      team: { name: 'Red', colour: '#ff0000' },
      tier: name === 'B' ? 'Club' : 'Pro',
      fromEventId: null,
      toEventId: null,
      place,
    })),
  })
  const { tiers, teams } = standingsOf(season)
  assert.deepEqual(
    tiers?.map(({ drivers }) => drivers.map(({ name, points }) => [name, points])),
    [
      [
        ['A', 20],
        ['C', 10],
      ],
      [['B', 20]],
    ],
  )
  assert.deepEqual(
    teams.map(({ points }) => points),
    [50],
  )
})
