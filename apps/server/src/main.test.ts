import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'
import { runMain } from './testing/main-process.ts'

/** Throws in the server's process when it gets a signal. */
const CRASH = new URL('testing/crash.fixture.ts', import.meta.url).href

let database: TestDatabase
let dataDir: string
before(async () => {
  database = await openTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'pitboard-main-'))
})
after(async () => {
  rmSync(dataDir, { recursive: true })
  await database.close()
})

function run(t: TestContext, env: Record<string, string> = {}) {
  const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...env })
  t.after(() => main.kill())
  return main
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

test('the log is one JSON object a line and holds no key that came with a request', async (t) => {
  const main = run(t)
  await main.listening
  const id = '0190a000-0000-7000-8000-000000000000'
  const url = `${main.url()}/api/LiveSession/register/${id}?key=topsecret`
  assert.equal((await fetch(url, { method: 'POST' })).status, 401)
  assert.equal((await fetch(`${main.url()}/api/Nothing?key=topsecret`)).status, 404)
  assert.equal(await main.stop(), 0)
  const lines = main.stderr().trim().split('\n')
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  assert.deepEqual(
    requests.map(({ method, path, status }) => [method, path, status]),
    [
      ['POST', `/api/LiveSession/register/${id}`, 401],
      ['GET', '/api/Nothing', 404],
    ],
  )
  assert.doesNotMatch(main.stderr(), /topsecret/)
})

test('SIGUSR2 switches the log to debug and back, and a request has its id in its lines', async (t) => {
  const main = run(t, { LOG_LEVEL: 'warn' })
  await main.listening
  const headers = { 'x-request-id': 'from-a-proxy-1' }
  const switchTo = async (level: string) => {
    main.signal('SIGUSR2')
    await main.until(() => main.stderr().includes(`"logLevel":"${level}"`))
  }
  await fetch(`${main.url()}/api/Nothing`, { headers: { 'x-request-id': 'not-logged-1' } })
  await switchTo('debug')
  await fetch(`${main.url()}/api/Nothing`, { headers })
  await main.until(() => main.stderr().includes('"from-a-proxy-1"'))
  await switchTo('warn')
  await fetch(`${main.url()}/api/Nothing`, { headers: { 'x-request-id': 'not-logged-2' } })
  assert.equal(await main.stop(), 0)
  assert.doesNotMatch(main.stderr(), /not-logged/)
})

test('SIGTERM lets a request end before the server does', async (t) => {
  const main = run(t)
  await main.listening
  const { port } = new URL(main.url())
  const socket = connect(Number(port), '127.0.0.1')
  const body = '{}'
  socket.write(
    'POST /api/Nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\n\r\n`,
  )
  // Answered after the request above has arrived, which came first on a connection of its own.
  await fetch(`${main.url()}/healthz`)
  const ended = main.stop()
  await main.until(() => main.stderr().includes('"stopping"'))
  socket.write(body)
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  assert.match(String(answer), /^HTTP\/1\.1 (404|503) /)
  assert.equal(await ended, 0)
})

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

for (const [name, signal] of [
  ['an uncaught exception', 'SIGUSR2'],
  ['an unhandled rejection', 'SIGPIPE'],
] as const) {
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
