import type { CapturedDatagram, CaptureTally } from '@pitboard/telemetry/capture/read-capture'
import { readHeader } from '@pitboard/telemetry/decode'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { Failure } from '../failure.ts'
import { formatOf, knownFormats } from '@pitboard/telemetry/capture/game-datagram'
import {
  f1pcapFile,
  ipv4Packet,
  lengthPrefixedFile,
  links,
  pcapFile,
  pcapngFile,
  rawPcap,
} from '@pitboard/telemetry/testing/capture-files'
import { raceDatagrams, capturePaths, readDump, skipWithoutCaptures } from '../testing/datagrams.ts'
import { openCapture } from './capture-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'captures-'))
after(() => rmSync(folder, { recursive: true }))
const race = raceDatagrams(40)

test('pcap: every link type, byte order and unit of time gives the same datagrams', async () => {
  for (const link of links) {
    for (const little of [true, false]) {
      for (const nanoseconds of [true, false]) {
        const { datagrams } = await read(pcapFile(race, { link, little, nanoseconds }))
        assertSame(datagrams, race, `${link} ${little} ${nanoseconds}`)
      }
    }
  }
})

test('pcapng: every byte order and time resolution gives the same datagrams', async () => {
  for (const link of links) {
    for (const little of [true, false]) {
      for (const resolution of [null, 6, 9]) {
        const { datagrams } = await read(pcapngFile(race, { link, little, resolution }))
        assertSame(datagrams, race, `${link} ${little} ${resolution}`)
      }
    }
  }
})

test('pcapng: a second section has its own byte order and interfaces', async () => {
  const sections = [
    pcapngFile(race, { link: 'ethernet', little: true, resolution: 9 }),
    pcapngFile(race, { link: 'sll', little: false, resolution: 6 }),
  ]
  const { datagrams } = await read(Buffer.concat(sections))
  assertSame(datagrams, [...race, ...race])
})

test('gzip and zstd files are read, also of several members', async () => {
  const plain = pcapFile(race, { link: 'ipv4', little: true, nanoseconds: false })
  const half = plain.length >> 1
  const parts = [plain.subarray(0, half), plain.subarray(half)]
  for (const compress of [gzipSync, zstdCompressSync]) {
    assertSame((await read(compress(plain))).datagrams, race)
    const members = Buffer.concat(parts.map((part) => compress(part)))
    assertSame((await read(members)).datagrams, race)
  }
})

test('dumps of other tools are recognised by their content, also inside gzip and zstd', async () => {
  const dump = deflateRawSync(lengthPrefixedFile(race))
  const whole = f1pcapFile(race, { little: true, deflate: deflateSync })
  for (const file of [dump, whole]) {
    for (const packed of [file, gzipSync(file), zstdCompressSync(file)]) {
      const { datagrams, notes } = await read(packed)
      assert.deepEqual(
        datagrams.map(({ bytes }) => Buffer.from(bytes)),
        race.map(({ bytes }) => Buffer.from(bytes)),
      )
      assert.deepEqual(notes, [])
    }
  }
})

test('a deflated dump whose recorder was killed gives what it holds', async () => {
  const dump = deflateRawSync(lengthPrefixedFile(race))
  const { datagrams } = await read(dump.subarray(0, dump.length - 20))
  assert.ok(datagrams.length > race.length / 2 && datagrams.length <= race.length)
})

test('a length-prefixed dump gets times from the session time and ends when it was written', async () => {
  const path = write(lengthPrefixedFile(race))
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  const { datagrams } = await readPath(path)
  assert.equal(datagrams.length, race.length)
  assert.equal(datagrams.at(-1)?.atMs, 1_700_000_000_000)
  const spanMs = (datagrams.at(-1)?.atMs ?? 0) - (datagrams[0]?.atMs ?? 0)
  assert.ok(Math.abs(spanMs - (39 * 1000) / 60) < 1, `${spanMs} ms`)
})

test('a single datagram in a longer buffer is cut to its size', async () => {
  const bytes = race[0]?.bytes ?? new Uint8Array()
  const { datagrams } = await read(Buffer.concat([bytes, Buffer.alloc(2048 - bytes.length, 7)]))
  assert.deepEqual(Buffer.from(datagrams[0]?.bytes ?? []), Buffer.from(bytes))
})

test('fragments and packets of others are skipped and counted', async () => {
  const noise = [
    { atMs: 0, bytes: ipv4Packet(Buffer.alloc(100), 0x2000) },
    { atMs: 0, bytes: ipv4Packet(Buffer.from('a question of the name service')) },
  ]
  const raw = rawPcap([
    ...noise.map(({ bytes }) => bytes),
    ipv4Packet(race[0]?.bytes ?? Buffer.alloc(0)),
  ])
  const { tally } = await read(raw)
  assert.deepEqual(tally, { datagrams: 1, fragments: 1, cut: 0, others: 1 })
})

