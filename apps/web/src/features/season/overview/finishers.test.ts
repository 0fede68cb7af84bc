import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aStandingsDriver } from '../../../testing/a-season.ts'
import { finishersOf } from './finishers.ts'

const FIELD = ['a', 'b', 'c', 'd'].map((name) => aStandingsDriver(name, { teamColour: `#${name}` }))

for (const [count, shown] of [
  [4, ['1 a #a', '2 b #b', '3 c #c']],
  [2, ['1 a #a', '2 b #b']],
  [0, []],
] as const) {
  test(`a podium of ${count} shows ${shown.length} with their places and colours`, () => {
    assert.deepEqual(
      finishersOf(FIELD.slice(0, count)).map(
        ({ position, name, teamColour }) => `${position} ${name} ${teamColour}`,
      ),
      shown,
    )
  })
}
