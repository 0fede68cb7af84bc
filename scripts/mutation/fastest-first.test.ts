import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestResult, TestStatus } from '@stryker-mutator/api/test-runner'
import { fastestFirst } from './in-process/fastest-first.ts'

test('a mutation meets the fastest of its tests first', () => {
  const tests = [30, 10, 20].map((timeSpentMs): TestResult => ({
    id: `${timeSpentMs} ms`,
    name: '',
    status: TestStatus.Success,
    timeSpentMs,
  }))
  const perTest = { '30 ms': { 1: 2 }, '20 ms': { 1: 1 } }
  const sorted = fastestFirst(tests, { static: { 2: 1 }, perTest })
  assert.deepEqual(
    sorted.tests.map(({ timeSpentMs }) => timeSpentMs),
    [10, 20, 30],
  )
  assert.deepEqual(Object.keys(sorted.mutantCoverage.perTest), ['10 ms', '20 ms', '30 ms'])
  assert.deepEqual(sorted.mutantCoverage, {
    static: { 2: 1 },
    perTest: { '10 ms': {}, ...perTest },
  })
})
