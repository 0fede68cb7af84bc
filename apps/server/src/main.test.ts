import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { until } from '@pitboard/contract/testing/patience'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { runMain, type RunningMain } from './testing/main-process.ts'

/** This module throws in the server's process when it gets a signal. */
const CRASH = new URL('testing/crash.fixture.ts', import.meta.url).href

let database: TestDatabase
let folder: string
/** The tests that a server survives share this one, one after the other; the last of them stops it. */
let shared: RunningMain
before(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pitboard-main-'))
  shared = start('shared')
  await shared.listening
})
after(async () => {
  await shared.kill()
  rmSync(folder, { recursive: true })
  await database.close()
})

function start(
  name: string,
  env: Record<string, string> = {},
  options: Parameters<typeof runMain>[1] = {},
): RunningMain {
  const own = {
    DATA_DIR: join(folder, name),
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: 'the same secret for every server of this file',
  }
  return runMain({ ...own, ...env }, options)
}

function run(t: TestContext, env: Record<string, string> = {}): RunningMain {
  const main = start('other', env)
  t.after(() => main.kill())
  return main
}

/** Returns the log's lines, as far as they are complete. */
function linesOf(main: RunningMain): Record<string, unknown>[] {
  const lines = main.stderr().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

test('a wrong value stops the start with its name and what it expects', async (t) => {
  const main = run(t, { LOG_LEVEL: 'loud' })
  assert.equal(await main.ended, 1)
  assert.match(main.stderr(), /^LOG_LEVEL must be one of fatal, .*, not "loud"\.\n$/)
})

test('modules that are imported when first needed are loaded at the start of the process', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const importedLate = files
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => file !== 'load-modules.ts')
    .flatMap((file) => packagesImportedLate(join(import.meta.dirname, file)))
  assert.ok(importedLate.length > 0)
  const loaded = packagesImportedLate(join(import.meta.dirname, 'load-modules.ts'))
  assert.deepEqual(loaded.toSorted(), [...new Set(importedLate)].toSorted())
})

function packagesImportedLate(file: string): string[] {
  const source = readFileSync(file, 'utf8').replaceAll(/typeof import\(/g, '')
  return [...source.matchAll(/\bimport\('([^'.][^']*)'\)/g)].map(([, name = '']) => name)
}

test('a port that is taken stops the start with a way out', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const main = run(t, { PORT: port })
  assert.equal(await main.ended, 1)
  const proposal =
    /Port (\d+) of 127\.0\.0\.1 is taken by another program\. Choose a free one: PORT=(\d+)\./
  const [, taken, free] = proposal.exec(main.stderr()) ?? []
  assert.equal(taken, port)
  assert.ok(Number(free) > Number(port))
})

test('a database that is away stops the start and is named, without its password', async (t) => {
  const main = run(t, { DATABASE_URL: 'postgres://pit:wall@127.0.0.1:1/board' })
  assert.equal(await main.ended, 1)
  assert.match(
    main.stderr(),
    /DATABASE_URL \(127\.0\.0\.1:1\/board\) can't be used: .*ECONNREFUSED/,
  )
  assert.doesNotMatch(main.stderr(), /wall/)
})

test('the log is one JSON object a line and holds no key that came with a request', async () => {
  const id = '0190a000-0000-7000-8000-000000000000'
  const from = linesOf(shared).length
  const url = `${shared.url()}/api/LiveSession/register/${id}?key=topsecret`
  assert.equal((await fetch(url, { method: 'POST' })).status, 401)
  assert.equal((await fetch(`${shared.url()}/api/Nothing?key=topsecret`)).status, 404)
  const requests = () =>
    linesOf(shared)
      .slice(from)
      .filter(({ msg }) => msg === 'request')
  await shared.until(() => requests().length === 2)
  assert.deepEqual(
    requests().map(({ method, path, status }) => [method, path, status]),
    [
      ['POST', `/api/LiveSession/register/${id}`, 401],
      ['GET', '/api/Nothing', 404],
    ],
  )
  assert.doesNotMatch(shared.stderr(), /topsecret/)
})

test('SIGUSR2 switches the log to debug and back, and a request has its id in its lines', async () => {
  // Requests of monitoring are logged only at the level `debug`.
  const ask = (id: string) => fetch(`${shared.url()}/healthz`, { headers: { 'x-request-id': id } })
  const switchTo = async (level: string) => {
    shared.signal('SIGUSR2')
    await shared.until(() => shared.stderr().includes(`"logLevel":"${level}"`))
  }
  await ask('not-logged-1')
  await switchTo('debug')
  await ask('from-a-proxy-1')
  await shared.until(() => shared.stderr().includes('"from-a-proxy-1"'))
  await switchTo('info')
  await ask('not-logged-2')
  // The lines are in the order of the requests.
  await fetch(`${shared.url()}/api/Last`)
  await shared.until(() => shared.stderr().includes('/api/Last'))
  assert.doesNotMatch(shared.stderr(), /not-logged/)
})

