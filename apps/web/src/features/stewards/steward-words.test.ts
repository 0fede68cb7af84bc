import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent, SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { PENALTY_KINDS, type Penalty } from '@pitboard/contract/stewards/penalty'
import {
  aLinkedSession,
  anEvent,
  aResult,
  aSeason,
  aStandingsDriver,
} from '../../testing/a-season.ts'
import { en } from '../../testing/text.ts'
import { findMoments, momentWords } from './moment-options.ts'
import {
  carNames,
  caseWords,
  isUndecided,
  PENALTY_LABELS,
  penaltiesWords,
  sessionWords,
  STATE_LABELS,
  statementTitle,
} from './steward-words.ts'

const AT = '2026-11-22T19:00:00.000Z'
const season = aSeason({
  events: [
    anEvent(10, { sessions: [aLinkedSession('other', AT)] }),
    anEvent(7, {
      name: ' Opening ',
      sessions: [
        aLinkedSession('quali', AT, { role: 'qualifying' }),
        aLinkedSession('race', AT, { role: 'race' }),
      ],
    }),
  ],
  standings: {
    drivers: [
      aStandingsDriver('Ann', { results: [aResult('race', 1, 4), aResult('other', 1, 9)] }),
      aStandingsDriver('Bob', { results: [aResult('race', 2, 5)] }),
    ],
    teams: [],
    tracks: [],
  },
})
const ANN = { driverIdx: 4, name: 'Ann', userId: null }
const BOB = { driverIdx: 5, name: 'Bob', userId: null }
const names = new Map([
  [4, 'Ann'],
  [5, 'Bob'],
])
const nameOf = (driverIdx: number) => names.get(driverIdx) ?? `#${driverIdx}`

test('a case says its session, its lap and the reported drivers, and nothing for what is unknown', () => {
  for (const [known, words] of [
    [{ sessionId: 'race', lap: 3, cars: [ANN, BOB] }, 'Opening, Race · Lap 3 · Ann, Bob'],
    [{ sessionId: 'quali', lap: 0, cars: [BOB] }, 'Opening, Qualifying · Lap 0 · Bob'],
    [{ sessionId: 'other', lap: null, cars: [ANN] }, 'Spa, Race · Ann'],
    [{ sessionId: 'gone', lap: 3, cars: [ANN] }, 'Lap 3 · Ann'],
    [{ sessionId: 'gone', lap: null, cars: [] }, ''],
  ] as const) {
    assert.equal(caseWords(season, { ...known, cars: [...known.cars] }, en), words)
  }
})

test('a session is named by its event and what it counts as; one that left the season has no name', () => {
  assert.equal(sessionWords(season, 'race', en), 'Opening, Race')
  assert.equal(sessionWords(season, 'other', en), 'Spa, Race')
  assert.equal(sessionWords(season, 'gone', en), '')
})

test('every case stands out until it is decided, and its state has a word', () => {
  const states = ['open', 'waiting', 'decided', 'appealed'] as const
  assert.deepEqual(
    states.map((state) => [en(STATE_LABELS[state]), isUndecided({ state })]),
    [
      ['Open', true],
      ['Waiting for a response', true],
      ['Decided', false],
      ['Appealed', true],
    ],
  )
})

test('a statement is a response or an appeal of the user who wrote it', () => {
  assert.equal(statementTitle({ kind: 'response', username: 'ann' }, en), 'Response by ann')
  assert.equal(statementTitle({ kind: 'appeal', username: 'ann' }, en), 'Appeal by ann')
})

