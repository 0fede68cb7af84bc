import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad } from '../../testing/browser-world.ts'
import { setGlobals } from '../../testing/set-globals.ts'
import { createChoiceByKind } from './choice-by-kind.ts'
import type * as ViewPresets from './view-preset.ts'
import { automaticPreset, findPreset, VIEW_PRESETS } from './view-preset.ts'

/** Opens the site on a device that has stored this. */
function openDevice(t: TestContext, known: Readonly<Record<string, string>>) {
  const stored = new Map(Object.entries(known))
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  }
  setGlobals(t, { localStorage })
  return stored
}

test('what was chosen for a kind of session is read and stored for that kind', (t) => {
  const kinds = ['race', 'qualifying', 'practice', 'timeTrial'] as const
  const known = Object.fromEntries(kinds.map((kind) => [`pitboard.thing.${kind}`, `of ${kind}`]))
  const stored = openDevice(t, known)
  const { choices, choose } = createChoiceByKind('thing', (text) => [text])
  assert.deepEqual(choices.get(), {
    race: ['of race'],
    qualifying: ['of qualifying'],
    practice: ['of practice'],
    timeTrial: ['of timeTrial'],
  })
  choose('practice', ['a', 'b'])
  assert.deepEqual([choices.get().practice, choices.get().race], [['a', 'b'], ['of race']])
  assert.equal(stored.get('pitboard.thing.practice'), 'a,b')
  choose('race', null)
  assert.equal(choices.get().race, null)
  assert.equal(stored.has('pitboard.thing.race'), false)
})

test('without a choice there is none, and what cannot be read is none', (t) => {
  openDevice(t, { 'pitboard.thing.race': 'x' })
  const { choices } = createChoiceByKind<string>('thing', (text) => (text === 'x' ? null : text))
  assert.deepEqual(choices.get(), { race: null, qualifying: null, practice: null, timeTrial: null })
})

for (const [stored, preset] of [
  ['strategy', 'strategy'],
  ['watch', 'watch'],
  ['race', 'watch'],
  ['wall', 'broadcast'],
  ['something', null],
] as const) {
  test(`a device that has stored the view "${stored}" shows ${preset ?? 'none of its own'}`, async (t) => {
    openDevice(t, { 'pitboard.view.preset.race': stored })
    const loaded: typeof ViewPresets = await import(`./view-preset.ts${nextLoad()}`)
    assert.equal(loaded.presetChoice.choices.get().race, preset)
  })
}

test('a view is found by its name alone', () => {
  assert.deepEqual(VIEW_PRESETS.map(findPreset), VIEW_PRESETS)
  assert.deepEqual(['', 'race', 'Watch'].map(findPreset), [null, null, null])
})

for (const [kind, isWall, preset] of [
  ['race', false, 'watch'],
  ['practice', false, 'watch'],
  ['qualifying', false, 'qualifying'],
  ['race', true, 'broadcast'],
  ['qualifying', true, 'broadcast'],
] as const) {
  test(`unless something is chosen a ${kind} on ${isWall ? 'a wall' : 'another screen'} is shown as ${preset}`, () => {
    assert.equal(automaticPreset(kind, isWall), preset)
  })
}
