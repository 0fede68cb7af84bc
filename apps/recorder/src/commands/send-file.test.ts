import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { type Datagram } from '@pitboard/telemetry/decode'
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { f1pcapFile, lengthPrefixedFile, pcapFile } from '@pitboard/telemetry/testing/capture-files'
import {
  key,
  session,
  startIngestServer,
  user,
  type IngestServer,
} from '../testing/ingest-server.ts'
import { raceDatagrams, capturePaths, skipWithoutCaptures } from '../testing/datagrams.ts'
import { hostRecorder } from '../testing/host-recorder.ts'
import { describeSkipped } from './send-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'send-'))
after(() => rmSync(folder, { recursive: true }))
const race = raceDatagrams(300)
const path = join(folder, 'race.pcap')
writeFileSync(path, pcapFile(race, { link: 'ethernet', little: true, nanoseconds: true }))

test('send: thinned datagrams with their own times; one line of JSON; exit code 0', async (t) => {
  const server = await start(t)
  const { code, stdout, stderr } = await hostRecorder([
    'send',
    path,
    '--json',
    ...to(server),
  ]).waitForExit()
  assert.equal(code, 0)
  assert.doesNotMatch(stderr, /Stopped before the end/)
  const expected = thinned()
  assert.equal(server.only.durable.length, expected.length)
  for (const [index, { atMs, bytes }] of expected.entries()) {
    assert.equal(server.only.durable[index]?.atMs, atMs)
    assert.deepEqual(Buffer.from(server.only.durable[index]?.bytes ?? []), Buffer.from(bytes))
  }
  const { id, sessionId, sessionUrl, liveUrl } = session
  assert.equal(
    stdout,
    `${JSON.stringify({
      sent: expected.length,
      acknowledged: expected.length,
      sessions: [{ id, sessionId, sessionUrl, liveUrl }],
    })}\n`,
  )
  assert.equal(server.only.finish?.endsSession, true)
})

test('send: captures of other tools, under any name', async (t) => {
  const files = {
    'a.bin': f1pcapFile(race, { little: true, deflate: deflateSync }),
    'b.txt': deflateRawSync(lengthPrefixedFile(race)),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const server = await start(t)
    writeFileSync(join(folder, name), bytes)
    const { code, stderr } = await hostRecorder([
      'send',
      join(folder, name),
      ...to(server),
    ]).waitForExit()
    assert.equal(code, 0, stderr)
    assert.match(stderr, new RegExp(`: ${race.length} datagrams of the game\\b`))
    assert.ok(server.only.durable.length > race.length / 20)
  }
})

test('what was skipped is named, and nothing else', () => {
  assert.equal(describeSkipped({ fragments: 0, cut: 0, others: 0 }), '')
  assert.equal(describeSkipped({ fragments: 0, cut: 2, others: 0 }), ', skipped 2 cut packets')
  assert.equal(
    describeSkipped({ fragments: 1, cut: 0, others: 3 }),
    ', skipped 1 fragments of IP packets, skipped 3 packets of others',
  )
})

test('replay: as if driven now, in real time divided by the speed', async (t) => {
  const server = await start(t)
  const startedAtMs = Date.now()
  const run = hostRecorder(['replay', path, '--speed', '10'], env(server))
  assert.equal((await run.waitForExit()).code, 0)
  const times = server.only.durable.map(({ atMs }) => atMs)
  const [firstAtMs = 0] = times
  assert.ok(firstAtMs >= startedAtMs && firstAtMs <= Date.now())
  const spanMs = (times.at(-1) ?? 0) - firstAtMs
  assert.ok(Math.abs(spanMs - 5_000 / 10) < 20, `${spanMs} ms`)
  assert.equal(server.only.durable.length, thinned().length)
})

test('a server that dies and comes back in mid-file costs nothing', async (t) => {
  const server = await start(t)
  server.syncing = false
  const run = hostRecorder(['send', path, ...to(server)])
  await server.until(() => server.streams.size === 1 && server.only.unsynced.length > 20)
  await server.kill()
  server.syncing = true
  await server.start()
  assert.equal((await run.waitForExit()).code, 0)
  assert.equal(server.only.durable.length, thinned().length)
})

