import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { pino } from 'pino'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServerOptions } from '../../testing/server.ts'
import { readNatsAddress } from '../config/nats-address.ts'
import { StartError } from '../diagnostics/errors.ts'
import { settle } from '../fan-out/carriers.fixture.ts'
import { openFanOut } from '../fan-out/open-fan-out.ts'
import { openTestNats, type TestNats } from './nats.fixture.ts'
import { needPrograms } from '../../testing/outside-programs.ts'

needPrograms('nats-server')

const SECRET = 'hunter2'
const stream = new PassThrough()
let logged = ''
stream.setEncoding('utf8').on('data', (chunk: string) => (logged += chunk))
const log = pino({ level: 'debug' }, stream)

async function joinAt(url: string, fingerprint = 'one') {
  const natsUrl = readNatsAddress(url)
  assert.ok(natsUrl)
  return openFanOut({ natsUrl }, fingerprint, log)
}

describe('NATS', () => {
  let nats: TestNats
  before(async () => (nats = await openTestNats({ args: ['--user', 'pit', '--pass', SECRET] })))
  after(() => nats.close())
  const urlOf = (credentials: string) => nats.url.replace('//', `//${credentials}@`)

  test('wrong credentials stop the start with a message that does not show them', async () => {
    for (const credentials of [`pit:${SECRET}x`, `${SECRET}-token`, `${SECRET}:wrong`]) {
      await assert.rejects(joinAt(urlOf(credentials)), (error) => {
        assert.ok(error instanceof StartError)
        assert.equal(error.cause, undefined)
        assert.match(error.message, /^NATS_URL: 127\.0\.0\.1:\d+ refuses/)
        assert.doesNotMatch(error.message, /hunter2/)
        return true
      })
    }
    await assert.rejects(joinAt(nats.url), StartError)
    assert.doesNotMatch(logged, /hunter2/)
  })

  test('a server starts while NATS is away and joins the others later', async () => {
    await nats.kill()
    const [a, b] = await Promise.all([
      joinAt(urlOf(`pit:${SECRET}`)),
      joinAt(urlOf(`pit:${SECRET}`)),
    ])
    assert.equal(a.fanOut.isConnected(), false)
    let resumed = 0
    a.fanOut.onResume(() => resumed++)
    const seen: string[] = []
    a.fanOut.subscribe('later', ({ payload }) => seen.push(Buffer.from(payload).toString()))
    a.fanOut.respond('later', () => Buffer.from('here'))
    b.fanOut.publish('later', Buffer.from('lost'))
    await nats.start()
    await until(() => resumed === 1 && b.fanOut.isConnected())
    await settle(a.fanOut)
    b.fanOut.publish('later', Buffer.from('1'))
    assert.equal(Buffer.from(await b.fanOut.request('later', Buffer.from(''))).toString(), 'here')
    await until(() => seen.length === 1)
    assert.deepEqual(seen, ['1'])
    await Promise.all([a.close(), b.close()])
    assert.doesNotMatch(logged, /hunter2/)
  })

  test('one that waits for NATS can be closed', async () => {
    await nats.kill()
    const waiting = await joinAt(urlOf(`pit:${SECRET}`))
    await waiting.close()
    await nats.start()
  })

  test('installations with different secrets do not see each other', async () => {
    const url = urlOf(`pit:${SECRET}`)
    const [a, b, other] = await Promise.all([joinAt(url), joinAt(url), joinAt(url, 'two')])
    const seen: string[] = []
    b.fanOut.subscribe('all.*', ({ subject }) => seen.push(subject))
    other.fanOut.subscribe('all.*', () => seen.push('of others'))
    other.fanOut.respond('all', () => Buffer.from('of others'))
    await Promise.all([settle(b.fanOut), settle(other.fanOut)])
    await assert.rejects(a.fanOut.request('all', Buffer.from('')))
    a.fanOut.publish('all.one', Buffer.from('!'))
    await until(() => seen.length > 0)
    await settle(other.fanOut)
    assert.deepEqual(seen, ['all.one'])
    await Promise.all([a.close(), b.close(), other.close()])
  })

  test('a tls:// address never falls back to an unencrypted connection', async () => {
    const lone = await joinAt(urlOf(`pit:${SECRET}`).replace('nats:', 'tls:'))
    assert.equal(lone.fanOut.isConnected(), false)
    await lone.close()
  })

  test('what NATS does not take is dropped beyond a limit, and all goes on afterwards', async () => {
    const url = urlOf(`pit:${SECRET}`)
    const [a, b] = await Promise.all([joinAt(url), joinAt(url)])
    let received = 0
    b.fanOut.subscribe('flood', () => received++)
    await settle(b.fanOut)
    nats.pause()
    const megabyte = new Uint8Array(1_000_000)
    for (let n = 0; n < 100; n++) a.fanOut.publish('flood', megabyte)
    const { sent, dropped } = a.fanOut.traffic
    assert.equal(sent.messages + dropped.full, 100)
    assert.ok(sent.bytes <= 20_000_000, `${sent.bytes} bytes wait`)
    nats.resume()
    await until(() => received === sent.messages)
    a.fanOut.publish('flood', megabyte)
    await until(() => received === sent.messages)
    assert.equal(sent.messages + dropped.full, 101)
    await Promise.all([a.close(), b.close()])
  })

  test('two whole servers with one database reach each other, and metrics show it', async () => {
    const database = await openTestDatabase()
    const options: TestServerOptions = {
      database,
      env: { NATS_URL: urlOf(`pit:${SECRET}`), METRICS_PORT: '0' },
    }
    const [one, two] = await Promise.all([openTestServer(options), openTestServer(options)])
    two.context.fanOut.respond('greeting', (payload) => payload)
    await settle(two.context.fanOut)
    await one.context.fanOut.request('greeting', Buffer.from('hello'))
    const metrics = await (await fetch(`http://127.0.0.1:${one.metricsPort}/metrics`)).text()
    assert.match(metrics, /^pitboard_fan_out_connected 1$/m)
    assert.match(metrics, /^pitboard_fan_out_messages_total\{direction="sent"\} [1-9]/m)
    assert.match(metrics, /^pitboard_fan_out_bytes_total\{direction="received"\} [1-9]/m)
    assert.match(metrics, /^pitboard_fan_out_dropped_total\{reason="too_large"\} 0$/m)
    await nats.kill()
    await until(() => !one.context.fanOut.isConnected())
    const later = await (await fetch(`http://127.0.0.1:${one.metricsPort}/metrics`)).text()
    assert.match(later, /^pitboard_fan_out_connected 0$/m)
    assert.equal((await fetch(`${one.url}/readyz`)).status, 200)
    await nats.start()
    await Promise.all([one.close(), two.close()])
    await database.close()
  })
})

test('a payload over the limit of the NATS server is not sent, and the connection stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-nats-'))
  const config = join(folder, 'nats.conf')
  writeFileSync(config, 'max_payload: 1024\n')
  const nats = await openTestNats({ args: ['--config', config] })
  const [a, b] = await Promise.all([joinAt(nats.url), joinAt(nats.url)])
  const lengths: number[] = []
  b.fanOut.subscribe('large', ({ payload }) => lengths.push(payload.length))
  await settle(b.fanOut)
  a.fanOut.publish('large', new Uint8Array(1_025))
  a.fanOut.publish('large', new Uint8Array(1_024))
  await until(() => lengths.length > 0)
  assert.deepEqual(lengths, [1_024])
  assert.equal(a.fanOut.traffic.dropped.tooLarge, 1)
  await Promise.all([a.close(), b.close()])
  await nats.close()
  rmSync(folder, { recursive: true })
})
