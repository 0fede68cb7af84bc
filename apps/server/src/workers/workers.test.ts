import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { isAlive } from '../platform/db/embedded/orphan.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { type RunningMain, runMain } from '../testing/main-process.ts'
import { findWorkers } from './workers.fixture.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

function run(t: TestContext, env: Record<string, string> = {}): RunningMain {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-workers-'))
  const main = runMain({
    ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, WORKERS: '2' },
    ...{ AUTH_JWT_SECRET: 'the same secret for every server of this file', ...env },
  })
  t.after(async () => {
    await main.kill()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  return main
}

/** The log's lines, as far as they are complete. */
function linesOf(main: RunningMain): Record<string, unknown>[] {
  const lines = main.stderr().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

const workersOf = (lines: readonly Record<string, unknown>[]) =>
  [...new Set(lines.map(({ worker }) => worker))].toSorted((a, b) => Number(a) - Number(b))

/** Each request on a connection of its own; one that a killed process has just taken is not answered. */
async function get(main: RunningMain, path: string): Promise<number | null> {
  const signal = AbortSignal.timeout(2_000)
  const headers = { connection: 'close' }
  const answer = await fetch(main.url() + path, { headers, signal }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? null
}

test('every worker answers on the one port, and its lines in the log have its number', async (t) => {
  const main = run(t)
  await main.listening
  const requests = () => linesOf(main).filter(({ msg }) => msg === 'request')
  while (workersOf(requests()).length < 2) assert.equal(await get(main, '/api/Nothing'), 404)
  assert.deepEqual(workersOf(requests()), [1, 2])
  assert.equal(await main.stop(), 0)
  const stopped = linesOf(main).filter(({ msg }) => msg === 'stopping')
  assert.deepEqual(workersOf(stopped), [1, 2, undefined])
})

test('SIGUSR2 to the supervisor switches the log level of every worker', async (t) => {
  const main = run(t, { LOG_LEVEL: 'warn' })
  await main.listening
  main.signal('SIGUSR2')
  const requests = () => linesOf(main).filter(({ msg }) => msg === 'request')
  while (workersOf(requests()).length < 2) await get(main, '/healthz')
  assert.equal(await main.stop(), 0)
})

test('METRICS_PORT has the sum of all workers, and what passes between them', async (t) => {
  const main = run(t, { METRICS_PORT: '0', LOG_LEVEL: 'info' })
  await main.listening
  for (let request = 0; request < 10; request++) await get(main, '/healthz')
  const [port] = linesOf(main).flatMap(({ metricsPort }) => metricsPort ?? [])
  const text = await (await fetch(`http://127.0.0.1:${Number(port)}/metrics`)).text()
  assert.match(text, /^pitboard_workers 2$/m)
  assert.match(text, /^pitboard_hub_members 2$/m)
  assert.match(text, /^pitboard_hub_messages_total [1-9]/m)
  assert.match(text, /^pitboard_hub_bytes_total [1-9]/m)
  assert.match(text, /^pitboard_hub_dropped_total\{reason="slow"\} 0$/m)
  // One of them is the leader.
  assert.match(text, /^pitboard_leader 1$/m)
  assert.match(text, /^pitboard_http_request_seconds_count\{.*route="\/healthz".*\} 10$/m)
})

test('a worker that is killed is replaced at once; the others answer meanwhile', async (t) => {
  const main = run(t)
  await main.listening
  const [first, second] = await findWorkers(main.pid)
  assert.ok(first && second)
  process.kill(first, 'SIGKILL')
  const listening = () => linesOf(main).filter(({ msg }) => /Server listening/.test(String(msg)))
  let unanswered = 0
  while (listening().length < 3) if ((await get(main, '/healthz')) !== 200) unanswered++
  assert.ok(unanswered <= 1)
  const workers = await findWorkers(main.pid)
  assert.equal(workers.length, 2)
  assert.ok(workers.includes(second) && !workers.includes(first))
  assert.equal(await main.stop(), 0)
})

test('a worker that stands still is ended and replaced', async (t) => {
  const main = run(t)
  await main.listening
  const [first] = await findWorkers(main.pid)
  assert.ok(first)
  process.kill(first, 'SIGSTOP')
  await main.until(() =>
    linesOf(main).some(({ msg }) => msg === 'A worker stands still and is ended'),
  )
  await main.until(() => !isAlive(first))
})

test('workers end in order after their supervisor was killed, and a new start waits for them', async (t) => {
  const main = run(t)
  await main.listening
  const workers = await findWorkers(main.pid)
  assert.equal(workers.length, 2)
  main.signal('SIGKILL')
  const next = runMain({ ...main.env, WORKERS: '1' })
  t.after(() => next.kill())
  await next.listening
  assert.deepEqual(workers.filter(isAlive), [])
  assert.equal(await get(next, '/healthz'), 200)
  assert.equal(await next.stop(), 0)
})

test('a later signal ends the supervisor and its workers at once', async (t) => {
  const main = run(t)
  await main.listening
  const workers = await findWorkers(main.pid)
  for (const pid of workers) process.kill(pid, 'SIGSTOP')
  const insist = setInterval(() => void main.stop(), 50)
  t.after(() => clearInterval(insist))
  assert.equal(await main.ended, 1)
  await main.until(() => workers.every((pid) => !isAlive(pid))).catch(() => {})
})

test('a start that no worker survives ends with the reason', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const main = run(t, { PORT: String(port), LOG_LEVEL: 'silent' })
  assert.equal(await main.ended, 1)
  assert.ok(main.stderr().startsWith(`Port ${port} of 127.0.0.1 is taken`), main.stderr())
})

for (const WORKERS of ['0', '65', '-1', 'two', '1.5']) {
  test(`WORKERS=${WORKERS} stops the start with what it expects`, async (t) => {
    const main = run(t, { WORKERS })
    assert.equal(await main.ended, 1)
    assert.match(main.stderr(), /^WORKERS must be auto, or a number of processes from 1 to 64, not/)
  })
}
