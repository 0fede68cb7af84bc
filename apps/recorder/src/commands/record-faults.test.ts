import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import type { RunStatus } from '../progress.ts'
import { readArguments, type RecordArguments } from '../arguments.ts'
import { createRecording } from '../spool/recording.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { makeFaulty, type DiskFault, type FaultyDisk } from '../testing/faulty-disk.ts'
import { freePort } from '../testing/free-port.ts'
import { key, startIngestServer, user, type IngestServer } from '../testing/ingest-server.ts'
import { openCapture } from './capture-file.ts'
import type { Outcome } from './outcome.ts'
import { record } from './record.ts'

const RETRY = { diskMs: 5, portMs: 5, refusalMs: 5 }
const race = raceDatagrams(90)
/** The parts are sent before, during and after the fault. */
const parts = [race.slice(0, 30), race.slice(30, 60), race.slice(60)] as const
const sizeOf = (part: (typeof parts)[number]) => part.length

let game: Socket
before(() => {
  game = createSocket('udp4')
})
after(() => game.close())

interface World {
  readonly server: IngestServer
  readonly spool: string
  readonly port: number
  readonly printed: string[]
  readonly status: RunStatus
  warning(): string | null
  drive(part: (typeof parts)[number]): Promise<void>
  /** Interrupts it as Ctrl-C does. */
  end(): Promise<Outcome>
  isRunning(): boolean
}

async function start(
  t: TestContext,
  given: Partial<RecordArguments> & { prepare?: (spool: string) => unknown } = {},
): Promise<World> {
  const server = await startIngestServer()
  const spool = mkdtempSync(join(tmpdir(), 'faults-'))
  const port = await freePort()
  const printed: string[] = []
  const interrupted = new AbortController()
  let status: RunStatus | null = null
  const { prepare, ...changes } = given
  await prepare?.(spool)
  const base = readArguments(
    ['record', '--server', server.url, '--user', user, '--key', key, '--spool', spool],
    {},
    () => null,
  )
  assert.ok(base.command === 'record')
  const listen = { host: '127.0.0.1', port }
  const args = { ...base, listen, continuesWhenRefused: true, ...changes }
  const progress = {
    print: (text: string) => printed.push(text),
    start: (started: RunStatus) => (status = started),
    stop() {},
  }
  let isRunning = true
  const running = record(args, progress, interrupted.signal, RETRY).finally(
    () => (isRunning = false),
  )
  running.catch(() => {})
  t.after(async () => {
    interrupted.abort()
    await running.catch(() => {})
    await server.kill()
    rmSync(spool, { recursive: true, force: true })
  })
  const started = await until(() => status)
  let driven = 0
  return {
    server,
    spool,
    port,
    printed,
    status: started,
    warning: () => started.recording?.warning()?.message ?? null,
    async drive(part) {
      for (const { bytes } of part) {
        await new Promise((resolve) => game.send(bytes, port, '127.0.0.1', resolve))
        driven++
        if (driven % 20 === 0) await until(() => started.countDatagrams() >= driven)
      }
      await until(() => started.countDatagrams() >= driven)
    },
    end() {
      interrupted.abort()
      return running
    },
    isRunning: () => isRunning,
  }
}

function durableAt(server: IngestServer): number[] {
  return server.only.durable.map(({ number }) => number)
}

async function capturedIn(spool: string): Promise<number> {
  let count = 0
  const names = readdirSync(spool, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.pcap'))) {
    const capture = await openCapture(join(spool, name), (note) => assert.fail(`${name}: ${note}`))
    for await (const { bytes } of capture.datagrams) count += bytes.length > 0 ? 1 : 0
  }
  return count
}

const FAULTS: readonly (readonly [DiskFault, number])[] = [
  ['full', 0],
  // The disk takes a part of a record, once.
  ['full', 700],
  ['readOnly', 0],
  ['forbidden', 0],
  ['broken', 0],
]
for (const [fault, freeBytes] of FAULTS) {
  for (const isAway of [false, true]) {
    const name = `${fault}${freeBytes > 0 ? ' after a part' : ''}`
    test(`a disk that is ${name}, the server ${isAway ? 'away' : 'there'}: the race arrives, and is stored again afterwards`, async (t) => {
      const world = await start(t)
      const disk = makeFaulty(world.spool)
      t.after(() => disk.restore())
      await world.drive(parts[0])
      assert.equal(world.warning(), null)
      disk.freeBytes = freeBytes
      disk.fault = fault
      if (isAway) await world.server.kill()
      await world.drive(parts[1])
      assert.match(
        world.warning() ?? '',
        /Nothing can be stored \(E\w+: .*to the server from memory/,
      )
      disk.fault = null
      if (isAway) await world.server.start()
      // The next datagram after the retry time finds the disk as it is.
      await until(() => world.drive(parts[2].slice(0, 5)).then(() => world.warning() === null))
      await until(() => world.printed.includes('The disk takes everything again'))
      const before = world.status.countDatagrams()
      const { exitCode } = await world.end()
      assert.equal(exitCode, 0)
      const numbers = durableAt(world.server)
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      )
      const told = world.printed.filter((text) => text.startsWith('Nothing can be stored'))
      assert.ok(told.length > 0 && told.length === new Set(told).size, told.join())
      const captured = await capturedIn(world.spool)
      assert.ok(captured >= sizeOf(parts[0]) + 1, `${captured}`)
      assert.ok(captured <= before - sizeOf(parts[1]) + 1, `${captured} of ${before}`)
    })
  }
}

