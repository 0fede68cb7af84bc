import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIXED_COLUMNS, STRATEGY_COLUMNS, TOWER_PRESETS } from './tower-presets.ts'

for (const [kind, { columns, more, groups }] of Object.entries(TOWER_PRESETS)) {
  test(`the columns of ${kind} are different, and every group is made of them`, () => {
    const all = [...columns, ...more]
    assert.equal(new Set(all).size, all.length)
    for (const key of FIXED_COLUMNS) assert.ok(columns.includes(key), key)
    assert.equal(new Set(groups.map((group) => group.key)).size, groups.length)
    for (const group of groups) {
      assert.ok(group.columns.length > 0)
      for (const key of group.columns) {
        assert.ok(all.includes(key) && !FIXED_COLUMNS.includes(key), `${group.key}: ${key}`)
      }
    }
  })

  test(`a narrow tower of ${kind} can show the sectors`, () => {
    const sectors = groups.find(({ key }) => key === 'sectors')
    assert.deepEqual(sectors?.columns, ['sector1', 'sector2', 'sector3'])
    for (const key of sectors?.columns ?? []) assert.ok(columns.includes(key))
  })
}

test('the columns for strategy are those of a race, each once', () => {
  const { columns, more } = TOWER_PRESETS.race
  assert.equal(new Set(STRATEGY_COLUMNS).size, STRATEGY_COLUMNS.length)
  for (const key of STRATEGY_COLUMNS) assert.ok([...columns, ...more].includes(key), key)
  for (const key of FIXED_COLUMNS) assert.ok(STRATEGY_COLUMNS.includes(key), key)
})

test('each kind of session shows what it is about', () => {
  const { race, qualifying, practice, timeTrial } = TOWER_PRESETS
  assert.ok(
    ['interval', 'stops', 'penalties'].every((key) => race.columns.some((one) => one === key)),
  )
  assert.ok(qualifying.columns.includes('delta') && qualifying.columns.includes('cut'))
  assert.ok(practice.columns.includes('longRun'))
  assert.ok(timeTrial.columns.includes('attempts'))
  for (const key of ['wear', 'ers', 'fuel', 'aid'] as const) {
    for (const preset of [race, qualifying, practice]) assert.ok(preset.more.includes(key))
  }
  for (const key of ['delta1', 'delta2', 'delta3'] as const) {
    for (const preset of [qualifying, practice, timeTrial]) assert.ok(preset.more.includes(key))
  }
})
