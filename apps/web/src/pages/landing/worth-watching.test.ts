import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWorthWatching } from './worth-watching.ts'

test('the first screen has the first live session with a field that is received', () => {
  const silent = { receiving: false, numberOfDrivers: 20 }
  const alone = { receiving: true, numberOfDrivers: 1 }
  const race = { receiving: true, numberOfDrivers: 2 }
  const larger = { receiving: true, numberOfDrivers: 20 }
  assert.equal(findWorthWatching([silent, alone, race, larger]), race)
  assert.equal(findWorthWatching([silent, alone]), undefined)
})
