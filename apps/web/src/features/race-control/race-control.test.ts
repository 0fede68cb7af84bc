import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent, SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import { de, en } from '../../testing/text.ts'
import { describeEvent } from './describe-event.ts'
import { concernsDriver, feedOf, latestOfficial, sourceOf } from './session-feed.ts'

test('events are told in plain words with the names of the cars in them', () => {
  const both = { driverIdx: 0, otherDriverIdx: 1 }
  assert.equal(says({ ...both }), 'VER passes NOR')
  assert.equal(
    says({ kind: 'fastestLap', driverIdx: 1, value: 83_456 }),
    'NOR sets the fastest lap: 1:23.456',
  )
  assert.equal(says({ kind: 'penalty', driverIdx: 0, value: 4, seconds: 5 }), 'VER: 5 s penalty')
  assert.equal(
    says({ kind: 'warning', driverIdx: 0, value: 25 }),
    'Warning for VER: cutting a corner',
  )
  assert.equal(says({ kind: 'warning', driverIdx: 0, value: 999 }), 'Warning for VER')
  assert.equal(says({ kind: 'pitStop', driverIdx: 0, value: 2412 }), 'VER pits: 2.4 s')
  assert.equal(says({ kind: 'safetyCar', value: 10 }), 'Safety car deployed')
  assert.equal(says({ kind: 'safetyCar', value: 23 }), 'Virtual safety car: racing resumes')
  assert.equal(says({ kind: 'collision', ...both }), 'Contact between VER and NOR')
})

test('events are told in German too', () => {
  assert.equal(says({ kind: 'overtake', driverIdx: 0, otherDriverIdx: 1 }, de), 'VER überholt NOR')
  assert.equal(
    says({ kind: 'pitStop', driverIdx: 0, value: 2412 }, de),
    'VER beim Boxenstopp: 2,4 s',
  )
  assert.equal(
    says({ kind: 'warning', driverIdx: 0, value: 25 }, de),
    'Verwarnung für VER: Abkürzen einer Kurve',
  )
})

for (const [words, event] of [
  ['Session started', { kind: 'sessionStarted' }],
  ['Lights out', { kind: 'lightsOut' }],
  ['VER sets the fastest lap', { kind: 'fastestLap', driverIdx: 0 }],
  ['VER is out', { kind: 'retirement', driverIdx: 0 }],
  ['VER is out', { kind: 'penalty', driverIdx: 0, value: PenaltyType.Retired }],
  ['VER: Drive-through penalty', { kind: 'penalty', driverIdx: 0, value: 0 }],
  ['A car is out', { kind: 'retirement' }],
  ['VER passes a car', { kind: 'overtake', driverIdx: 0 }],
  ['VER pits', { kind: 'pitStop', driverIdx: 0 }],
  ['VER pits: 12.0 s', { kind: 'pitStop', driverIdx: 0, value: 12_000 }],
  ['Safety car', { kind: 'safetyCar', value: 14 }],
  ['Safety car deployed', { kind: 'safetyCar' }],
  ['Safety car coming in', { kind: 'safetyCar', value: 11 }],
  ['Safety car in', { kind: 'safetyCar', value: 12 }],
  ['Formation lap deployed', { kind: 'safetyCar', value: 30 }],
  ['Safety car deployed', { kind: 'safetyCar', value: 40 }],
  ['Red flag: session stopped', { kind: 'redFlag' }],
  ['Chequered flag', { kind: 'chequeredFlag' }],
  ['NOR wins', { kind: 'raceWinner', driverIdx: 1 }],
  ['DRS enabled', { kind: 'drsEnabled' }],
  ['DRS disabled', { kind: 'drsDisabled' }],
  ['Collision: VER', { kind: 'collision', driverIdx: 0 }],
  ['Weather: Light rain', { kind: 'weather', value: 3 }],
  ['Flashback: the session was rewound', { kind: 'flashback' }],
  ['Session ended', { kind: 'sessionEnded' }],
] as const) {
  test(`an event says: ${words} (${JSON.stringify(event)})`, () => {
    assert.equal(says(event), words)
  })
}

const at = (seq: number, known: Partial<SessionEvent>): SessionEvent => ({
  ...anEvent(seq, 'overtake'),
  ...known,
})

test('the feed is newest first by the session time, then by the order of arrival', () => {
  const events = [
    at(1, { timeMs: 300, driverIdx: 1 }),
    at(2, { timeMs: 100, driverIdx: 2 }),
    at(3, { timeMs: 300, driverIdx: 3 }),
    at(4, { timeMs: 200, driverIdx: 4 }),
  ]
  assert.deepEqual(
    feedOf(events).map(({ seq }) => seq),
    [3, 1, 4, 2],
  )
  assert.equal(feedOf(events), feedOf(events), 'it is worked out once for a list')
})

const PASS = { driverIdx: 1, otherDriverIdx: 2, timeMs: 100, value: 3, seconds: 4 }

for (const [field, value] of [
  ['kind', 'collision'],
  ['driverIdx', 9],
  ['otherDriverIdx', 9],
  ['timeMs', 9],
  ['value', 9],
  ['seconds', 9],
] as const) {
  test(`events with another ${field} are two, the same event is one`, () => {
    const [first, again] = [at(1, PASS), at(2, PASS)]
    assert.deepEqual(feedOf([first, again]), [first])
    assert.equal(feedOf([first, at(2, { ...PASS, [field]: value })]).length, 2)
  })
}

test('a retirement that is reported as a penalty too is one event, for each car', () => {
  const penalty = { kind: 'penalty', value: PenaltyType.Retired } as const
  const events = [
    at(1, { kind: 'retirement', driverIdx: 1, timeMs: 100 }),
    at(2, { ...penalty, driverIdx: 1, timeMs: 200 }),
    at(3, { ...penalty, driverIdx: 2, timeMs: 300 }),
    at(4, { kind: 'penalty', value: 4, driverIdx: 1, timeMs: 400 }),
    at(5, { kind: 'overtake', value: PenaltyType.Retired, driverIdx: 1, timeMs: 500 }),
  ]
  assert.deepEqual(
    feedOf(events).map(({ seq }) => seq),
    [5, 4, 3, 1],
  )
})

test('timing shows passes, stops, fastest laps and weather; race control announces the rest', () => {
  const kinds = ['fastestLap', 'overtake', 'pitStop', 'weather', 'penalty', 'redFlag'] as const
  assert.deepEqual(
    kinds.map((kind) => sourceOf(at(1, { kind }))),
    ['timing', 'timing', 'timing', 'timing', 'official', 'official'],
  )
  const [flag, pass] = [at(1, { kind: 'redFlag', timeMs: 1 }), at(2, { timeMs: 2 })]
  assert.equal(latestOfficial([flag, pass]), flag)
  assert.equal(latestOfficial([pass]), null)
})

test('an event concerns both cars in it', () => {
  const event = at(1, { driverIdx: 1, otherDriverIdx: 2 })
  assert.deepEqual(
    [1, 2, 3].map((driverIdx) => concernsDriver(event, driverIdx)),
    [true, true, false],
  )
})

function says(event: Partial<SessionEvent>, t = en): string {
  const names = ['VER', 'NOR']
  return describeEvent({ ...anEvent(1, 'overtake'), ...event }, (idx) => names[idx] ?? '?', t)
}

function anEvent(seq: number, kind: SessionEventKind): SessionEvent {
  return {
    seq,
    kind,
    timeMs: 0,
    lapNum: 1,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  }
}
