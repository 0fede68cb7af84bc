import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWrongKeys } from './routes.ts'

test('a caller who guesses keys waits, also with 2^64 addresses to guess from', () => {
  const wrongKeys = createWrongKeys()
  for (let n = 1; n <= 20; n++) {
    assert.equal(wrongKeys.waitSeconds(`2001:db8:1:2::${n}`, 0), 0)
    wrongKeys.note(`2001:db8:1:2::${n}`, 0)
  }
  assert.equal(wrongKeys.waitSeconds('2001:db8:1:2::ffff', 0), 60)
  assert.equal(wrongKeys.waitSeconds('2001:db8:1:3::1', 0), 0)
  assert.equal(wrongKeys.waitSeconds('2001:db8:1:2::ffff', 60_000), 0)
})
