import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { readConfig } from './platform/config/config.ts'
import { createLog } from './platform/diagnostics/log.ts'
import { createMetrics } from './platform/diagnostics/metrics.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import {
  openOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from './platform/tracing/otlp-receiver.fixture.ts'
import { insertPlayer, sendRecording } from './racing/sessions/lobby.fixture.ts'
import { asPcap, follow, recordingsOf } from './racing/uploads/upload.fixture.ts'
import { openAccount } from './testing/account.ts'
import { openTestDatabase } from './testing/database.ts'
import { runMain } from './testing/main-process.ts'
import { openTestServer, type TestServer } from './testing/server.ts'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'

const loaded = new Set<string>()
registerHooks({
  resolve(name, context, next) {
    if (/^@opentelemetry\/(?!api$)/.test(name)) loaded.add(name)
    return next(name, context)
  },
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const traceparent = `00-${TRACE}-${PARENT}-01`

const envFor = ({ url }: OtlpReceiver) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url })

/** What has ended is sent when the server stops. */
async function openServer(t: TestContext, env: Record<string, string>): Promise<TestServer> {
  const server = await openTestServer({ env })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= server.close())
  t.after(close)
  return { ...server, close }
}

const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.filter((span) => span.name === name)
const childrenOf = (spans: readonly ReceivedSpan[], parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentId }) => parentId === parent?.spanId)

test('without an endpoint nothing of OpenTelemetry is loaded', async (t) => {
  const server = await openServer(t, {})
  await fetch(`${server.url}/api/League`)
  assert.deepEqual([...loaded], [])
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const tracing = await openTracing(config, createLog('silent'), createMetrics())
  await tracing.close()
  assert.ok(loaded.has('@opentelemetry/sdk-trace'))
})

test('a request continues the trace of its traceparent, and its queries are children', async (t) => {
  const receiver = await openOtlpReceiver(t)
  const server = await openServer(t, {
    ...envFor(receiver),
    OTEL_SERVICE_NAME: 'league',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    NODE_ID: 'north',
  })
  const headers = { traceparent, 'x-request-id': 'request-of-the-proxy' }
  await fetch(`${server.url}/api/Sessions/${server.context.newId()}`, { headers })
  await fetch(`${server.url}/healthz`, { headers })
  await server.close()
  const { spans } = receiver
  const [request, ...others] = named(spans, 'GET /api/Sessions/:id')
  assert.deepEqual(others, [])
  assert.equal(request?.traceId, TRACE)
  assert.equal(request.parentId, PARENT)
  assert.equal(request.isFailed, false)
  assert.deepEqual(request.attributes, {
    'http.request.method': 'GET',
    'http.route': '/api/Sessions/:id',
    'http.response.status_code': 404,
    'pitboard.request.id': 'request-of-the-proxy',
  })
  const { resource } = request
  assert.equal(resource['service.name'], 'league')
  assert.equal(resource['service.instance.id'], 'north')
  assert.equal(resource['deployment.environment.name'], 'test')
  const queries = childrenOf(spans, request)
  assert.ok(queries.length > 0)
  for (const query of queries) {
    assert.equal(query.traceId, TRACE)
    assert.equal(query.name, 'SELECT session')
    assert.equal(query.attributes['db.collection.name'], 'session')
    assert.ok(query.startMs >= request.startMs - 1 && query.endMs <= request.endMs + 1)
  }
  assert.deepEqual(named(spans, 'GET /healthz'), [])
})

test('streams, stored sessions and uploads have spans with their queries', async (t) => {
  const receiver = await openOtlpReceiver(t)
  const server = await openServer(t, envFor(receiver))
  const { thinned } = recordingsOf(
    createRace({ seed: 3, laps: 1, cars: 2, rateHz: 10, trackId: 22 }),
  )
  const player = await insertPlayer(server, 'Max')
  const id = await sendRecording(server, player, thinned)
  const { accessToken } = await openAccount(server.context)
  await follow(server.url, asPcap(thinned), { token: accessToken })
  await server.close()
  const { spans } = receiver
  const [claim] = named(spans, 'claim stream')
  assert.equal(claim?.attributes['pitboard.user.id'], player.userId)
  assert.ok(childrenOf(spans, claim).some(({ name }) => name === 'UPDATE live_owner'))
  assert.equal(named(spans, 'replay journal').length, 1)
  const [store] = named(spans, 'store session')
  assert.equal(store?.attributes['pitboard.session.id'], id)
  assert.ok(childrenOf(spans, store).some(({ name }) => name === 'UPDATE session'))
  const [upload] = named(spans, 'read upload')
  assert.ok(childrenOf(spans, upload).some(({ name }) => name === 'UPDATE job'))
  // A timer that a request has started may outlive it.
  const ends = new Map(spans.map(({ spanId, endMs }) => [spanId, endMs]))
  for (const { parentId, startMs, name } of spans) {
    assert.ok(startMs <= (ends.get(parentId) ?? Infinity) + 1, name)
  }
})

