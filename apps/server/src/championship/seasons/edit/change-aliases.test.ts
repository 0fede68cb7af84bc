import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../../../platform/http/api-error.ts'
import { changeAliases } from './change-aliases.ts'

const NAMES = ['Ann', 'ANN', 'A. Nn', 'Bob', 'BOB', 'Cleo']

test('a merge takes along whatever its names were merged with before', () => {
  const first = changeAliases([], { merge: { name: 'Ann', aliases: ['ANN'] } })
  const second = changeAliases(first, { merge: { name: 'Bob', aliases: ['ANN'] } })
  assert.deepEqual(second, [{ name: 'Bob', aliases: ['ANN', 'Ann'] }])
})

test('a split of the shown name leaves the others one driver', () => {
  const merged = changeAliases([], { merge: { name: 'Ann', aliases: ['ANN', 'A. Nn'] } })
  assert.deepEqual(changeAliases(merged, { split: ['Ann'] }), [{ name: 'A. Nn', aliases: ['ANN'] }])
  assert.deepEqual(changeAliases(merged, { split: ['Ann', 'ANN'] }), [])
  assert.throws(() => changeAliases(merged, { split: ['Bob'] }), ApiError)
})

test('whatever is merged, no name is in two entries or twice in one', () => {
  const merge = fc.record({
    name: fc.constantFrom(...NAMES),
    aliases: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }),
  })
  fc.assert(
    fc.property(fc.array(merge), (merges) => {
      const aliases = merges.reduce(
        (before, each) => changeAliases(before, { merge: each }),
        changeAliases([], { merge: { name: 'Dora', aliases: ['DORA'] } }),
      )
      const names = aliases.flatMap(({ name, aliases: others }) => [name, ...others])
      assert.equal(new Set(names).size, names.length)
    }),
  )
})
