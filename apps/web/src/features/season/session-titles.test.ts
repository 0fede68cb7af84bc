import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import {
  aLinkedSession,
  anEvent,
  aSeason,
  aStandingsDriver,
  aResult,
} from '../../testing/a-season.ts'
import type { Text } from '../../messages/create-text.ts'
import { de, en } from '../../testing/text.ts'
import { roundsOf, roundDetail, roundName } from './rounds.ts'
import { sessionLabel, sessionTitle } from './session-titles.ts'
import { adjustmentWords } from '../stewards/adjustment-words.ts'

const QUALIFYING = {
  role: 'qualifying',
  session: { sessionType: SessionType.ShortQualifying },
} as const
const weekend = anEvent(10, {
  sessions: [
    aLinkedSession('quali', '2026-07-25T13:00:00Z', QUALIFYING),
    aLinkedSession('sprint', '2026-07-26T10:00:00Z', { role: 'sprint' }),
    aLinkedSession('second', '2026-07-27T15:00:00Z'),
    aLinkedSession('first', '2026-07-27T13:00:00Z'),
  ],
})
const season = aSeason({
  pointsSystem: { ...NO_POINTS, qualifying: [1] },
  events: [anEvent(7), weekend],
  standings: {
    drivers: [aStandingsDriver('NORRIS', { results: [aResult('second', 1, 4)] })],
    teams: [],
    tracks: [],
  },
})

test('sessions at one track are told apart: by kind, number, round and date', () => {
  assert.deepEqual(
    weekend.sessions.map((linked) => sessionLabel(weekend, linked, en)),
    ['Short qualifying', 'Sprint', 'Race (2)', 'Race (1)'],
  )
  const titlesIn = (t: Text) =>
    weekend.sessions.map((linked) => sessionTitle(season, weekend, linked, t))
  assert.equal(new Set(titlesIn(en)).size, weekend.sessions.length)
  assert.equal(titlesIn(en)[1], 'Spa, Sprint (round 2, Jul 26, 2026)')
  assert.equal(titlesIn(de)[3], 'Spa, Rennen (1) (Lauf 2, 27. Juli 2026)')
})

test('each column of an event is named and headed differently, a lone race by its track', () => {
  const rounds = roundsOf(season).filter(({ event }) => event === weekend)
  assert.deepEqual(
    rounds.map((round) => roundDetail(round, en)),
    ['Spr', 'Q', 'R2', 'R1'],
  )
  assert.deepEqual(
    rounds.map((round) => roundName(round, en)),
    ['Spa, Sprint', 'Spa, Short qualifying', 'Spa, Race (2)', 'Spa, Race (1)'],
  )
  const alone = anEvent(10, { sessions: [aLinkedSession('race', '2026-07-27T13:00:00Z')] })
  const [round] = roundsOf(aSeason({ events: [alone] }))
  assert.ok(round?.session)
  assert.equal(roundDetail(round, en), null)
  assert.equal(roundName(round, en), 'Spa')
})

test('two rounds at one track, or at tracks with one code, have their number in name and head', () => {
  const events = [
    anEvent(7, { id: 'first', sessions: [aLinkedSession('a', '2026-07-27T13:00:00Z')] }),
    anEvent(10, { id: 'second', sessions: [aLinkedSession('b', '2026-07-27T13:00:00Z')] }),
    anEvent(22, { id: 'third' }),
    anEvent(7, { id: 'fourth', sessions: [...weekend.sessions] }),
  ]
  const rounds = roundsOf(aSeason({ events }))
  assert.deepEqual(
    rounds.map((round) => roundDetail(round, en)),
    ['1', null, '3', '4 · Spr', '4 · R2', '4 · R1'],
  )
  const names = rounds.map((round) => roundName(round, en))
  assert.deepEqual(names.slice(0, 4), [
    'Silverstone, Round 1',
    'Spa',
    'Silverstone Short, Round 3',
    'Silverstone, Round 4, Sprint',
  ])
})

test('a column says that its race is being driven', () => {
  const live = aLinkedSession('race', '2026-07-27T13:00:00Z', { session: { sessionEndTime: null } })
  const [round] = roundsOf(aSeason({ events: [anEvent(10, { sessions: [live] })] }))
  assert.ok(round)
  assert.equal(roundName(round, en), 'Spa, Live')
})

test('an adjustment names the session it is about', () => {
  const adjustment: Adjustment = {
    id: '',
    kind: 'timePenalty',
    sessionId: 'second',
    driverIdx: 4,
    name: null,
    seconds: 5,
    points: null,
    reason: '',
    authorId: '',
    authorName: '',
    createdAt: '',
    places: null,
    revokedAt: null,
    revokedReason: null,
    decision: null,
  }
  assert.equal(
    adjustmentWords(adjustment, season, en),
    '+5 s: NORRIS, Spa, Race (2) (round 2, Jul 27, 2026)',
  )
})

test('a race is called by its role in the season, whatever number the game gives it', () => {
  const race = aLinkedSession('race', '2026-07-27T13:00:00Z', {
    session: { sessionType: SessionType.Race2 },
  })
  const event = anEvent(10, { sessions: [race] })
  assert.equal(sessionLabel(event, race, en), 'Race')
})

test('sessions of several tiers are told apart by their tiers', () => {
  const [pro, am] = ['Pro', 'Am'].map((tier) =>
    aLinkedSession(tier, '2026-07-27T13:00:00Z', { tier }),
  )
  assert.ok(pro && am)
  const event = anEvent(10, { sessions: [pro, am] })
  assert.deepEqual(
    [pro, am].map((linked) => sessionLabel(event, linked, en)),
    ['Race · Pro', 'Race · Am'],
  )
})

test('columns of an event are in the order of a weekend, and have keys of their own', () => {
  const roles = ['race', 'qualifying', 'practice', 'sprint', 'sprintQualifying'] as const
  const sessions = roles.map((role) => aLinkedSession(role, '2026-07-27T13:00:00Z', { role }))
  const pointsSystem = { ...NO_POINTS, qualifying: [1], sprintQualifying: [1] }
  const rounds = roundsOf(
    aSeason({ pointsSystem, events: [anEvent(10, { sessions }), anEvent(7)] }),
  )
  assert.deepEqual(
    rounds.map(({ session }) => session?.role ?? null),
    ['sprintQualifying', 'sprint', 'qualifying', 'race', null],
  )
  assert.equal(new Set(rounds.map(({ key }) => key)).size, rounds.length)
})

test('a lone session that is no race is named, and of two the race too', () => {
  const sprint = aLinkedSession('sprint', '2026-07-27T13:00:00Z', { role: 'sprint' })
  const [alone] = roundsOf(aSeason({ events: [anEvent(10, { sessions: [sprint] })] }))
  assert.ok(alone)
  assert.deepEqual([roundDetail(alone, en), roundName(alone, en)], ['Spr', 'Spa, Sprint'])
  const race = aLinkedSession('race', '2026-07-27T15:00:00Z')
  const both = roundsOf(aSeason({ events: [anEvent(10, { sessions: [sprint, race] })] }))
  assert.deepEqual(
    both.map((round) => [roundDetail(round, en), roundName(round, en)]),
    [
      ['Spr', 'Spa, Sprint'],
      ['R', 'Spa, Race'],
    ],
  )
})
