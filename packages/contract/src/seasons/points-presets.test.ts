import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { completePoints, findPreset, NO_POINTS, POINTS_PRESETS } from './points-presets.ts'
import { PointsSystem } from './points-system.ts'

test('a points system is found by its name, which it has then; others are unknown', () => {
  for (const [name, system] of Object.entries(POINTS_PRESETS)) {
    assert.deepEqual(findPreset(name), { ...system, preset: name })
  }
  assert.equal(findPreset('f1-1950'), undefined)
  assert.equal(findPreset('constructor'), undefined)
})

const BONUSES = ['cleanRace', 'placesGained', 'participation', 'keepDisqualified', 'minimumStarts']
const BEFORE_BONUSES = Value.Parse(
  PointsSystem,
  Object.fromEntries(Object.entries(NO_POINTS).filter(([name]) => !BONUSES.includes(name))),
)

test('what a system from before bonuses leaves out is none, and what it has stays', () => {
  const none = {
    cleanRace: 0,
    placesGained: 0,
    participation: 0,
    keepDisqualified: false,
    minimumStarts: 0,
  }
  for (const sent of [
    {},
    { cleanRace: 2 },
    { placesGained: 3 },
    { participation: -0.5 },
    { keepDisqualified: true },
    { minimumStarts: 5 },
    { cleanRace: 1, placesGained: 1, participation: 1, keepDisqualified: true },
  ]) {
    assert.deepEqual(completePoints({ ...BEFORE_BONUSES, ...sent }), {
      ...BEFORE_BONUSES,
      ...none,
      ...sent,
    })
  }
})
