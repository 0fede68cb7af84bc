import { CheckStatus, type CheckResult, type Checker } from '@stryker-mutator/api/check'
import type { Mutant } from '@stryker-mutator/api/core'
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import { relative } from 'node:path'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { isSampled } from './sample.ts'

export const SAMPLE_CHECKER = 'sample'

const Settings = Type.Object({
  sample: Type.Object({ percent: Type.Number(), seed: Type.String() }),
})

/** Stryker samples files or lines, not mutations: what is not drawn is refused before its tests run. */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, SAMPLE_CHECKER, createSampleChecker),
]

createSampleChecker.inject = tokens(commonTokens.options)
function createSampleChecker(options: unknown): Checker {
  const { sample } = Parse(Settings, options)
  return {
    init: async () => undefined,
    check: async (mutants) =>
      Object.fromEntries(mutants.map((mutant) => [mutant.id, checkMutant(mutant)])),
    group: async (mutants) => [mutants.map(({ id }) => id)],
  }

  function checkMutant({ fileName, mutatorName, replacement, location }: Mutant): CheckResult {
    const { start, end } = location
    const isDrawn = isSampled(sample, relative(process.cwd(), fileName).replaceAll('\\', '/'), {
      mutatorName,
      replacement,
      line: start.line + 1,
      column: start.column + 1,
      endLine: end.line + 1,
      endColumn: end.column + 1,
    })
    if (isDrawn) return { status: CheckStatus.Passed }
    return { status: CheckStatus.CompileError, reason: 'not sampled' }
  }
}
