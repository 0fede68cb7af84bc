import {
  INSTRUMENTER_CONSTANTS,
  type MutantCoverage,
  type StrykerOptions,
} from '@stryker-mutator/api/core'
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { fastestFirst } from './fastest-first.ts'
import { createFreshImport } from './fresh-modules.ts'
import { runTestFile } from './run-test-file.ts'

export const RUNNER = 'in-process'

const Settings = Type.Object({
  tests: Type.Array(Type.String()),
  stable: Type.Array(Type.String()),
})

/** Instrumented sources and Stryker share this. */
interface Instrumentation {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: MutantCoverage
}

/**
 * Runs the test files that reach a mutation in one process, one file as one test. A process per
 * file and mutation would spend more than nine tenths of its time on starting.
 */
function createRunner(options: StrykerOptions): TestRunner {
  const { tests: files, stable } = Parse(Settings, options['inProcess'])
  const load = createFreshImport(process.cwd(), stable)
  const instrumentation: Instrumentation = {}
  Reflect.set(globalThis, INSTRUMENTER_CONSTANTS.NAMESPACE, instrumentation)

  /** No test runs of files that load none of the mutated ones. */
  async function run(
    chosen: readonly string[],
    mutated: readonly string[] | undefined,
  ): Promise<TestResult[]> {
    const results: TestResult[] = []
    for (const file of chosen) {
      const startedAt = performance.now()
      instrumentation.currentTestId = file
      const runFile = () =>
        runTestFile(async () => {
          const loaded = await load(file)
          return importsLater(file) || (mutated?.some((each) => loaded.has(each)) ?? true)
        })
      let failure = await runFile()
      // Without a mutation it passes, unless the machine is too busy at the moment.
      if (failure !== null && mutated !== undefined) failure = await runFile()
      const result = {
        id: file,
        name: file,
        fileName: file,
        timeSpentMs: performance.now() - startedAt,
      }
      if (failure === null) results.push({ ...result, status: TestStatus.Success })
      else {
        results.push({ ...result, status: TestStatus.Failed, failureMessage: failure })
        break
      }
    }
    return results
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    async dryRun({ files: mutated }): Promise<DryRunResult> {
      const mutantCoverage: MutantCoverage = { static: {}, perTest: {} }
      instrumentation.mutantCoverage = mutantCoverage
      const tests = await run(files, mutated)
      return { status: DryRunStatus.Complete, ...fastestFirst(tests, mutantCoverage) }
    },
    async mutantRun({ activeMutant, hitLimit, testFilter }): Promise<MutantRunResult> {
      instrumentation.activeMutant = activeMutant.id
      instrumentation.hitCount = 0
      instrumentation.hitLimit = hitLimit
      const results = await run(testFilter ?? files, undefined)
      return toMutantRunResult(
        determineHitLimitReached(instrumentation.hitCount, hitLimit) ?? {
          status: DryRunStatus.Complete,
          tests: results,
        },
      )
    },
  }
}
/** Its tests load modules again and again, so that none is known before they run. */
function importsLater(file: string): boolean {
  return readFileSync(file, 'utf8').includes('await import(')
}

createRunner.inject = tokens(commonTokens.options)

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, RUNNER, createRunner)]

export const strykerValidationSchema = {
  type: 'object',
  properties: { inProcess: { type: 'object' } },
}
