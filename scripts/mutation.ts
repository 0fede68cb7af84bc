import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestCluster } from '@pitboard/server/testing/cluster'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import {
  AREAS,
  HOOK,
  KILLED_MIN_PERCENT,
  type MutationArea,
  NOT_MUTATED,
  TESTS_NOT_RUN,
} from './mutation/areas.ts'
import { copySources } from './mutation/copy-sources.ts'
import { EQUIVALENT_MUTANTS, type EquivalentMutant } from './mutation/equivalent-mutants.ts'
import { RUNNER } from './mutation/in-process/stryker-plugin.ts'
import { WARM_RUNNER } from './mutation/in-process/warm-plugin.ts'
import { estimateShare, isSampled, type Sample, type SampledMutant } from './mutation/sample.ts'
import { SAMPLE_CHECKER } from './mutation/sample-plugin.ts'
import { SURVIVOR_REPORTER } from './mutation/survivor-plugin.ts'

/**
 * `npm run mutation -- PATH [--share PERCENT] [--seed TEXT]` changes the sources below the path in
 * small ways, one at a time, and lists the changes that no test of their area notices. `--share 20`
 * draws about a fifth of the changes, the same ones for a seed, to estimate a large area.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
})
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REPORTS = join(ROOT, 'reports/mutation')
const REPORT = 'reports/mutation/mutation.json'

const Place = Type.Object({ line: Type.Integer(), column: Type.Integer() })
const Report = Type.Object({
  files: Type.Record(
    Type.String(),
    Type.Object({
      source: Type.String(),
      mutants: Type.Array(
        Type.Object({
          status: Type.String(),
          mutatorName: Type.String(),
          replacement: Type.Optional(Type.String()),
          location: Type.Object({ start: Place, end: Place }),
        }),
      ),
    }),
  ),
})
type Report = Type.Static<typeof Report>
type Mutant = Report['files'][string]['mutants'][number]

/** A mutation of these states is neither noticed nor missed by a test. */
const NOT_VALID = new Set(['Ignored', 'CompileError', 'RuntimeError'])

const areas = AREAS.filter((area) => chooseFiles(area).length > 0)
if (areas.length === 0) {
  const known = AREAS.map(({ folder }) => `  ${folder}`).join('\n')
  fail(`Name a file or folder in one of these:\n${known}`)
}
const share = Number(values.share)
if (!(share > 0 && share <= 100)) fail('--share is a percentage, more than 0 and at most 100.')
const sample: Sample = { percent: share, seed: values.seed }
let isStrong = true
for (const area of areas) isStrong = (await mutate(area)) && isStrong
// A share is an estimate, which fails nothing.
process.exitCode = isStrong || share < 100 ? 0 : 1

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/** Resolves with whether the tests notice enough of the area's mutations. */
async function mutate(area: MutationArea): Promise<boolean> {
  const files = chooseFiles(area)
  console.log(`${area.folder}: ${files.length} files`)
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-mutation-'))
  const cluster = area.needsDatabase === true ? await startTestCluster() : null
  try {
    copySources(ROOT, folder)
    writeFileSync(join(folder, 'stryker.config.json'), JSON.stringify(settingsOf(area, files)))
    await runStryker(folder, cluster?.url)
    const reports = join(REPORTS, area.folder.replaceAll('/', '-'))
    cpSync(join(folder, 'reports/mutation'), reports, { recursive: true })
    return describe(area, Parse(Report, JSON.parse(readFileSync(join(folder, REPORT), 'utf8'))))
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function chooseFiles({ folder, sources }: MutationArea): string[] {
  const all = sources
    .flatMap((pattern) => globSync(join(folder, pattern), { cwd: ROOT }))
    .map((file) => file.replaceAll('\\', '/'))
  const wanted = all.filter(
    (file) =>
      !NOT_MUTATED.test(file) &&
      (!HOOK.test(file) || existsSync(join(ROOT, file.replace(/\.ts$/, '.test.ts')))) &&
      positionals.some((path) => file.startsWith(path) || folder.startsWith(path)),
  )
  return wanted.toSorted()
}

function settingsOf(area: MutationArea, files: readonly string[]): object {
  const { plugins, ...runner } = runnerOf(area)
  return {
    ...runner,
    plugins: [
      ...plugins,
      join(ROOT, 'scripts/mutation/sample-plugin.ts'),
      join(ROOT, 'scripts/mutation/survivor-plugin.ts'),
    ],
    checkers: share < 100 ? [SAMPLE_CHECKER] : [],
    sample,
    mutate: files,
    inPlace: true,
    coverageAnalysis: 'perTest',
    // Types are stripped before a test runs, not checked.
    disableTypeChecks: false,
    reporters: ['json', 'html', SURVIVOR_REPORTER],
    jsonReporter: { fileName: REPORT },
    timeoutMS: area.inProcess ? 8_000 : 20_000,
    dryRunTimeoutMinutes: 30,
    allowEmpty: true,
    warnings: { unknownOptions: false, slow: false },
  }
}

interface RunnerSettings {
  readonly testRunner: string
  readonly plugins: readonly string[]
}

function runnerOf({ tests, inProcess, isPure }: MutationArea): RunnerSettings {
  if (isPure === true) return runWarm(tests)
  return inProcess ? runInProcess(tests, inProcess.stable) : runAsProcesses(tests)
}

function runWarm(patterns: readonly string[]) {
  return {
    testRunner: WARM_RUNNER,
    plugins: [join(ROOT, 'scripts/mutation/in-process/warm-plugin.ts')],
    warm: { tests: listTests(patterns) },
  }
}

function runInProcess(patterns: readonly string[], stable: readonly string[]) {
  return {
    testRunner: RUNNER,
    plugins: [join(ROOT, 'scripts/mutation/in-process/stryker-plugin.ts')],
    inProcess: { tests: listTests(patterns), stable },
    // Modules of earlier runs stay in memory.
    maxTestRunnerReuse: 300,
  }
}

function listTests(patterns: readonly string[]): string[] {
  const files = globSync([...patterns], { cwd: ROOT, exclude: TESTS_NOT_RUN })
  return files.map((file) => file.replaceAll('\\', '/')).toSorted()
}

function runAsProcesses(tests: readonly string[]) {
  return {
    testRunner: 'tap',
    plugins: ['@stryker-mutator/tap-runner'],
    tap: {
      testFiles: tests,
      nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
    },
  }
}

async function runStryker(cwd: string, databaseUrl: string | undefined): Promise<void> {
  const program = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const child = spawn(process.execPath, [program, 'run'], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(cwd, '.compiled'),
      // A mutant that lives in one run and dies in the next says nothing.
      NODE_OPTIONS: `--import=${new URL('test/repeatable-properties.ts', import.meta.url).href}`,
      ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }),
    },
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0 || !existsSync(join(cwd, REPORT))) throw new Error('The mutation run failed')
}

