import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PENALTY_KINDS } from '../stewards/penalty.ts'
import { SessionType } from '../wire/enumerations.ts'
import { createFill } from './fill-message.ts'
import { penaltyWords as germanPenalties } from './penalties-de.ts'
import { penaltyWords } from './penalties-en.ts'
import { PENALTY_KEYS } from './penalty-keys.ts'
import { sessionNameKey, sessionTypeKey } from './session-type-keys.ts'
import { sessionTypes } from './session-types-en.ts'

test('every type of a session has a name, and an unknown one that of any', () => {
  const keys = Object.values(SessionType).map(sessionTypeKey)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) assert.ok(sessionTypes[key])
  assert.equal(sessionTypeKey(SessionType.SprintShootout2), 'sprintShootout2')
  assert.equal(sessionTypeKey(999), 'anySession')
})

test('a race is called by its place in the weekend, whatever its number', () => {
  const sessionType = SessionType.Race2
  assert.equal(sessionNameKey({ sessionType, raceKind: 'sprint' }), 'sprint')
  assert.equal(sessionNameKey({ sessionType, raceKind: 'main' }), 'race')
  assert.equal(sessionNameKey({ sessionType, raceKind: null }), 'race2')
})

test('a message has its values, with numbers as the language writes them', () => {
  const values = { name: 'Spa', km: 1234.5 }
  assert.equal(createFill('en-GB')('{name}: {km} km', values), 'Spa: 1,234.5 km')
  assert.equal(createFill('de-DE')('{name}: {km} km', values), 'Spa: 1.234,5 km')
  assert.equal(createFill('en')('{left} {it}', { it: '' }), '{left} ')
  assert.equal(createFill('en')('{left}'), '{left}')
})

test('a count has its form', () => {
  const say = createFill('en')
  const laps = { one: '{count} lap', other: '{count} laps' }
  const said = [0, 1, 2].map((count) => say(laps, { count }))
  assert.deepEqual(said, ['0 laps', '1 lap', '2 laps'])
})

test('each penalty is announced in words of its own: none is taken for another', () => {
  const fill = createFill('en')
  for (const penalties of [penaltyWords, germanPenalties]) {
    const texts = PENALTY_KINDS.map((kind) =>
      fill(penalties[PENALTY_KEYS[kind]], { count: 2, seconds: 2 }),
    )
    assert.deepEqual([...new Set(texts)], texts)
  }
})
