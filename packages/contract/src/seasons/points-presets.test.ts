import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPreset, POINTS_PRESETS } from './points-presets.ts'

test('a points system is found by its name, which it has then; others are unknown', () => {
  for (const [name, system] of Object.entries(POINTS_PRESETS)) {
    assert.deepEqual(findPreset(name), { ...system, preset: name })
  }
  assert.equal(findPreset('f1-1950'), undefined)
  assert.equal(findPreset('constructor'), undefined)
})
