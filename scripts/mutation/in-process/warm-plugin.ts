import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  type DryRunResult,
  MutantRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { fastestFirst } from './fastest-first.ts'
import { endRegistration, type RegisteredTest, startRegistration } from './test-registry.ts'

export const WARM_RUNNER = 'warm'

const Settings = Type.Object({ warm: Type.Object({ tests: Type.Array(Type.String()) }) })

/**
 * Runs the tests of sources without sockets, database and state over and over in one process, a
 * test at a time. Loading the modules for each mutation would cost more than the tests.
 */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, WARM_RUNNER, createWarmRunner),
]

/** The mutated sources read and write this, under the name that Stryker gives it. */
interface Switch {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: {
    static: Record<string, number>
    perTest: Record<string, Record<string, number>>
  }
}

interface KnownTest extends RegisteredTest {
  readonly id: string
  readonly file: string
}

/** The map has the test files that load a source, the fastest first. */
const Reach = Type.Record(Type.String(), Type.Array(Type.String()))
/** The processes after the first find the file in the folder of the copied sources. */
const REACH_FILE = '.mutation-reach.json'
const TEST_REGISTRY = new URL('./test-registry.ts', import.meta.url).href
const ID_SEPARATOR = ' > '

createWarmRunner.inject = tokens(commonTokens.options)
function createWarmRunner(options: unknown): TestRunner {
  const { tests: testFiles } = Parse(Settings, options).warm
  const mutants: Switch = {}
  Reflect.set(globalThis, '__stryker__', mutants)
  const importedBy = new Map<string, Set<string>>()
  const testsOf = new Map<string, readonly KnownTest[]>()
  let mutantsTried = 0
  let isSpoilt = false

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:test') return { url: TEST_REGISTRY, shortCircuit: true }
      const found = next(specifier, context)
      if (context.parentURL !== undefined) {
        const importers = importedBy.get(found.url) ?? new Set()
        importedBy.set(found.url, importers.add(context.parentURL))
      }
      return found
    },
  })

  return { capabilities: () => ({ reloadEnvironment: false }), dryRun, mutantRun }

  async function dryRun(): Promise<DryRunResult> {
    const tests: KnownTest[] = []
    for (const file of testFiles) tests.push(...(await testsIn(file)))
    for (const test of tests) await timeTest(test)
    const first = mutants.mutantCoverage ?? { static: {}, perTest: {} }
    const atFirst = Object.values(first.perTest)
    first.perTest = {}
    const results: TestResult[] = []
    for (const test of tests) results.push(await timeTest(test))
    const again = new Set(Object.values(first.perTest).flatMap((hits) => Object.keys(hits)))
    // What runs the first time only, a test that comes later does not reach in a warm process.
    for (const hits of atFirst) {
      for (const [id, count] of Object.entries(hits)) if (!again.has(id)) first.static[id] = count
    }
    writeReach(results)
    return { status: DryRunStatus.Complete, ...fastestFirst(results, first) }
  }

  async function mutantRun(run: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker starts another process and asks it.
    if (isSpoilt) process.exit(1)
    const isFirst = mutantsTried++ === 0
    let count = 0
    try {
      for await (const test of testsFor(run)) {
        count++
        const error = await runTest(test)
        if (error === null) continue
        mutants.activeMutant = undefined
        // A mutation can leave something behind, which must not look like the effect of the next one.
        isSpoilt = run.mutantActivation === 'static' || (await runTest(test)) !== null
        if (isSpoilt && !isFirst) process.exit(1)
        return {
          status: MutantRunStatus.Killed,
          killedBy: [test.id],
          failureMessage: inspect(error),
          nrOfTests: count,
        }
      }
      return { status: MutantRunStatus.Survived, nrOfTests: count }
    } catch (error) {
      // The sources did not load with the mutation.
      isSpoilt = true
      return {
        status: MutantRunStatus.Killed,
        killedBy: [],
        failureMessage: inspect(error),
        nrOfTests: count,
      }
    } finally {
      mutants.activeMutant = undefined
    }
  }

  async function* testsFor(run: MutantRunOptions): AsyncGenerator<KnownTest> {
    const filter = run.mutantActivation === 'static' ? undefined : run.testFilter
    if (filter === undefined) {
      activate(run)
      for (const file of reachOf(run.sandboxFileName)) yield* await testsIn(file)
      return
    }
    const known = new Map<string, KnownTest>()
    for (const file of new Set(filter.map((id) => id.split(ID_SEPARATOR)[0] ?? ''))) {
      for (const test of await testsIn(file)) known.set(test.id, test)
    }
    activate(run)
    for (const id of filter) {
      const test = known.get(id)
      if (test) yield test
    }
  }

  function activate({ activeMutant, hitLimit }: MutantRunOptions): void {
    mutants.hitCount = 0
    mutants.hitLimit = hitLimit
    mutants.activeMutant = activeMutant.id
  }

  async function testsIn(file: string): Promise<readonly KnownTest[]> {
    const known = testsOf.get(file)
    if (known) return known
    startRegistration()
    await import(pathToFileURL(resolve(file)).href)
    const registered = endRegistration()
    if (registered.before.length + registered.after.length > 0) {
      throw new Error(`Tests with hooks of a file keep state: ${file}`)
    }
    const tests = registered.tests.map(({ name, run }, at) => ({
      name,
      run,
      file,
      id: [file, at, name].join(ID_SEPARATOR),
    }))
    testsOf.set(file, tests)
    return tests
  }

  async function timeTest(test: KnownTest): Promise<TestResult> {
    const before = performance.now()
    mutants.currentTestId = test.id
    const error = await runTest(test)
    mutants.currentTestId = undefined
    const result = {
      id: test.id,
      name: test.name,
      fileName: test.file,
      timeSpentMs: performance.now() - before,
    }
    if (error === null) return { ...result, status: TestStatus.Success }
    return { ...result, status: TestStatus.Failed, failureMessage: inspect(error) }
  }

  async function runTest(test: KnownTest): Promise<unknown> {
    try {
      await test.run()
      return null
    } catch (error) {
      return error ?? 'no error'
    }
  }

  function writeReach(results: readonly TestResult[]): void {
    const durations = new Map<string, number>()
    for (const { fileName = '', timeSpentMs } of results) {
      durations.set(fileName, (durations.get(fileName) ?? 0) + timeSpentMs)
    }
    const byTime = testFiles.toSorted((a, b) => (durations.get(a) ?? 0) - (durations.get(b) ?? 0))
    const sources = [...importedBy.keys()].filter((url) => url.startsWith('file:')).map(pathOf)
    const reach: Record<string, string[]> = Object.fromEntries(sources.map((path) => [path, []]))
    const imports = new Map<string, string[]>()
    for (const [url, importers] of importedBy) {
      for (const importer of importers)
        imports.set(importer, [...(imports.get(importer) ?? []), url])
    }
    for (const file of byTime) {
      const loaded = new Set([pathToFileURL(resolve(file)).href])
      for (const url of loaded) for (const next of imports.get(url) ?? []) loaded.add(next)
      for (const url of loaded) if (url.startsWith('file:')) reach[pathOf(url)]?.push(file)
    }
    writeFileSync(REACH_FILE, JSON.stringify(reach))
  }

  function reachOf(source: string): readonly string[] {
    if (!existsSync(REACH_FILE)) return testFiles
    const reach = Parse(Reach, JSON.parse(readFileSync(REACH_FILE, 'utf8')))
    return reach[relative(process.cwd(), source).replaceAll('\\', '/')] ?? []
  }
}

function pathOf(url: string): string {
  return relative(process.cwd(), fileURLToPath(url)).replaceAll('\\', '/')
}
