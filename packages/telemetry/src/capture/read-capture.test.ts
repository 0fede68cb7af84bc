import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync, inflateSync } from 'node:zlib'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import { encodePacket } from '../encode.ts'
import { createReassembler } from './reassemble.ts'
import { readCapture, type CapturedDatagram, type CaptureTally } from './read-capture.ts'
import {
  f1pcapFile,
  fragmentPackets,
  ipv4Packet,
  lengthPrefixedFile,
  pcapFile,
  pcapngFile,
  rawPcap,
  stampedFile,
} from '../../testing/capture-files.ts'

const START_MS = 1_750_000_000_000
/** A 32-bit float can be off by this much at such a time. */
const STAMP_OFF_MS = 70_000
const race = datagrams(40, { uid: 5n, startMs: START_MS })

for (const little of [true, false]) {
  for (const deflate of [null, deflateSync]) {
    const kind = `${little ? 'little' : 'big'} endian, ${deflate ? 'zlib' : 'plain'}`
    test(`f1pcap, ${kind}: the datagrams, paced by the game's clock`, async () => {
      const read = await readAll(f1pcapFile(race, { little, deflate }))
      assertBytes(read.datagrams, race)
      assertPaced(read.datagrams, race)
      assert.deepEqual(read.notes, [])
    })
  }
}

test('f1pcap of the first versions, without a header, is recognised', async () => {
  const read = await readAll(stampedFile(race, { little: true, deflate: null }))
  assertBytes(read.datagrams, race)
  assertPaced(read.datagrams, race)
})

test('f1pcap: a break between two sessions is preserved', async () => {
  const later = datagrams(10, { uid: 6n, startMs: START_MS + 3_600_000 })
  const read = await readAll(f1pcapFile([...race, ...later], { little: true, deflate: null }))
  assertBytes(read.datagrams, [...race, ...later])
  const gapMs = (read.datagrams[race.length]?.atMs ?? 0) - START_MS
  assert.ok(Math.abs(gapMs - 3_600_000) < 2 * STAMP_OFF_MS, `${gapMs} ms`)
})

test('f1pcap: a datagram that cannot be unpacked is skipped and reported, the others are read', async () => {
  const file = f1pcapFile(race, { little: true, deflate: deflateSync })
  file[12 + 8] = 0
  const read = await readAll(file)
  assertBytes(read.datagrams, race.slice(1))
  assert.match(read.notes.join(), /^byte 12: a datagram cannot be unpacked/)
})

test('f1pcap of a later major version is not guessed at', async () => {
  const file = f1pcapFile(race, { little: true, deflate: null })
  file[7] = 0x80 | 0x20
  const read = await readAll(file)
  assert.deepEqual(read.datagrams, [])
  assert.match(read.notes.join(), /version 2.0 is not understood/)
})

for (const version of [4, 6] as const) {
  test(`IPv${version} fragments are put together in any order; lost pieces are counted`, async () => {
    const [first, second] = race
    assert.ok(first && second)
    const whole = fragmentPackets(first.bytes, { version, pieceBytes: 400, id: 7 })
    const [, ...lossy] = fragmentPackets(second.bytes, { version, pieceBytes: 400, id: 8 })
    assert.ok(whole.length > 2 && lossy.length > 1)
    const read = await readAll(rawPcap([...lossy, ...whole.toReversed()]))
    assertBytes(read.datagrams, [first])
    assert.deepEqual(read.tally, { datagrams: 1, fragments: lossy.length, cut: 0, others: 0 })
  })
}

test('fragments captured twice count once; a packet with overlapping fragments is dropped', async () => {
  const [first, second] = race
  assert.ok(first && second)
  const whole = fragmentPackets(first.bytes, { version: 4, pieceBytes: 400, id: 7 })
  const twice = await readAll(rawPcap(whole.flatMap((piece) => [piece, piece])))
  // The last piece, sent a second time, is the first of a packet that never comes.
  assertBytes(twice.datagrams, [first])
  const pieces = fragmentPackets(second.bytes, { version: 4, pieceBytes: 400, id: 8 })
  const [overlapping] = fragmentPackets(second.bytes, { version: 4, pieceBytes: 408, id: 8 })
  const [, next] = pieces
  assert.ok(overlapping && next)
  const mixed = await readAll(rawPcap([next, overlapping, ...whole]))
  assertBytes(mixed.datagrams, [first])
})