test('whatever is wrong is said without a stack trace, and the exit code is not 0', async (t) => {
  const server = await start(t)
  const lap = join(folder, 'laps.csv')
  writeFileSync(lap, 'lap,time\n1,83456\n')
  const old = join(folder, 'old.bin')
  const datagram = Buffer.alloc(632)
  datagram.writeUInt16LE(2019)
  writeFileSync(old, lengthPrefixedFile([{ atMs: 0, bytes: datagram }]))
  const cases: [string[], Record<string, string>, RegExp][] = [
    [['send', lap], env(server), /laps\.csv is not a capture/],
    [['send', old], env(server), /\(format 2019\) is understood/],
    [['send', path, '--key', 'wrong'], env(server), /does not accept this user and key/],
    [['send', path], { ...env(server), PITBOARD_KEY: '' }, /--key is missing/],
  ]
  for (const [args, environment, message] of cases) {
    const { code, stderr } = await hostRecorder(args, environment).waitForExit()
    assert.notEqual(code, 0, args.join(' '))
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /^\s+at /m)
  }
})

test('replay --udp: every thinned datagram to the leased port; the sessions are looked up', async (t) => {
  const leased = createSocket('udp4')
  leased.bind(0, '127.0.0.1')
  await once(leased, 'listening')
  const arrived: Buffer[] = []
  leased.on('message', (bytes) => arrived.push(bytes))
  const server = await startIngestServer(leased.address().port)
  t.after(async () => {
    leased.close()
    await server.kill()
  })
  const args = ['replay', path, '--speed', 'max', '--udp', '--json']
  const { code, stdout, stderr } = await hostRecorder(args, env(server)).waitForExit()
  assert.equal(code, 0, stderr)
  // All of them fit into what a socket buffers, so that none is lost while nobody reads.
  const expected = thinned().map(({ bytes }) => Buffer.from(bytes))
  while (arrived.length < expected.length) await once(leased, 'message')
  assert.deepEqual(arrived, expected)
  const { id, sessionId } = session
  const links = { sessionUrl: `${server.url}/sessions/${id}`, liveUrl: `${server.url}/live/${id}` }
  assert.deepEqual(JSON.parse(stdout), {
    sent: arrived.length,
    acknowledged: null,
    sessions: [{ id, sessionId, ...links }],
  })
})

onlyInLongRun(() => {
  test(
    'real dumps of 2022 to 2025 and datagrams of 2026 are sent',
    { skip: skipWithoutCaptures },
    async (t) => {
      const dumps = capturePaths('z0mt3c-mocks', '.bin').filter((name) => /202[2-5]/.test(name))
      assert.equal(dumps.length, 4)
      const singles = capturePaths('larslaskowski-samples', '.packet')
      const race = singles.filter((name) => /2026-MelbourneRace-SessionFirst/.test(name))
      assert.equal(race.length, 1)
      for (const dump of [...dumps, ...race]) {
        const server = await start(t)
        const { code, stderr } = await hostRecorder(['send', dump, ...to(server)]).waitForExit()
        assert.equal(code, 0, stderr)
        assert.ok(server.only.durable.length > 0)
      }
    },
  )
})

function thinned(): Datagram[] {
  const thinner = createThinner()
  const stored = race.flatMap(({ atMs, bytes }) => thinner.push(bytes, Math.round(atMs)))
  return [...stored, ...thinner.flush()]
}

async function start(t: TestContext): Promise<IngestServer> {
  const server = await startIngestServer()
  t.after(() => server.kill())
  return server
}

function to(server: IngestServer): string[] {
  return ['--server', server.url, '--user', user, '--key', key]
}

function env(server: IngestServer): Record<string, string> {
  return { PITBOARD_SERVER: server.url, PITBOARD_USER: user, PITBOARD_KEY: key }
}