test('a cut file gives what lies before the cut, and says so', async () => {
  const whole = pcapFile(race, { link: 'ipv4', little: true, nanoseconds: false })
  const cut = whole.subarray(0, whole.length - 10)
  for (const bytes of [cut, gzipSync(whole).subarray(0, -40), zstdCompressSync(cut)]) {
    const { datagrams, notes } = await read(bytes)
    assert.ok(datagrams.length > 0 && datagrams.length < race.length + 1)
    assert.ok(notes.length > 0)
  }
})

test('a file that is no capture, has no datagram of the game or is missing is refused', async () => {
  await assert.rejects(read(Buffer.from('lap,time\n1,1:23.456\n')), isFailure(/is not a capture/))
  await assert.rejects(read(Buffer.alloc(0)), isFailure(/is not a capture/))
  await assert.rejects(read(gzipSync(Buffer.from('nothing'))), isFailure(/is not a capture/))
  await assert.rejects(read(rawPcap([])), isFailure(/holds no datagrams of the game/))
  await assert.rejects(readPath(join(folder, 'missing.pcap')), isFailure(/There is no file/))
  await assert.rejects(readPath(folder), isFailure(/is not a file/))
})

test('no broken file throws anything but a Failure', async () => {
  const files = [
    pcapFile(race, { link: 'vlan', little: false, nanoseconds: true }),
    pcapngFile(race, { link: 'sll', little: true, resolution: 9 }),
    lengthPrefixedFile(race),
    deflateRawSync(lengthPrefixedFile(race)),
    f1pcapFile(race, { little: false, deflate: deflateSync }),
    gzipSync(pcapFile(race, { link: 'ipv4', little: true, nanoseconds: false })),
    zstdCompressSync(lengthPrefixedFile(race)),
  ]
  const damage = fc.record({
    file: fc.constantFrom(...files),
    keep: fc.double({ min: 0, max: 1, noNaN: true }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.uint8Array({ maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, keep, at, bytes }) => {
      const broken = Buffer.from(file.subarray(0, Math.ceil(file.length * keep)))
      broken.set(bytes.subarray(0, broken.length), Math.floor(at * Math.max(0, broken.length - 12)))
      await read(broken).catch((error: unknown) => assert.ok(error instanceof Failure))
    }),
    { numRuns: 300 },
  )
})

test(
  'real dumps: every datagram comes out, also wrapped as pcap',
  { skip: skipWithoutCaptures },
  async () => {
    const dumps = [...capturePaths('z0mt3c-mocks', '.bin'), ...capturePaths('seq', '.len32.bin')]
    assert.ok(dumps.length >= 5)
    for (const path of dumps) {
      const expected = readDump(path).map((bytes, index) => ({ atMs: 1e12 + index, bytes }))
      const { datagrams } = await readPath(path)
      assert.deepEqual(
        datagrams.map(({ bytes }) => Buffer.from(bytes)),
        expected.map(({ bytes }) => Buffer.from(bytes)),
      )
      const wrapped = await read(
        pcapFile(expected, { link: 'sll2', little: true, nanoseconds: true }),
      )
      assertSame(wrapped.datagrams, expected, path)
    }
  },
)

test(
  'real single datagrams come out in the size of their packet',
  { skip: skipWithoutCaptures },
  async () => {
    const singles = [
      ...capturePaths('maciejpedzich', '.bin'),
      ...capturePaths('larslaskowski-samples', '.packet'),
      ...capturePaths('11bthornton', '.bin'),
    ]
    assert.ok(singles.length > 150)
    for (const path of singles) {
      const { datagrams } = await readPath(path)
      assert.equal(datagrams.length, 1, path)
      const bytes = datagrams[0]?.bytes ?? new Uint8Array()
      if (knownFormats().includes(formatOf(bytes)) && !byHand.test(path)) {
        assert.notEqual(readHeader(bytes).kind, 'rejected', path)
      }
    }
  },
)

// Its publisher has edited this one: 44 bytes, where the game sends 45.
const byHand = /2024-03-RDFL/

function isFailure(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof Failure && message.test(error.message)
}

function write(bytes: Uint8Array): string {
  const path = join(folder, 'capture')
  writeFileSync(path, bytes)
  return path
}

function read(bytes: Uint8Array) {
  return readPath(write(bytes))
}

async function readPath(
  path: string,
): Promise<{ datagrams: CapturedDatagram[]; notes: string[]; tally: CaptureTally }> {
  const notes: string[] = []
  const capture = await openCapture(path, (text) => notes.push(text))
  const datagrams: CapturedDatagram[] = []
  for await (const datagram of capture.datagrams) datagrams.push(datagram)
  return { datagrams, notes, tally: capture.tally }
}

function assertSame(
  actual: readonly CapturedDatagram[],
  expected: readonly CapturedDatagram[],
  message?: string,
): void {
  assert.equal(actual.length, expected.length, message)
  for (const [index, { atMs, bytes }] of expected.entries()) {
    const found = actual[index]
    assert.ok(found !== undefined && Buffer.compare(found.bytes, bytes) === 0, message)
    assert.ok(Math.abs(found.atMs - atMs) < 0.001, `${message}: ${found.atMs} for ${atMs}`)
  }
}