test('each kind of penalty has its own words and label', () => {
  const words = PENALTY_KINDS.map((kind) =>
    penaltiesWords([{ kind, driverIdx: 4, amount: 2 }], nameOf, en),
  )
  assert.deepEqual(words, [
    'Ann: warning',
    'Ann: reprimand',
    'Ann: +2 s',
    'Ann: −2 positions',
    'Ann: −2 points',
    'Ann: disqualified',
    'Ann: 2 licence points',
    'Ann: 2-place grid penalty at the next event',
    'Ann: banned from the next 2 races',
    'Ann: banned from the next 2 qualifying sessions',
  ])
  assert.deepEqual(
    PENALTY_KINDS.map((kind) => en(PENALTY_LABELS[kind])),
    [
      'Warning',
      'Reprimand',
      'Time penalty (seconds)',
      'Loss of positions',
      'Loss of points',
      'Disqualification',
      'Licence points',
      'Grid penalty (places)',
      'Race ban (races)',
      'Qualifying ban (events)',
    ],
  )
})

test('penalties are grouped by driver; without one no further action follows', () => {
  const penalties: Penalty[] = [
    { kind: 'time', driverIdx: 4, amount: 5 },
    { kind: 'warning', driverIdx: 7, amount: null },
    { kind: 'points', driverIdx: 4, amount: null },
  ]
  assert.equal(penaltiesWords(penalties, nameOf, en), 'Ann: +5 s, −0 points · #7: warning')
  assert.equal(penaltiesWords([], nameOf, en), 'No further action')
})

test('a car has the name of its driver in the standings of that session, else the reported one', () => {
  const reported = [
    { driverIdx: 4, name: 'Player', userId: null },
    { driverIdx: 8, name: 'Guest', userId: null },
  ]
  assert.deepEqual(
    [...carNames(season, 'race', reported)],
    [
      [4, 'Ann'],
      [8, 'Guest'],
      [5, 'Bob'],
    ],
  )
  assert.deepEqual([...carNames(season, 'quali')], [])
})

test('moments that may be an incident are offered in the order of the session, with a driver only', () => {
  const events = [
    anIncident(3, 'penalty'),
    anIncident(1, 'collision'),
    anIncident(2, 'pitStop'),
    anIncident(5, 'retirement'),
    anIncident(4, 'warning'),
    anIncident(6, 'overtake'),
    { ...anIncident(0, 'collision'), driverIdx: null },
    anIncident(7, 'safetyCar'),
  ]
  assert.deepEqual(
    findMoments(events).map(({ kind }) => kind),
    ['collision', 'penalty', 'warning', 'retirement', 'overtake'],
  )
  const many = Array.from({ length: 402 }, (_, seq) => anIncident(seq, 'collision'))
  assert.equal(findMoments(many).length, 400)
})

test('a moment says its lap, what happened and to whom', () => {
  for (const [known, words] of [
    [{ kind: 'collision', otherDriverIdx: 5 }, 'Lap 3: contact, Ann · Bob'],
    [{ kind: 'overtake', otherDriverIdx: 0 }, 'Lap 3: overtake, Ann · #0'],
    [{ kind: 'penalty' }, 'Lap 3: penalty of the game, Ann'],
    [{ kind: 'warning', lapNum: null }, 'warning of the game, Ann'],
    [{ kind: 'retirement', lapNum: 0 }, 'Lap 0: retirement, Ann'],
    [{ kind: 'weather' }, 'Lap 3: , Ann'],
  ] as const) {
    const moment: SessionEvent = { ...anIncident(1, 'collision'), ...known }
    assert.equal(momentWords(moment, nameOf, en), words)
  }
})

function anIncident(timeMs: number, kind: SessionEventKind): SessionEvent {
  return {
    kind,
    timeMs,
    seq: timeMs,
    lapNum: 3,
    driverIdx: 4,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  }
}

test('a suspended penalty says for how long, and that it takes effect', () => {
  const penalty = { kind: 'raceBan', driverIdx: 4, amount: 1, suspendedRounds: 3 } as const
  assert.equal(
    penaltiesWords([penalty], nameOf, en),
    'Ann: banned from the next race, suspended for 3 events',
  )
  const activated = { ...penalty, activatedAt: '2026-11-22T19:00:00.000Z' }
  assert.equal(
    penaltiesWords([activated], nameOf, en),
    'Ann: banned from the next race, was suspended and takes effect',
  )
})