interface Score {
  killed: number
  equivalent: number
  /** Counts mutations that the compiler refuses, as a test would. */
  refused: number
  sampled: number
  /** Counts all mutations, sampled or not: what a sample stands for. */
  all: number
}

function describe({ folder, typedTexts }: MutationArea, { files }: Report): boolean {
  const scores = new Map<string, Score>()
  const matched = new Set<EquivalentMutant>()
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      const { status } = mutant
      const isDrawn = isSampled(sample, file, sampledMutantOf(mutant))
      if (isDrawn && NOT_VALID.has(status)) continue
      const equivalent = findEquivalent(file, source, mutant)
      if (equivalent) matched.add(equivalent)
      const isRefused =
        mutant.replacement === '""' && typedTexts?.test(textAt(source, mutant)) === true
      const isKilled = status === 'Killed' || status === 'Timeout'
      for (const group of new Set([folder, dirname(file)])) {
        const score = scores.get(group) ?? {
          killed: 0,
          equivalent: 0,
          refused: 0,
          sampled: 0,
          all: 0,
        }
        scores.set(group, score)
        if (equivalent) score.equivalent += Number(isDrawn)
        else if (isRefused) score.refused += Number(isDrawn)
        else score.all++
        if (!isDrawn || equivalent || isRefused) continue
        score.sampled++
        if (isKilled) score.killed++
      }
      if (!isDrawn || isKilled || equivalent || isRefused) continue
      const { line } = mutant.location.start
      const change = `${textAt(source, mutant)} → ${mutant.replacement ?? ''}`
      console.log(`${status} ${file}:${line} ${change.replaceAll(/\s+/g, ' ').slice(0, 160)}`)
    }
  }
  for (const known of EQUIVALENT_MUTANTS) {
    if (known.file in files && !matched.has(known)) {
      console.log(`No longer a mutation of ${known.file}: ${known.line}`)
    }
  }
  for (const [group, score] of [...scores].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    console.log(`${group}: ${describeScore(score)}`)
  }
  const total = scores.get(folder)
  return total === undefined || percentOf(total) >= KILLED_MIN_PERCENT
}

function describeScore(score: Score): string {
  const { killed, sampled, all, equivalent, refused } = score
  const { from, to } = estimateShare(score)
  const interval = sampled < all ? `, ${from.toFixed(1)} to ${to.toFixed(1)} % of ${all}` : ''
  const percent = percentOf(score).toFixed(1)
  const others = `${equivalent} equivalent, ${refused} refused by the compiler`
  return `${killed} of ${sampled} killed (${percent} %${interval}), ${others}`
}

function percentOf({ killed, sampled }: Score): number {
  return sampled === 0 ? 100 : (killed / sampled) * 100
}

function sampledMutantOf({ mutatorName, replacement = '', location }: Mutant): SampledMutant {
  const { start, end } = location
  return {
    mutatorName,
    replacement,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  }
}

function findEquivalent(
  file: string,
  source: string,
  mutant: Mutant,
): EquivalentMutant | undefined {
  const line = source.split('\n')[mutant.location.start.line - 1]?.trim()
  return EQUIVALENT_MUTANTS.find(
    (known) =>
      known.file === file &&
      known.line === line &&
      known.original === textAt(source, mutant) &&
      known.mutated === mutant.replacement,
  )
}

/** Returns the text that a mutation replaces. Lines and columns count from 1. */
function textAt(source: string, { location: { start, end } }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
    )
    .join('\n')
}
