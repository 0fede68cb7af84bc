import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenColumns, readColumns } from './chosen-columns.ts'
import type { ColumnKey } from './tower-columns.tsx'
import { STRATEGY_COLUMNS, TOWER_PRESETS } from './tower-presets.ts'

const KNOWN: readonly string[] = ['position', 'driver', 'status', 'gap', 'best']
const isColumnKey = (key: string): key is ColumnKey => KNOWN.includes(key)

for (const [stored, columns] of [
  ['position,driver,gap,status', ['position', 'driver', 'gap', 'status']],
  ['status,gap,driver,position', ['status', 'gap', 'driver', 'position']],
  ['position,driver,driver,status,driver', ['position', 'driver', 'status']],
  ['position,driver,status,former', ['position', 'driver', 'status']],
  ['position,driver,gap', null],
  ['driver,gap,status', null],
  ['position,status', null],
  ['', null],
] as const) {
  test(`of the stored columns "${stored}" ${columns?.join() ?? 'none'} are shown`, () => {
    assert.deepEqual(readColumns(stored, isColumnKey), columns)
  })
}

test('columns that were chosen on the device come before those of a preset', () => {
  const own = ['position', 'driver', 'status'] as const
  assert.deepEqual(chosenColumns(own, 'strategy', 'race'), { columns: own, isOwn: true })
})

const { race, qualifying, practice, timeTrial } = TOWER_PRESETS
for (const [preset, kind, columns] of [
  ['watch', 'race', race.columns],
  ['broadcast', 'race', race.columns],
  ['strategy', 'race', STRATEGY_COLUMNS],
  ['qualifying', 'race', qualifying.columns],
  ['watch', 'qualifying', qualifying.columns],
  ['strategy', 'qualifying', qualifying.columns],
  ['strategy', 'practice', practice.columns],
  ['qualifying', 'timeTrial', timeTrial.columns],
] as const) {
  test(`the view ${preset} of a ${kind} has columns that fit the session`, () => {
    assert.deepEqual(chosenColumns(null, preset, kind), { columns, isOwn: false })
  })
}
