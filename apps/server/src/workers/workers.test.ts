import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { untilPasses } from '@pitboard/contract/testing/patience'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { isAlive } from '../platform/db/embedded/orphan.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { type RunningMain, runMain } from '../testing/main-process.ts'
import { findWorkers } from './workers.fixture.ts'

let database: TestDatabase
/**
 * Most tests share this server, one after the other, because three processes take seconds to start. The last test kills
 * it.
 */
let shared: RunningMain
let sharedDir: string
before(async () => {
  database = await openTestDatabase()
  sharedDir = mkdtempSync(join(tmpdir(), 'pitboard-workers-'))
  shared = start(sharedDir, { METRICS_PORT: '0', LOG_LEVEL: 'info' })
  await shared.listening
})
after(async () => {
  await shared.kill()
  await database.close()
  rmSync(sharedDir, { recursive: true, force: true, maxRetries: 5 })
})

function start(dataDir: string, env: Record<string, string>): RunningMain {
  return runMain({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    WORKERS: '2',
    AUTH_JWT_SECRET: 'the same secret for every server of this file',
    ...env,
  })
}

function run(t: TestContext, env: Record<string, string> = {}): RunningMain {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-workers-'))
  const main = start(dataDir, env)
  t.after(async () => {
    await main.kill()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  return main
}

/** Returns the log's lines, as far as they are complete. */
function linesOf(main: RunningMain): Record<string, unknown>[] {
  const lines = main.stderr().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

const workersOf = (lines: readonly Record<string, unknown>[]) =>
  [...new Set(lines.map(({ worker }) => worker))].toSorted((a, b) => Number(a) - Number(b))

const requestsTo = (main: RunningMain, wanted: string) =>
  linesOf(main).filter(({ msg, path }) => msg === 'request' && path === wanted)

/** Sends each request on a connection of its own; one that a killed process has just taken is not answered. */
async function get(main: RunningMain, path: string): Promise<number | null> {
  const signal = AbortSignal.timeout(2_000)
  const headers = { connection: 'close' }
  const answer = await fetch(main.url() + path, { headers, signal }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? null
}

test('METRICS_PORT has the sum of all workers, and what passes between them', async () => {
  for (let request = 0; request < 10; request++) await get(shared, '/healthz')
  const [port] = linesOf(shared).flatMap(({ metricsPort }) => metricsPort ?? [])
  const read = async () => (await fetch(`http://127.0.0.1:${Number(port)}/metrics`)).text()
  // One of them is the leader, which it becomes after it listens.
  await untilPasses(async () => assert.match(await read(), /^pitboard_leader 1$/m))
  const text = await read()
  assert.match(text, /^pitboard_workers 2$/m)
  assert.match(text, /^pitboard_hub_members 2$/m)
  assert.match(text, /^pitboard_hub_messages_total [1-9]/m)
  assert.match(text, /^pitboard_hub_bytes_total [1-9]/m)
  assert.match(text, /^pitboard_hub_dropped_total\{reason="slow"\} 0$/m)
  assert.match(text, /^pitboard_http_request_seconds_count\{.*route="\/healthz".*\} 10$/m)
})

test('every worker answers on the one port, and its lines in the log have its number', async () => {
  const requests = () => requestsTo(shared, '/api/Nothing')
  while (workersOf(requests()).length < 2) assert.equal(await get(shared, '/api/Nothing'), 404)
  assert.deepEqual(workersOf(requests()), [1, 2])
})

test('SIGUSR2 to the supervisor switches the log level of every worker', async () => {
  // Requests of monitoring are logged only at the level `debug`.
  const requests = () => requestsTo(shared, '/healthz')
  assert.deepEqual(requests(), [])
  shared.signal('SIGUSR2')
  while (workersOf(requests()).length < 2) await get(shared, '/healthz')
})

test('a worker that is killed is replaced at once; the others answer meanwhile', async () => {
  const [first, second] = await findWorkers(shared.pid)
  assert.ok(first && second)
  const listening = () => linesOf(shared).filter(({ msg }) => /Server listening/.test(String(msg)))
  const started = listening().length
  process.kill(first, 'SIGKILL')
  let unanswered = 0
  while (listening().length === started) if ((await get(shared, '/healthz')) !== 200) unanswered++
  assert.ok(unanswered <= 1)
  const workers = await findWorkers(shared.pid)
  assert.equal(workers.length, 2)
  assert.ok(workers.includes(second) && !workers.includes(first))
})

onlyInLongRun(() => {
  test('a worker that stands still is ended and replaced', async () => {
    const [first, second] = await findWorkers(shared.pid)
    assert.ok(first && second)
    process.kill(first, 'SIGSTOP')
    await shared.until(() =>
      linesOf(shared).some(({ msg }) => msg === 'A worker stands still and is ended'),
    )
    await shared.until(() => !isAlive(first))
    for (;;) {
      const workers = await findWorkers(shared.pid)
      if (workers.length === 2 && workers.includes(second)) return
    }
  })
})

onlyInLongRun(() => {
  test('workers end in order after their supervisor was killed, and a new start waits for them', async (t) => {
    const workers = await findWorkers(shared.pid)
    assert.equal(workers.length, 2)
    shared.signal('SIGKILL')
    const next = runMain({ ...shared.env, WORKERS: '1' })
    t.after(() => next.kill())
    await next.listening
    assert.deepEqual(workers.filter(isAlive), [])
    assert.equal(await get(next, '/healthz'), 200)
    assert.equal(await next.stop(), 0)
  })
})

onlyInLongRun(() => {
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
})

onlyInLongRun(() => {
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
})
