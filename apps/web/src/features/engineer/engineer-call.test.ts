import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALL_RULES, type CallKind, type EngineerTopic, topicOf } from './engineer-call.ts'

/** A listener chooses these by their topic. */
const KINDS: Readonly<Record<EngineerTopic, readonly CallKind[]>> = {
  gaps: ['gaps', 'sector', 'dropZone', 'safe'],
  battles: ['attack', 'defence', 'gained', 'lost'],
  stops: ['rivalPits', 'stop'],
  laps: ['lapTime', 'lapsLeft', 'minutesLeft', 'finished'],
  flags: ['event', 'yellow', 'clear'],
  penalties: [],
  points: ['points'],
}

test('every kind of call belongs to the topic that its listeners have chosen', () => {
  const chosen = Object.entries(KINDS).flatMap(([topic, kinds]) =>
    kinds.map((kind): [string, string] => [kind, topic]),
  )
  const ruled = Object.entries(CALL_RULES).map(([kind, { topic }]): [string, string] => [
    kind,
    topic,
  ])
  assert.deepEqual(Object.fromEntries(ruled), Object.fromEntries(chosen))
})

test('an event belongs to flags or penalties, whatever its kind', () => {
  const event = {
    seq: 1,
    kind: 'penalty',
    timeMs: 0,
    lapNum: 1,
    driverIdx: 0,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  } as const
  for (const topic of ['flags', 'penalties'] as const) {
    assert.equal(topicOf({ kind: 'event', topic, event, driverName: 'Silva' }), topic)
  }
  assert.equal(topicOf({ kind: 'clear' }), 'flags')
})

test('flags and penalties go before what waits, and nothing else does', () => {
  const urgent = Object.entries(CALL_RULES).filter(([, { isUrgent }]) => isUrgent)
  assert.deepEqual(
    urgent.map(([kind]) => kind),
    ['event', 'yellow'],
  )
})

test('a sentence is said within half a minute or not at all', () => {
  for (const [kind, { staleAfterMs }] of Object.entries(CALL_RULES)) {
    assert.ok(staleAfterMs >= 5_000 && staleAfterMs <= 30_000, kind)
  }
})
