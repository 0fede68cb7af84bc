import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { startTestCluster } from '@pitboard/server/testing/cluster'
import { adviseOnProgram, listMissingPrograms } from '@pitboard/server/testing/outside-programs'
import { tieToThisProcess } from '@pitboard/server/testing/tie'
import { serveBrowser } from '@pitboard/web/testing/browser'
import { ensureChromium } from '@pitboard/web/testing/chromium'
import {
  type Durations,
  describeSlowest,
  readDurations,
  sortLongestFirst,
  writeDurations,
} from './test/durations.ts'
import { FILES_PER_PROCESS, startTestQueue } from './test/queue.ts'
import { makeRunFolder } from './test/run-folder.ts'

/**
 * Everything a change must pass: lint and format, types, the builds, then all tests on one PostgreSQL
 * and one Chromium. `npm test -- sim e2e` runs the test files with one of the words in their path.
 * `npm run test:all` adds what only repeats a rule with more seeds, rates and versions.
 */
const isAll = process.argv.includes('--all')
const words = process.argv.slice(2).filter((word) => word !== '--all')

/** Rules with limits in time are tested after all others, which would make them late. */
const TIMED_FILES = ['e2e/live-links.long.test.ts', 'e2e/rolling-restart.long.test.ts']
/** Only the long run needs these files: `npm test` has a smaller test of each of their rules. */
const LONG_FILE = /\.long\.test\.ts$/
const BROWSER_FILE = /^(apps\/web\/(page-tests|testing)|e2e)\//
const WORKER = fileURLToPath(new URL('./test/worker.ts', import.meta.url))
const CURRENT_TEST = new URL('./test/current-test.ts', import.meta.url).href
/** What a test that was given up has left can hold its process without end; tests report in this time. */
const SILENCE_MAX_MS = 12 * 60_000

let passed = 0
let failed = 0
/** The names of tests stand by the reason why they did not run. */
const leftOut = new Map<string, string[]>()
const durations: Durations = new Map()

function count(ok: boolean): void {
  if (ok) passed++
  else failed++
}

async function check(
  title: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const startedAt = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: false,
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.on('close', resolve)
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✔' : '✖'} ${title} (${seconds}s)`)
  if (code !== 0) console.log(output)
  count(code === 0)
}

async function checkLint(): Promise<void> {
  // Its threads each work out the same types: several take twice the processor of one.
  await check('lint', 'oxlint', ['--type-aware', '--deny-warnings'], { GOMAXPROCS: '1' })
  await check('format', 'oxfmt', ['--check'])
}

async function checkTypes(): Promise<void> {
  const args = ['--noEmit', '--singleThreaded']
  await check('types', 'tsc', args)
  await check('types of the web app', 'tsc', [...args, '-p', 'apps/web'])
}

/** Tests of single words build what they need when they need it. */
async function buildApps(): Promise<void> {
  const builds = ['server', 'web', 'compressed', 'recorder']
  await check('builds', 'node', ['scripts/prepare.mjs', ...builds])
  process.env['TEST_APPS_ARE_BUILT'] = 'true'
}

async function runTests(files: readonly string[], concurrency: number): Promise<void> {
  if (files.length === 0) return
  const queue = await startTestQueue(files)
  process.env['TEST_QUEUE_URL'] = queue.url
  try {
    // A process that dies leaves its turns to others.
    for (let before = Infinity; queue.length() > 0;) {
      if (queue.length() === before) throw new Error('No process takes test files')
      before = queue.length()
      const replacements = Math.ceil(before / FILES_PER_PROCESS)
      await runWorkers(Math.min(before, concurrency + replacements), concurrency)
    }
  } finally {
    await queue.close()
  }
}

