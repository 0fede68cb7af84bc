import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataFaultOf } from './task-queue.ts'

function failure(code: string): Error {
  return Object.assign(new Error('says a value'), { code })
}

test('only a fault of the data is one that no later try mends, and its values are not named', () => {
  assert.equal(dataFaultOf(failure('22P05')), '22P05')
  assert.equal(dataFaultOf(failure('23514')), '23514')
  assert.equal(dataFaultOf(new TypeError('a name')), 'TypeError')
  for (const away of ['08006', '57P01', '53300', '40001', 'ECONNREFUSED', 'ENOSPC', 'EPIPE']) {
    assert.equal(dataFaultOf(failure(away)), null, away)
  }
  assert.equal(dataFaultOf(new Error('Connection terminated unexpectedly')), null)
})