test('fragments that never become a packet take neither time nor memory', async () => {
  const { push } = createReassembler()
  const bytes = new Uint8Array(65_000)
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 200_000; n++) {
    // The stream repeats the last pieces of very many packets, and pieces of a few that overlap.
    const packet = `packet ${n % 3 === 0 ? n : n % 50}`
    const piece = n % 2 === 0 ? bytes.subarray(0, 8) : bytes.subarray(0, 16)
    assert.equal(
      push({ packet, offset: 65_000 - 8 * (n % 7), isLast: n % 5 === 0, bytes: piece }, n),
      null,
    )
  }
  const grown = process.memoryUsage().arrayBuffers - before
  assert.ok(grown < 64 * 2 ** 20, `${grown} bytes`)
})

test('of packets that never become whole only the newest 64 take memory, as much as their pieces', async () => {
  const { push } = createReassembler()
  const grown = await grownBytes(() => {
    const longest = new Uint8Array(64_000)
    for (let n = 0; n < 2_000; n++) {
      assert.equal(push({ packet: `${n}`, offset: 0, isLast: false, bytes: longest }, n), null)
    }
  })
  assert.ok(grown < 8 * 2 ** 20, `${grown} bytes`)
  const ofViews = await grownBytes(() => {
    for (let n = 0; n < 60; n++) {
      // A capture is read as small parts of large chunks of the file.
      const bytes = new Uint8Array(2 ** 20).subarray(0, 8)
      assert.equal(push({ packet: `view ${n}`, offset: 0, isLast: false, bytes }, 2_000), null)
    }
  })
  assert.ok(ofViews < 8 * 2 ** 20, `${ofViews} bytes`)
})

test('a packet that is not whole is forgotten for the 64 that began after it', async () => {
  const [first, ...others] = race
  assert.ok(first && others.length > 0)
  const [begin, ...rest] = fragmentPackets(first.bytes, { version: 4, pieceBytes: 400, id: 1 })
  assert.ok(begin)
  for (const [count, expected] of [
    [63, [first]],
    [64, []],
  ] as const) {
    const begins = Array.from({ length: count }, (_, n) => {
      const [piece] = fragmentPackets(first.bytes, { version: 4, pieceBytes: 400, id: 2 + n })
      return piece ?? new Uint8Array()
    })
    assertBytes((await readAll(rawPcap([begin, ...begins, ...rest]))).datagrams, expected)
  }
})

test('a packet has 128 pieces at most', async () => {
  const { push } = createReassembler()
  const piece = (n: number, count: number) =>
    push({ packet: 'a', offset: 8 * n, isLast: n === count - 1, bytes: new Uint8Array(8) }, 0)
  const wholeOf = (count: number) => {
    let whole = null
    for (let n = 0; n < count; n++) whole = piece(n, count)
    return whole?.bytes.length
  }
  assert.equal(wholeOf(128), 1_024)
  assert.equal(wholeOf(129), undefined)
})

test('IPv4 options and IPv6 extension headers before the datagram are passed over', async () => {
  const [first] = race
  assert.ok(first)
  const plain = ipv4Packet(first.bytes)
  const options = Buffer.concat([plain.subarray(0, 20), Buffer.alloc(8, 1), plain.subarray(20)])
  options[0] = 0x47
  options.writeUInt16BE(plain.readUInt16BE(2) + 8, 2)
  const segment = plain.subarray(20, 28 + first.bytes.length)
  const ipv6 = Buffer.alloc(48)
  ipv6[0] = 0x60
  ipv6.writeUInt16BE(8 + segment.length, 4)
  ipv6[40] = 17
  const read = await readAll(rawPcap([options, Buffer.concat([ipv6, segment])]))
  assertBytes(read.datagrams, [first, first])
})

const FILES = {
  pcap: pcapFile(race, { link: 'ethernet', little: true, nanoseconds: true }),
  pcapng: pcapngFile(race, { link: 'sll2', little: false, resolution: 9 }),
  f1pcap: f1pcapFile(race, { little: true, deflate: deflateSync }),
  stamped: stampedFile(race, { little: true, deflate: null }),
  'length-prefixed': lengthPrefixedFile(race),
}