test('PostgreSQL that goes and returns is a line each, whatever fails meanwhile', async () => {
  const from = linesOf(shared).length
  const statusOf = async (path: string) => {
    const answer = await fetch(shared.url() + path)
    await answer.arrayBuffer()
    return answer.status
  }
  await refuseConnections(true)
  try {
    await until(async () => (await statusOf('/readyz')) === 503)
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf('/api/League')))
    assert.deepEqual(new Set(statuses), new Set([503]))
  } finally {
    await refuseConnections(false)
  }
  await until(async () => (await statusOf('/readyz')) === 200)
  await shared.until(() => shared.stderr().includes('"PostgreSQL is back"'))
  const lines = linesOf(shared).slice(from)
  assert.deepEqual(
    lines.map(({ msg }) => msg).filter((msg) => String(msg).startsWith('PostgreSQL')),
    ['PostgreSQL is away: what needs it fails or waits', 'PostgreSQL is back'],
  )
  assert.deepEqual(
    lines.filter((line) => JSON.stringify(line).includes('DatabaseAwayError')),
    [],
  )
})

async function refuseConnections(isAway: boolean): Promise<void> {
  const { pathname } = new URL(database.url)
  const name = pathname.slice(1)
  const admin = new Client({ connectionString: database.url.replace(name, 'postgres') })
  await admin.connect()
  await admin.query(`alter database ${name} with allow_connections ${!isAway}`)
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [isAway ? name : ''],
  )
  await admin.end()
}

test('SIGTERM lets a request end before the server does', async () => {
  const { port } = new URL(shared.url())
  const socket = connect(Number(port), '127.0.0.1')
  const body = '{}'
  socket.write(
    'POST /api/Nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\n\r\n`,
  )
  // This request is answered after the one above has arrived, which came first on a connection of its own.
  await fetch(`${shared.url()}/healthz`)
  const ended = shared.stop()
  await shared.until(() => shared.stderr().includes('"stopping"'))
  socket.write(body)
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  assert.match(String(answer), /^HTTP\/1\.1 (404|503) /)
  assert.equal(await ended, 0)
})

onlyInLongRun(() => {
  test('a later signal does not wait for what has not ended', async (t) => {
    const main = run(t)
    await main.listening
    const socket = connect(Number(new URL(main.url()).port), '127.0.0.1')
    t.after(() => socket.destroy())
    socket.on('error', () => {})
    socket.write('POST /api/Nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n')
    await fetch(`${main.url()}/healthz`)
    const insist = setInterval(() => void main.stop(), 50)
    t.after(() => clearInterval(insist))
    assert.equal(await main.ended, 1)
  })
})

const FAILURES = [
  ['an unhandled rejection', 'SIGWINCH'],
  ['an uncaught exception', 'SIGUSR2'],
] as const
for (const [name, signal] of sampleOf(FAILURES, 1)) {
  test(`${name} is logged once with its stack, then the server drains and exits with 1`, async (t) => {
    const main = run(t, { NODE_OPTIONS: `--import=${CRASH}` })
    await main.listening
    const socket = connect(Number(new URL(main.url()).port), '127.0.0.1')
    socket.write(
      'POST /api/Nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        'Content-Length: 2\r\n\r\n',
    )
    await fetch(`${main.url()}/healthz`)
    main.signal(signal)
    await main.until(() => main.stderr().includes('"fatal"'))
    socket.write('{}')
    const [answer] = await once(socket.setEncoding('utf8'), 'data')
    assert.match(String(answer), /^HTTP\/1\.1 (404|503) /)
    assert.equal(await main.ended, 1)
    const lines = main.stderr().trim().split('\n')
    const fatal = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'fatal')
    assert.equal(fatal.length, 1)
    assert.match(fatal[0].err.stack, /made to fail[^]*crash\.fixture/)
  })
}

// Each is a process of its own: a sample of the two faults, of each way of running.
const LOGS = ['full', 'closed'] as const
const canBeFull = existsSync('/dev/full')
for (const workers of sampleOf([1, 2], 1)) {
  for (const log of sampleOf(LOGS, 1, workers - 1).filter((log) => log === 'closed' || canBeFull)) {
    test(`a log that is ${log} does not end a server with WORKERS=${workers}; it drains after an error`, async (t) => {
      const env = {
        LOG_LEVEL: 'trace',
        WORKERS: String(workers),
        NODE_OPTIONS: `--import=${CRASH}`,
      }
      const main = start(`log-${log}-${workers}`, env, { log })
      t.after(() => main.kill())
      await main.listening
      const socket = connect(Number(new URL(main.url()).port), '127.0.0.1')
      socket.write(
        'POST /api/Nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
          'Content-Length: 2\r\n\r\n',
      )
      assert.equal((await fetch(`${main.url()}/healthz`)).status, 200)
      main.signal('SIGWINCH')
      // Its end waits for this request.
      await until(() =>
        fetch(`${main.url()}/readyz`).then(
          ({ status }) => status !== 200,
          () => true,
        ),
      )
      socket.write('{}')
      const [answer] = await once(socket.setEncoding('utf8'), 'data')
      assert.match(String(answer), /^HTTP\/1\.1 (404|503) /)
      assert.equal(await main.ended, 1)
    })
  }
}
