import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { sessionUidOf } from '@pitboard/telemetry/capture/game-datagram'
import { readHeader } from '@pitboard/telemetry/decode'
import { createRecording } from '../spool/recording.ts'
import { readStreamFile, writeStreamFile } from '../spool/stream-file.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { user } from '../testing/ingest-server.ts'
import { startRecordWorld } from '../testing/record-world.ts'
import { findCaptureAddress } from './record.ts'

const race = raceDatagrams(240)

test('record: all on disk, forwarded verbatim, relayed; Ctrl-C ends it with the numbers', async (t) => {
  const world = await startRecordWorld(t)
  const other = createSocket('udp4')
  other.bind(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const forwarded: Buffer[] = []
  other.on('message', (bytes) => forwarded.push(bytes))
  const forward = ['--forward', `127.0.0.1:${other.address().port}`, '--json']
  const recorder = world.record(forward)
  await recorder.waitForOutput(/Listening on UDP/)
  await world.drive(race)
  recorder.interrupt()
  const { code, stdout, stderr } = await recorder.waitForExit()
  assert.equal(code, 0, stderr)
  const { sent, acknowledged } = JSON.parse(stdout)
  assert.ok(sent > 0)
  assert.equal(acknowledged, sent)
  assert.equal(world.server.only.durable.length, sent)
  assert.equal(world.server.only.finish?.endsSession, false)
  assert.match(
    stderr,
    new RegExp(`Saw ${race.length} datagrams, sent ${sent}, acknowledged ${sent}`),
  )
  const expected = race.map(({ bytes }) => Buffer.from(bytes))
  assert.match(
    stderr,
    /^The recording stays in .* \(0\.[1-9] MB\); delete the folder to free the space$/m,
  )
  assert.doesNotMatch(stderr, /The server is away/)
  assert.deepEqual(await world.spooled(), expected)
  while (forwarded.length < expected.length) await once(other, 'message')
  assert.deepEqual(forwarded, expected)
  assert.deepEqual(world.outboxes(), [])
})

test('a capture names the address of the game where that is one', () => {
  assert.deepEqual(
    ['192.168.1.5', '0.0.0.0', 'localhost', '1.2.3', '1.2.3.4.example'].map(findCaptureAddress),
    ['192.168.1.5', ...Array.from({ length: 4 }, () => '127.0.0.1')],
  )
})

test('two consoles on one port: each session has its own capture, and the server learns which is which', async (t) => {
  const world = await startRecordWorld(t)
  const recorder = world.record(['--host', '0.0.0.0'])
  await recorder.waitForOutput(/Listening on UDP/)
  const second = createSocket('udp4')
  second.bind(0, '127.0.0.2')
  await once(second, 'listening')
  t.after(() => second.close())
  const other = raceDatagrams(120, { uid: 78n })
  for (let from = 0; from < 60; from += 10) {
    await world.drive(race.slice(from, from + 10))
    await world.drive(other.slice(from, from + 10), second)
  }
  recorder.interrupt()
  const { code, stderr } = await recorder.waitForExit()
  assert.equal(code, 0, stderr)
  const captures = readdirSync(world.spool, { recursive: true, encoding: 'utf8' })
  assert.equal(captures.filter((name) => name.endsWith('.pcap')).length, 2)
  const marks = world.server.only.durable.flatMap(({ bytes }) => {
    const read = readHeader(bytes)
    if (read.kind !== 'sender') return []
    return [[read.header.sessionUid, bytes[read.headerSize]]]
  })
  assert.deepEqual(marks, [
    [77n, 0],
    [78n, 1],
  ])
})

test('a second console that sends the session of the first one is left out, which is said once', async (t) => {
  const world = await startRecordWorld(t)
  const recorder = world.record(['--host', '0.0.0.0'])
  await recorder.waitForOutput(/Listening on UDP/)
  const second = createSocket('udp4')
  second.bind(0, '127.0.0.2')
  await once(second, 'listening')
  t.after(() => second.close())
  await world.drive(race.slice(0, 20))
  for (const { bytes } of race.slice(0, 5)) {
    await new Promise((resolve) => second.send(bytes, world.port, '127.0.0.1', resolve))
  }
  await recorder.waitForOutput(/that of 127\.0\.0\.2 is left out/)
  await world.drive(race.slice(20, 40))
  recorder.interrupt()
  const { code, stderr } = await recorder.waitForExit()
  assert.equal(code, 0, stderr)
  assert.equal(stderr.split('Two consoles send the same session').length, 2)
  assert.equal((await world.spooled()).length, 40)
})

test('a recording that is ended before it began to listen ends', async (t) => {
  const world = await startRecordWorld(t)
  const recorder = world.record()
  recorder.interrupt()
  const { code, stderr } = await recorder.waitForExit()
  assert.equal(code, 0, stderr)
})

test('an unsupported format is reported once, and stored on disk all the same', async (t) => {
  const world = await startRecordWorld(t)
  const recorder = world.record()
  await recorder.waitForOutput(/Listening on UDP/)
  const foreign = race.slice(0, 6).map(({ atMs, bytes }) => {
    const old = bytes.slice()
    new DataView(old.buffer).setUint16(0, 2021, true)
    return { atMs, bytes: old }
  })
  await world.drive(foreign)
  await recorder.waitForOutput(/format 2021, which is not understood. Choose 2022 to 2026/)
  recorder.interrupt()
  const { stderr } = await recorder.waitForExit()
  assert.equal(stderr.split('format 2021').length, 2)
  assert.equal((await world.spooled()).length, foreign.length)
})

test('what an earlier run has left arrives before the live recording, a running one of another recorder does not', async (t) => {
  const world = await startRecordWorld(t)
  const target = { server: world.server.url, user }
  const leave = (uid: bigint) => {
    const left = createRecording(world.spool, target)
    for (const { atMs, bytes } of raceDatagrams(10, { uid })) {
      left.outbox.append(Math.round(atMs), bytes)
    }
    left.close()
    return left.folder
  }
  const [earlier, running] = [leave(78n), leave(79n)]
  const stream = readStreamFile(running)
  assert.ok(stream)
  // This is the process that has started the test.
  writeStreamFile(running, { ...stream, pid: process.ppid })
  const recorder = world.record(['--json'])
  await recorder.waitForOutput(/connected to/)
  await world.drive(race.slice(0, 40))
  recorder.interrupt()
  const { code, stdout, stderr } = await recorder.waitForExit()
  assert.equal(code, 0, stderr)
  assert.deepEqual(stderr.match(/Sending the rest of the recording in .*/g), [
    `Sending the rest of the recording in ${earlier}`,
  ])
  assert.match(stderr, /^Earlier recordings in .*: 2 \(0\.0 MB\); delete folders/m)
  const uids = [...world.server.streams.values()].map(({ durable }) =>
    sessionUidOf(durable[0]?.bytes ?? new Uint8Array()),
  )
  assert.deepEqual(uids, [78n, 77n])
  const durable = [...world.server.streams.values()].flatMap((one) => one.durable)
  const { sent, acknowledged } = JSON.parse(stdout)
  assert.deepEqual([sent, acknowledged], [durable.length, durable.length])
  assert.deepEqual(world.outboxes(), [join(basename(running), 'outbox')])
})

test('while the server is away everything is stored, and sent when it is back', async (t) => {
  const world = await startRecordWorld(t)
  await world.server.kill()
  const recorder = world.record(['--json'])
  await recorder.waitForOutput(/cannot be reached/)
  await world.drive(race)
  recorder.interrupt()
  await recorder.waitForOutput(/Sending the rest/)
  await world.server.start()
  const { code, stdout, stderr } = await recorder.waitForExit()
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).acknowledged, world.server.only.durable.length)
  assert.ok(world.server.only.durable.length > 0)
})

test('a wrong key, a spool that cannot be written and a wrong target are reported at the start', async (t) => {
  const world = await startRecordWorld(t)
  const second = await world.record(['--key', 'wrong']).waitForExit()
  assert.match(second.stderr, /^recorder: .* does not accept this user and key\n {2}Copy --user/m)
  const third = await world.record(['--spool', '/dev/null/spool']).waitForExit()
  assert.match(third.stderr, /spool cannot be written|cannot be written/)
  const own = `127.0.0.1:${world.port}`
  const fourth = await world.record(['--forward', own]).waitForExit()
  assert.match(fourth.stderr, /is the port this recorder listens on/)
  for (const { code, stderr } of [second, third, fourth]) {
    assert.equal(code, 1)
    assert.doesNotMatch(stderr, /^\s+at /m)
  }
  assert.deepEqual(readdirSync(world.spool), [], 'nothing recorded leaves nothing behind')
})