async function runWorkers(workers: number, concurrency: number): Promise<void> {
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
  const files = Array.from({ length: workers }, () => WORKER)
  const execArgv = ['--import', CURRENT_TEST]
  const tests = run({ files, concurrency, execArgv, signal: silence.signal })
  tests.on('data', () => watch.refresh())
  tests.on('test:pass', ({ name, skip, nesting, details }) => {
    if (skip !== undefined) noteLeftOut(name, String(skip))
    else if (details.type === 'suite') noteDuration(name, nesting, details.duration_ms)
    else if (name !== WORKER) passed++
  })
  tests.on('test:fail', ({ name, nesting, details }) => {
    if (details.type === 'suite') noteDuration(name, nesting, details.duration_ms)
    if (details.type !== 'suite' || !isOnlyOfItsTests(details.error)) failed++
  })
  await pipeline(tests, omitIdleWorkers, new spec(), process.stdout, { end: false })
  clearTimeout(watch)
}

function noteLeftOut(name: string, reason: string): void {
  leftOut.set(reason, [...(leftOut.get(reason) ?? []), name])
}

/** A process that found no file left reports itself as a test that passed. */
async function* omitIdleWorkers(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  for await (const event of events) {
    if (event.type !== 'test:pass' || event.data.name !== WORKER) yield event
  }
}

/** The outermost suites are files. */
function noteDuration(name: string, nesting: number, ms: number): void {
  if (nesting === 0) durations.set(name, ms)
}

/** A suite can fail by a hook or a limit of its own too: then no test of it has counted that. */
function isOnlyOfItsTests(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed'
}

function listTestFiles(): string[] {
  const files = globSync('{packages,apps,scripts,sim,e2e,bench}/**/*.test.ts', {
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).map((file) => file.replaceAll('\\', '/'))
  if (words.length > 0) return files.filter((file) => words.some((word) => file.includes(word)))
  return isAll ? files : files.filter((file) => !LONG_FILE.test(file))
}

function needsBrowser(files: readonly string[]): boolean {
  return files.some((file) => BROWSER_FILE.test(file))
}

async function testFiles(files: readonly string[]): Promise<void> {
  const folder = makeRunFolder()
  process.env['TMPDIR'] = folder.path
  if (isAll) process.env['TEST_ALL'] = 'true'
  // Most processes load the same modules: what the first has made of their text serves all, in later
  // runs as well. Without it a server takes a second of the processor more to start.
  process.env['NODE_COMPILE_CACHE'] = resolve('node_modules/.cache/compiled-for-tests')
  const parts: (() => Promise<void>)[] = [async () => folder.remove()]
  try {
    if (needsBrowser(files)) {
      const browser = await serveBrowser()
      process.env['TEST_BROWSER_URL'] = browser.wsEndpoint()
      const release = tieToThisProcess([], browser.process().pid)
      parts.unshift(async () => {
        release()
        await browser.close()
      })
    }
    const cluster = await startTestCluster()
    process.env['TEST_DATABASE_URL'] = cluster.url
    parts.unshift(() => cluster.stop())
    // They wait for sockets and the database at times: one more than there are cores.
    const isTimed = (file: string) => TIMED_FILES.includes(file)
    await runTests(
      files.filter((file) => !isTimed(file)),
      availableParallelism() + 1,
    )
    await runTests(files.filter(isTimed), 1)
  } finally {
    for (const stop of parts) await stop()
  }
}

if (!existsSync('../shared/captures')) {
  console.log('⚠ ../shared/captures is missing: tests on real datagrams will be skipped.')
}
for (const name of words.length > 0 ? [] : listMissingPrograms()) {
  console.log(`⚠ ${adviseOnProgram(name)} Its tests are left out.`)
}
try {
  const files = sortLongestFirst(listTestFiles(), readDurations())
  // The browser is checked first: nobody should wait for other tests to learn that it is missing.
  if (needsBrowser(files)) await ensureChromium()
  if (words.length === 0) await Promise.all([checkLint(), checkTypes().then(buildApps)])
  await testFiles(files)
} catch (error) {
  console.error(error)
  failed++
}

writeDurations(durations)
process.exitCode = failed === 0 ? 0 : 1
console.log(describeSlowest(durations))
for (const [reason, names] of leftOut) {
  console.log(`Left out (${reason}):\n  ${names.join('\n  ')}`)
}
const reasons = [...leftOut].map(([reason, { length }]) => `, ${length} left out: ${reason}`)
console.log(`${passed} passed, ${failed} failed${reasons.join('')}`)
