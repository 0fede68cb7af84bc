import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDataFault } from './task-queue.ts'

function failure(code: string): Error {
  return Object.assign(new Error('says a value'), { code })
}

test('only a fault of the data is one that no later try mends, and its values are not named', () => {
  assert.equal(findDataFault(failure('22P05')), '22P05')
  assert.equal(findDataFault(failure('23514')), '23514')
  assert.equal(findDataFault(new TypeError('a name')), 'TypeError')
  for (const away of ['08006', '57P01', '53300', '40001', 'ECONNREFUSED', 'ENOSPC', 'EPIPE']) {
    assert.equal(findDataFault(failure(away)), null, away)
  }
  assert.equal(findDataFault(new Error('Connection terminated unexpectedly')), null)
})
