import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@pitboard/contract/testing/patience'
import { readHeader } from '@pitboard/telemetry/decode'
import { pcapHeader } from '@pitboard/telemetry/capture/pcap'
import { openCapture } from './capture-file.ts'
import { freePort } from '../testing/free-port.ts'
import { key, startIngestServer, user, type IngestServer } from '../testing/ingest-server.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { runRecorder, type RunningRecorder } from '../testing/run-recorder.ts'

const race = raceDatagrams(240)

test('record: all on disk, forwarded verbatim, relayed; Ctrl-C ends it with the numbers', async (t) => {
  const world = await start(t)
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
  recorder.process.kill('SIGINT')
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
  assert.deepEqual(await world.spooled(), expected)
  while (forwarded.length < expected.length) await once(other, 'message')
  assert.deepEqual(forwarded, expected)
  assert.deepEqual(world.outboxes(), [])
})

test('two consoles on one port: each session has its own capture, and the server learns which is which', async (t) => {
  const world = await start(t)
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
  recorder.process.kill('SIGINT')
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

test('an unsupported format is reported once, and stored on disk all the same', async (t) => {
  const world = await start(t)
  const recorder = world.record()
  await recorder.waitForOutput(/Listening on UDP/)
  const foreign = race.slice(0, 6).map(({ atMs, bytes }) => {
    const old = bytes.slice()
    new DataView(old.buffer).setUint16(0, 2021, true)
    return { atMs, bytes: old }
  })
  await world.drive(foreign)
  await recorder.waitForOutput(/format 2021, which is not understood. Choose 2022 to 2026/)
  recorder.process.kill('SIGINT')
  const { stderr } = await recorder.waitForExit()
  assert.equal(stderr.split('format 2021').length, 2)
  assert.equal((await world.spooled()).length, foreign.length)
})

test('a killed recorder sends the rest of its stream when it runs again', async (t) => {
  const world = await start(t)
  world.server.syncing = false
  const first = world.record()
  await first.waitForOutput(/Listening on UDP/)
  await world.drive(race.slice(0, 200))
  await world.server.until(() => world.server.only.unsynced.length > 20)
  first.process.kill('SIGKILL')
  await first.waitForExit()
  const received = world.server.only.unsynced.length
  assert.equal(world.outboxes().length, 1)

  world.server.syncing = true
  const second = world.record(['--json'])
  await second.waitForOutput(/Sending the rest of the recording/)
  await world.drive(race.slice(200))
  second.process.kill('SIGTERM')
  const { code, stdout, stderr } = await second.waitForExit()
  assert.equal(code, 0, stderr)
  const [before, rest] = [...world.server.streams.values()]
  assert.ok(before !== undefined && before.durable.length >= received)
  for (const stream of [before, rest]) {
    const numbers = stream?.durable.map(({ number }) => number) ?? []
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, index) => index + 1),
    )
  }
  const { sent, acknowledged } = JSON.parse(stdout)
  assert.equal(sent, before.durable.length + (rest?.durable.length ?? 0))
  assert.equal(acknowledged, sent)
  assert.equal((await world.spooled()).length, race.length)
  assert.deepEqual(world.outboxes(), [])
})

test('a recorder does not send the stream of another one that is still running', async (t) => {
  const world = await start(t)
  const first = world.record()
  await first.waitForOutput(/connected to/)
  await world.drive(race.slice(0, 100))
  const port = await freePort()
  const second = world.record(['--listen', `${port}`])
  await second.waitForOutput(/connected to/)
  second.process.kill('SIGTERM')
  const { code, stderr } = await second.waitForExit()
  assert.equal(code, 0, stderr)
  assert.doesNotMatch(stderr, /Sending the rest of the recording/)
  assert.equal(world.outboxes().length, 1)
})

test('while the server is away everything is stored, and sent when it is back', async (t) => {
  const world = await start(t)
  await world.server.kill()
  const recorder = world.record(['--json'])
  await recorder.waitForOutput(/cannot be reached/)
  await world.drive(race)
  recorder.process.kill('SIGTERM')
  await recorder.waitForOutput(/Sending the rest/)
  await world.server.start()
  const { code, stdout, stderr } = await recorder.waitForExit()
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).acknowledged, world.server.only.durable.length)
  assert.ok(world.server.only.durable.length > 0)
})

