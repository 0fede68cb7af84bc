import type { MutantResult } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

export const SURVIVOR_REPORTER = 'survivors'

/** Says what no test notices as soon as that is known: a run of thousands may be ended before it is over. */
class SurvivorReporter {
  onMutantTested({ status, fileName, location, replacement }: MutantResult): void {
    if (status !== 'Survived' && status !== 'NoCoverage') return
    const { line, column } = location.start
    const change = replacement.replaceAll(/\s+/g, ' ').slice(0, 100)
    console.log(`\n${status} ${fileName}:${line}:${column} → ${change}`)
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Reporter, SURVIVOR_REPORTER, SurvivorReporter),
]
