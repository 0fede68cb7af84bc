import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionType } from './enumerations.ts'
import { endsByTime, sessionKind } from './session-kind.ts'

const { P1, ShortPractice, Q1, Q3, OneShotQualifying, Race, Race3, TimeTrial } = SessionType
const { SprintShootout1, OneShotSprintShootout, Unknown } = SessionType

test('every type of the game is a race, a qualifying, a practice or a time trial', () => {
  assert.deepEqual([Race, Race3].map(sessionKind), ['race', 'race'])
  for (const type of [Q1, Q3, OneShotQualifying, SprintShootout1, OneShotSprintShootout]) {
    assert.equal(sessionKind(type), 'qualifying', String(type))
  }
  assert.deepEqual([P1, ShortPractice].map(sessionKind), ['practice', 'practice'])
  assert.equal(sessionKind(TimeTrial), 'timeTrial')
  assert.equal(sessionKind(Unknown), 'practice')
})

test('a time trial has no time left, as a race', () => {
  assert.deepEqual([Race, TimeTrial, Q1, P1].map(endsByTime), [false, false, true, true])
})
