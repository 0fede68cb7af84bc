import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createWorkerMetrics } from '../../workers/worker-metrics.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const DEPLOY = new URL('../../../../../deploy/', import.meta.url)
/** Series that are made once something has happened are named by their `# TYPE` line from the start. */
const TYPE_LINE = /^# TYPE (\S+) (\S+)$/gm
/** No metric without routes may have more series. */
const SERIES_MAX = 60

let server: TestServer
let backups: string
before(async () => {
  backups = mkdtempSync(join(tmpdir(), 'pitboard-backups-'))
  // The backup is fresh, so that none is made meanwhile.
  writeFileSync(join(backups, 'pitboard-2026-01-01T000000Z.tar.zst'), '')
  server = await openTestServer({ env: { METRICS_PORT: '0', BACKUP_DIR: backups } })
})
after(async () => {
  await server.close()
  rmSync(backups, { recursive: true, force: true })
})

async function scrape(): Promise<string> {
  // An idle connection may be closed at the moment of its next use.
  const headers = { connection: 'close' }
  const answer = await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`, { headers })
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  return answer.text()
}

test('the port for metrics needs no key and has nothing else', async () => {
  // The jobs of a server that has just started may wait.
  assert.match(await scrape(), /^pitboard_database_connections\{state="waiting"\} \d+$/m)
  assert.match(await scrape(), /^pitboard_unprepared_queries_total \d+$/m)
  for (const path of ['/', '/readyz', '/api/Sessions']) {
    const answer = await fetch(`http://127.0.0.1:${server.metricsPort}${path}`)
    assert.equal(answer.status, 404, path)
  }
  assert.equal((await fetch(`${server.url}/metrics`)).status, 401)
})

test('without METRICS_PORT there is no such port', async (t) => {
  const other = await openTestServer()
  t.after(() => other.close())
  assert.equal(other.metricsPort, null)
})

const NO_HUB = { members: 0, messages: 0, bytes: 0, slow: 0, broken: 0 }

for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
  test(`every metric that ${file} uses is one of the server's`, async () => {
    const ofWorkers = await createWorkerMetrics([], NO_HUB).metrics()
    const types = Array.from(`${await scrape()}\n${ofWorkers}`.matchAll(TYPE_LINE))
    const names = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    )
    const source = readFileSync(new URL(file, DEPLOY), 'utf8')
    const used = [...new Set(source.match(/\b(pitboard|process|nodejs)_\w+/g))]
    assert.ok(used.length > 5)
    assert.deepEqual(
      used.filter((name) => !names.includes(name)),
      [],
    )
  })
}

test('paths and ids that callers make up do not add series', async () => {
  for (let number = 0; number < 100; number++) {
    await server.app.inject({ url: `/api/Sessions/made-up-${number}` })
    await server.app.inject({ url: `/made/up/${number}`, method: 'GET' })
  }
  const counts = Map.groupBy(
    (await scrape()).split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    (line) => line.split(/[ {]/, 1)[0] ?? '',
  )
  for (const [name, lines] of counts) assert.ok(lines.length <= SERIES_MAX, name)
})

async function idOf(sent: string) {
  const answer = await server.app.inject({ url: '/healthz', headers: { 'x-request-id': sent } })
  return answer.headers['x-request-id']
}

test('a request id that a proxy sends is answered; one that would break a log line is replaced', async () => {
  assert.equal(await idOf('0a1b2c3d-trace.7'), '0a1b2c3d-trace.7')
  for (const bad of ['short', 'x'.repeat(65), 'has a space in it', '{"level":"fatal"}']) {
    const given = await idOf(bad)
    assert.notEqual(given, bad)
    assert.match(String(given), /^[0-9a-f-]{36}$/)
  }
})
