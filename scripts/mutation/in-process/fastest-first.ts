import type { MutantCoverage } from '@stryker-mutator/api/core'
import type { TestResult } from '@stryker-mutator/api/test-runner'

/**
 * The tests of a mutation run in the order of their coverage, until one fails: most mutations are noticed by a test
 * that takes milliseconds, and need no other.
 */
export function fastestFirst(
  results: readonly TestResult[],
  { static: atLoad, perTest }: MutantCoverage,
): { readonly tests: TestResult[]; readonly mutantCoverage: MutantCoverage } {
  const tests = results.toSorted((one, other) => one.timeSpentMs - other.timeSpentMs)
  const sorted = tests.map(({ id }) => [id, perTest[id] ?? {}] as const)
  return { tests, mutantCoverage: { static: atLoad, perTest: Object.fromEntries(sorted) } }
}