test('no span has a password, a token, a key, an address of a query or a name of a user', async (t) => {
  const receiver = await openOtlpReceiver(t)
  const server = await openServer(t, {
    ...envFor(receiver),
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter1',
    AUTH_AUTOCONFIRM: 'true',
  })
  const { userId, key } = await insertPlayer(server, 'A hidden name')
  const { accessToken } = await openAccount(server.context)
  const { anonKey } = server.context.keys
  const headers = { authorization: `Bearer ${accessToken}`, cookie: 'hunter2' }
  await fetch(`${server.url}/api/RecorderKeys?page=hunter2`, { headers })
  await fetch(`${server.url}/api/LiveSession/register/${userId}?key=${key}`, { method: 'POST' })
  const body = JSON.stringify({ email: 'max@hunter2.example', password: 'hunter2hunter2' })
  for (let attempt = 1; attempt <= 2; attempt++) {
    const type = { 'content-type': 'application/json', apikey: anonKey }
    await fetch(`${server.url}/auth/v1/signup`, { method: 'POST', headers: type, body })
  }
  await server.close()
  assert.ok(named(receiver.spans, 'POST /auth/v1/signup').length > 0)
  for (const secret of ['hunter', key, accessToken, anonKey, 'A hidden name']) {
    assert.ok(!receiver.text().includes(secret), secret)
  }
  assert.equal(receiver.headers[0]?.['api-key'], 'hunter1')
})

test('a failed query has the code of its error, and neither its message nor its values', async (t) => {
  const receiver = await openOtlpReceiver(t)
  const server = await openServer(t, envFor(receiver))
  const { db, tracing } = server.context
  const insert = () => db.insertInto('user').values({ id: 'hunter2', username: null }).execute()
  await assert.rejects(tracing.trace('sign up', {}, insert), /hunter2/)
  await server.close()
  const [outer] = named(receiver.spans, 'sign up')
  const [query] = childrenOf(receiver.spans, outer)
  assert.ok(outer?.isFailed && query?.isFailed)
  assert.equal(query.name, 'INSERT user')
  assert.equal(query.attributes['error.type'], '22P02')
  assert.ok(!receiver.text().includes('hunter2'))
})

test('the sampler decides about traces that begin here, and follows the callers of the others', async (t) => {
  const receiver = await openOtlpReceiver(t)
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  const server = await openServer(t, { ...envFor(receiver), ...sampler })
  const path = `${server.url}/api/Sessions/${server.context.newId()}`
  await fetch(path)
  await fetch(path, { headers: { traceparent: traceparent.replace(/1$/, '0') } })
  await fetch(path, { headers: { traceparent: 'not one' } })
  await fetch(path, { headers: { traceparent } })
  await server.close()
  assert.deepEqual([...new Set(receiver.spans.map(({ traceId }) => traceId))], [TRACE])
  assert.equal(named(receiver.spans, 'GET /api/Sessions/:id').length, 1)
})

test('neither a request nor the stop waits for a collector that hangs', async (t) => {
  const receiver = await openOtlpReceiver(t)
  receiver.hang()
  const server = await openServer(t, { ...envFor(receiver), OTEL_EXPORTER_OTLP_TIMEOUT: '60000' })
  for (let count = 0; count < 3; count++) {
    assert.equal((await fetch(`${server.url}/api/League`)).status, 200)
  }
  await until(() => receiver.waiting() > 0)
  assert.equal((await fetch(`${server.url}/api/League`)).status, 200)
  await server.close()
  assert.ok(receiver.waiting() > 0, 'the collector was waited for')
})

test('what a collector does not take is dropped beyond a limit', async (t) => {
  const receiver = await openOtlpReceiver(t)
  receiver.hang()
  const metrics = createMetrics()
  const tracing = await openTracing(readConfig(envFor(receiver)), createLog('silent'), metrics)
  for (let count = 0; count < 10_000; count++)
    await tracing.trace('one of many', {}, async () => {})
  receiver.resume()
  // Closing waits two seconds at most, in which a busy machine sends one batch.
  await until(() => receiver.spans.length > 1_000)
  await tracing.close()
  const { length } = receiver.spans
  assert.ok(length > 1_000 && length <= 2_048 + 512, `${length} spans waited`)
  const text = await metrics.registry.metrics()
  assert.match(text, new RegExp(`^pitboard_trace_spans_total\\{outcome="sent"\\} ${length}$`, 'm'))
})

onlyInLongRun(() => {
  test('every worker sends its own spans', async (t) => {
    const receiver = await openOtlpReceiver(t)
    const database = await openTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-tracing-'))
    const main = runMain({
      ...envFor(receiver),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      NODE_ID: 'north',
      WORKERS: '2',
      LOG_LEVEL: 'silent',
    })
    t.after(async () => {
      await main.kill()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    })
    await main.listening
    const instances = () =>
      new Set(
        named(receiver.spans, 'GET /api/League').map(
          ({ resource }) => resource['service.instance.id'],
        ),
      )
    // Each worker sends what it has in its own time.
    await until(async () => {
      await fetch(`${main.url()}/api/League`, { headers: { connection: 'close' } })
      return instances().size === 2
    })
    assert.equal(await main.stop(), 0)
    assert.deepEqual(instances(), new Set(['north-1', 'north-2']))
  })
})
