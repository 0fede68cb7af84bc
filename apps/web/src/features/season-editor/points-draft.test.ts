import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPreset, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import { readDraft, toChoice, toDraft } from './points-draft.ts'

test('every preset goes through the editor unchanged and is sent by its name', () => {
  for (const preset of Object.keys(POINTS_PRESETS)) {
    const system = findPreset(preset)
    assert.ok(system)
    const read = readDraft(toDraft(system))
    assert.ok('system' in read, preset)
    assert.deepEqual(read.system, { ...system, preset: null })
    assert.deepEqual(toChoice(read.system), { preset })
  }
})

test('a changed preset is a model of its own', () => {
  const system = findPreset('f1-2025')
  assert.ok(system)
  const read = readDraft({ ...toDraft(system), pole: '1', dropWorst: '2' })
  assert.ok('system' in read)
  const { preset: _, ...model } = { ...system, pole: 1, dropWorst: 2 }
  assert.deepEqual(toChoice(read.system), model)
})

test('points are typed with spaces, commas or semicolons, decimals in either way', () => {
  const system = findPreset('f1-2025')
  assert.ok(system)
  for (const race of ['12.5 9 -1', '12.5, 9, -1', '12,5; 9; -1', '12,5 9 −1']) {
    const read = readDraft({ ...toDraft(system), race })
    assert.ok('system' in read, race)
    assert.deepEqual(read.system.race, [12.5, 9, -1], race)
  }
  const read = readDraft({ ...toDraft(system), race: '25,18,15' })
  assert.ok('system' in read)
  assert.deepEqual(read.system.race, [25, 18, 15])
})

test('what is no number is named by its field', () => {
  const system = findPreset('f1-2022')
  assert.ok(system)
  const draft = { ...toDraft(system), race: '25 x', dropWorst: '1.5', shortenedRaces: 'half: 3' }
  assert.deepEqual(readDraft(draft), { faults: ['race', 'shortenedRaces', 'dropWorst'] })
})