test('what waited while the recorder stood still has the time before that, and never looks newer', async (t) => {
  const world = await start(t)
  const recorder = world.record()
  await recorder.waitForOutput(/connected to/)
  await world.drive(race.slice(0, 60))
  recorder.process.kill('SIGSTOP')
  const stoppedMs = Date.now()
  const waiting = race.slice(60, 120)
  await world.send(waiting)
  // The length of the stall: it has no event to wait for.
  await pause(1_500)
  const resumedMs = Date.now()
  recorder.process.kill('SIGCONT')
  const following = race.slice(120)
  await world.drive(following)
  recorder.process.kill('SIGTERM')
  await recorder.waitForExit()
  const stampsOf = (datagrams: typeof race) =>
    world.server.only.durable.flatMap(({ atMs, bytes }) =>
      datagrams.some((datagram) => Buffer.compare(datagram.bytes, bytes) === 0) ? [atMs] : [],
    )
  const waited = stampsOf(waiting)
  assert.ok(waited.length > 0 && Math.max(...waited) <= stoppedMs, `${waited.join()}, ${stoppedMs}`)
  // The first of them may have waited behind the others.
  assert.ok((stampsOf(following).at(-1) ?? 0) >= resumedMs)
})

test('a wrong key, a spool that cannot be written and a wrong target are reported at the start', async (t) => {
  const world = await start(t)
  const second = await world.record(['--key', 'wrong']).waitForExit()
  assert.match(second.stderr, /does not accept this user and key/)
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

interface World {
  readonly server: IngestServer
  readonly spool: string
  readonly port: number
  record(args?: readonly string[]): RunningRecorder
  /** Sends the datagrams to a recorder that may not read them yet. */
  send(datagrams: typeof race): Promise<void>
  /** Sends the datagrams and returns when the spool has them and those before. */
  drive(datagrams: typeof race, console?: Socket): Promise<void>
  spooled(): Promise<Buffer[]>
  outboxes(): string[]
}

async function start(t: TestContext): Promise<World> {
  const server = await startIngestServer()
  const spool = mkdtempSync(join(tmpdir(), 'spool-'))
  const game = createSocket('udp4')
  const port = await freePort()
  const recorders: RunningRecorder[] = []
  t.after(async () => {
    for (const recorder of recorders) recorder.process.kill('SIGKILL')
    game.close()
    await server.kill()
    rmSync(spool, { recursive: true })
  })
  let driven = 0

  async function spooled(): Promise<Buffer[]> {
    const captures = readdirSync(spool, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.pcap'))
      // A capture that was opened a moment ago has no datagram yet.
      .filter((name) => statSync(join(spool, name)).size > pcapHeader().length)
      .toSorted()
    const datagrams: Buffer[] = []
    for (const name of captures) {
      const capture = await openCapture(join(spool, name), () => {})
      for await (const { bytes } of capture.datagrams) datagrams.push(Buffer.from(bytes))
    }
    return datagrams
  }

  const isSpooled = async () => (await spooled()).length >= driven

  return {
    server,
    spool,
    port,
    record(args = []) {
      const listen = ['--listen', `${port}`, '--host', '127.0.0.1', '--spool', spool]
      const target = ['--server', server.url, '--user', user, '--key', key]
      const recorder = runRecorder(['record', ...listen, ...target, ...args])
      recorders.push(recorder)
      return recorder
    },
    async send(datagrams) {
      for (const { bytes } of datagrams) await send(game, bytes, port)
      driven += datagrams.length
    },
    async drive(datagrams, console = game) {
      for (const { bytes } of datagrams) {
        await send(console, bytes, port)
        driven++
        // A burst would overrun the receive buffer, which a game at 60 Hz doesn't.
        if (driven % 20 === 0) await until(isSpooled)
      }
      await until(isSpooled)
    },
    spooled,
    outboxes: () =>
      readdirSync(spool, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('outbox'),
      ),
  }
}

function send(socket: Socket, bytes: Uint8Array, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(bytes, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
  })
}