for (const [name, file] of Object.entries(FILES)) {
  test(`${name}: chunks of any size give the same datagrams`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3_000 }), async (chunkBytes) => {
        assertBytes((await readAll(file, chunkBytes)).datagrams, race)
      }),
      sampleOfRuns(25, 8),
    )
  })

  test(`${name}: a cut tail gives all that is whole, and says where the cut is`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: file.length - 1 }), async (length) => {
        const read = await readAll(file.subarray(0, length))
        assertBytes(read.datagrams, race.slice(0, read.datagrams.length))
        const reported = Number(/^byte (\d+): .+ used$/.exec(read.notes[0] ?? '')?.[1] ?? length)
        assert.ok(reported <= length && length - reported < 2_000, `${read.notes[0]} of ${length}`)
      }),
      sampleOfRuns(100, 30),
    )
  })

  test(`${name}: nothing that is damaged throws, and no length makes it wait or grow`, async () => {
    const damage = fc.record({
      at: fc.nat({ max: file.length - 1 }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (places) => {
        const broken = Buffer.from(file)
        for (const { at, bytes } of places) broken.set(bytes.slice(0, broken.length - at), at)
        const { datagrams } = await readAll(broken)
        assert.ok(datagrams.length <= race.length)
      }),
      sampleOfRuns(200, 50),
    )
  })
}

test('bytes that are not a capture are refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
      assert.equal(await readCapture(sourceOf(Buffer.from(`x,${text}`)), () => {}), null)
    }),
  )
})

test('a file of one datagram is cut to its size; one with the body of another year is whole', async () => {
  const own = encodePacket(2026, 'lapData', {}, {})
  const older = encodePacket(2025, 'lapData', {}, {})
  new DataView(older.buffer).setUint16(0, 2026, true)
  for (const [datagram, paddedTo] of [
    [own, own.length],
    [own, 2048],
    [older, older.length],
    [older, older.length + 1],
  ] as const) {
    const file = new Uint8Array(paddedTo)
    file.set(datagram)
    const { datagrams } = await readAll(file)
    assertBytes(datagrams, [{ atMs: 0, bytes: datagram }])
  }
})

function datagrams(
  frames: number,
  { uid, startMs }: { uid: bigint; startMs: number },
): CapturedDatagram[] {
  return Array.from({ length: frames }, (_, frame) => {
    const header = {
      sessionUid: uid,
      sessionTime: frame / 20,
      frameIdentifier: frame,
      overallFrameIdentifier: frame,
    }
    return { atMs: startMs + frame * 50, bytes: encodePacket(2025, 'lapData', header, {}) }
  })
}

async function readAll(
  bytes: Uint8Array,
  chunkBytes = bytes.length,
): Promise<{ datagrams: CapturedDatagram[]; notes: string[]; tally: CaptureTally }> {
  const notes: string[] = []
  const capture = await readCapture(sourceOf(bytes, chunkBytes), (text) => notes.push(text))
  const tally = capture?.tally ?? { datagrams: 0, fragments: 0, cut: 0, others: 0 }
  const found: CapturedDatagram[] = []
  for await (const datagram of capture?.datagrams ?? []) found.push(datagram)
  return { datagrams: found, notes, tally }
}

function sourceOf(bytes: Uint8Array, chunkBytes = bytes.length) {
  return {
    async *open() {
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        yield bytes.subarray(at, at + chunkBytes)
      }
    },
    writtenAtMs: START_MS + 86_400_000,
    inflate(packed: Uint8Array, bytesMax: number) {
      try {
        return inflateSync(packed, { maxOutputLength: bytesMax })
      } catch {
        return null
      }
    },
  }
}

/** Measures by how many bytes the work grows the buffers that are still in use. */
async function grownBytes(work: () => void): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  const before = process.memoryUsage().arrayBuffers
  work()
  collect()
  // Buffers are freed beside the collection.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  return process.memoryUsage().arrayBuffers - before
}

function assertBytes(
  actual: readonly CapturedDatagram[],
  expected: readonly CapturedDatagram[],
): void {
  assert.deepEqual(
    actual.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
    expected.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
  )
}

/** The steps must be the game's, and the beginning as good as its stamp. */
function assertPaced(
  actual: readonly CapturedDatagram[],
  expected: readonly CapturedDatagram[],
): void {
  const offMs = (actual[0]?.atMs ?? 0) - (expected[0]?.atMs ?? 0)
  assert.ok(Math.abs(offMs) < STAMP_OFF_MS, `${offMs} ms`)
  for (const [index, { atMs }] of expected.entries()) {
    assert.ok(Math.abs((actual[index]?.atMs ?? 0) - offMs - atMs) < 1, `datagram ${index}`)
  }
}