test('a disk that is full lets go of the oldest captures that the server has, and of no others', async (t) => {
  const recordings: string[] = []
  const world = await start(t, {
    prepare(spool) {
      for (const isStored of [true, false]) {
        const earlier = createRecording(spool, { server: 'http://elsewhere', user })
        for (const { atMs, bytes } of race.slice(0, 60)) {
          const source = { address: '127.0.0.1', port: 1 }
          earlier.spool({ atMs, bytes, source, destination: source })
          if (!isStored) earlier.outbox.append(atMs, bytes)
        }
        earlier.close()
        if (isStored) rmSync(join(earlier.folder, 'outbox'), { recursive: true, force: true })
        recordings.push(earlier.folder)
      }
    },
  })
  const [stored = '', waiting = ''] = recordings
  const disk = makeFaulty(world.spool)
  t.after(() => disk.restore())
  disk.fault = 'full'
  await world.drive(parts[0].slice(0, 20))
  assert.equal(world.warning(), null)
  assert.ok(world.printed.some((text) => /^Removed .* which the server has: disk full$/.test(text)))
  assert.equal(existsSync(stored), false)
  assert.ok(existsSync(join(waiting, 'session-001.pcap')))
  disk.fault = null
  assert.equal((await world.end()).exitCode, 0)
})

test('a disk that takes nothing from the start on: the app records from memory, then on the disk', async (t) => {
  const disks: FaultyDisk[] = []
  t.after(() => disks[0]?.restore())
  const world = await start(t, {
    prepare(spool) {
      const disk = makeFaulty(spool)
      disk.fault = 'readOnly'
      disks.push(disk)
    },
  })
  await world.drive(parts[0])
  await until(() => [...world.server.streams.values()].some(({ durable }) => durable.length > 0))
  assert.deepEqual(readdirSync(world.spool), [])
  disks[0]?.restore()
  await until(() => world.drive(parts[1].slice(0, 3)).then(() => world.warning() === null))
  assert.equal((await world.end()).exitCode, 0)
  assert.ok((await capturedIn(world.spool)) > 0)
})

test('a folder that is deleted during the race is made again', async (t) => {
  const world = await start(t)
  await world.drive(parts[0])
  for (const name of readdirSync(world.spool)) {
    rmSync(join(world.spool, name), { recursive: true })
  }
  await until(() =>
    world
      .drive(parts[1].slice(0, 3))
      .then(() => readdirSync(world.spool, { recursive: true }).join().includes('.pcap')),
  )
  await world.drive(parts[2])
  assert.equal((await world.end()).exitCode, 0)
})

test('a port that another program has is waited for, at the start and by the command too', async (t) => {
  const other = createSocket('udp4')
  const port = await freePort()
  other.bind(port, '127.0.0.1')
  await once(other, 'listening')
  const listen = { host: '127.0.0.1', port }
  const world = await start(t, { listen, continuesWhenRefused: false })
  assert.match(world.warning() ?? '', /^UDP port \d+ is taken by another program$/)
  assert.ok(world.isRunning())
  assert.ok(world.printed.some((text) => text.startsWith('Stop that program')))
  other.close()
  await until(() => world.warning() === null)
  await new Promise((resolve) => game.send(race[0]?.bytes ?? '', port, '127.0.0.1', resolve))
  await until(() => world.status.countDatagrams() === 1)
})

const REFUSALS = ['token', 'protocol', 'limit', 'replaced', 'internal', 'full'] as const
for (const code of REFUSALS) {
  test(`a server that refuses with ${code} in the race and takes it later gets all of it`, async (t) => {
    const world = await start(t)
    await world.drive(parts[0])
    await until(() => [...world.server.streams.values()].some(({ durable }) => durable.length > 0))
    world.server.refusal = { code, message: 'No.' }
    await world.server.kill()
    await world.server.start()
    await world.drive(parts[1])
    const { refusals } = world.server
    await world.server.until(() => world.server.refusals > refusals)
    assert.ok(world.isRunning())
    world.server.refusal = null
    await world.drive(parts[2])
    assert.equal((await world.end()).exitCode, 0)
    const numbers = durableAt(world.server)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
  })
}

test('a key that is revoked in the race and valid again: all of it arrives', async (t) => {
  const world = await start(t, { continuesWhenRefused: false })
  await world.drive(parts[0])
  await until(() => [...world.server.streams.values()].some(({ durable }) => durable.length > 0))
  world.server.isKeyRevoked = true
  await world.server.kill()
  await world.server.start()
  await world.drive(parts[1])
  const refused = await until(() => world.status.recording?.refused())
  assert.match(refused.message, /does not accept this user and key/)
  world.server.isKeyRevoked = false
  await until(() => world.status.relay().connected)
  assert.equal(world.status.recording?.refused(), null)
  await world.drive(parts[2])
  assert.equal((await world.end()).exitCode, 0)
})
