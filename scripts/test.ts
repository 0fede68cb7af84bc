import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startTestCluster } from '@pitboard/server/testing/cluster'
import { findChromium } from '@pitboard/e2e/chromium'
import { groupFiles, longestFirst, TIMED_FLOWS, WAITING_FLOW } from './test/order.ts'
import { makeRunFolder } from './test/run-folder.ts'

/**
 * Everything a change must pass: lint and format, types, then all tests on one PostgreSQL (the web
 * app was built before). Browser flows come after, three at a time, and last those that measure times.
 * `npm test -- sim e2e` runs the test files with one of the words in their path.
 */
const words = process.argv.slice(2)

/** A test that hangs is a failure, and not the end of the run. */
const TEST_TIMEOUT_MS = 8 * 60_000
/** What a test that was given up has left can hold its process without end; tests report in this time. */
const SILENCE_MAX_MS = 12 * 60_000

let passed = 0
let failed = 0
const skipped: string[] = []

function count(ok: boolean): void {
  if (ok) passed++
  else failed++
}

async function check(title: string, command: string, args: string[]): Promise<void> {
  const startedAt = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: false })
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

async function runTests(files: string[], concurrency: number): Promise<void> {
  if (files.length === 0) return
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
  const tests = run({ files, concurrency, timeout: TEST_TIMEOUT_MS, signal: silence.signal })
  tests.on('data', () => watch.refresh())
  tests.on('test:pass', ({ name, skip, details }) => {
    if (details.type === 'suite') return
    if (skip === undefined) passed++
    else skipped.push(`${name}: ${skip}`)
  })
  tests.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') failed++
  })
  const report = tests.compose(spec)
  report.pipe(process.stdout, { end: false })
  await new Promise<void>((resolve, reject) => {
    report.on('end', resolve)
    report.on('error', reject)
  })
  clearTimeout(watch)
}

function testFiles(pattern: string): string[] {
  const files = globSync(pattern, {
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).map((file) => file.replaceAll('\\', '/'))
  return longestFirst(
    files.filter((file) => words.length === 0 || words.some((word) => file.includes(word))),
  )
}

async function testAll(): Promise<void> {
  const folder = makeRunFolder()
  process.env['TMPDIR'] = folder.path
  // Most processes load the same modules: what the first has made of their text serves all.
  process.env['NODE_COMPILE_CACHE'] = join(folder.path, 'compiled')
  try {
    const cluster = await startTestCluster()
    process.env['TEST_DATABASE_URL'] = cluster.url
    try {
      await testFolders(folder.path)
    } finally {
      await cluster.stop()
    }
  } finally {
    folder.remove()
  }
}

function isTimed(file: string): boolean {
  return TIMED_FLOWS.includes(file)
}

function isBrowserTest(file: string): boolean {
  return /^(apps\/web\/page-tests|e2e)\//.test(file) && file !== WAITING_FLOW
}

async function testFolders(folder: string): Promise<void> {
  // Most of their time they wait for sockets and the database: twice as many as there are cores.
  const besides = availableParallelism() * 2
  const units = testFiles(`{{packages,apps,scripts,sim}/**/*.test.ts,${WAITING_FLOW}}`)
  await runTests(
    groupFiles(
      units.filter((file) => !isBrowserTest(file)),
      folder,
    ),
    besides,
  )
  const flows = testFiles('{apps/web/page-tests,e2e}/**/*.test.ts').filter(isBrowserTest)
  if (flows.length > 0 && findChromium() === null) {
    console.log(
      '✖ The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
    )
    failed++
  } else {
    await runTests(
      flows.filter((file) => !isTimed(file)),
      3,
    )
    await runTests(flows.filter(isTimed), 1)
  }
}

if (!existsSync('../shared/captures')) {
  console.log('⚠ ../shared/captures is missing: tests on real datagrams will be skipped.')
}
if (words.length === 0) {
  await check('lint', 'oxlint', ['--type-aware', '--deny-warnings'])
  await check('format', 'oxfmt', ['--check'])
  await check('types', 'tsc', ['--noEmit'])
  await check('types of the web app', 'tsc', ['--noEmit', '-p', 'apps/web'])
}

try {
  await testAll()
} catch (error) {
  console.error(error)
  failed++
}

process.exitCode = failed === 0 ? 0 : 1
if (skipped.length > 0) console.log(`${skipped.length} skipped:\n  ${skipped.join('\n  ')}`)
console.log(`${passed} passed, ${failed} failed`)
