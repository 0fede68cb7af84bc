import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ByteReader, type CapturedFrame, createByteReader } from './byte-reader.ts'
import { readLengthPrefixed } from './length-prefixed.ts'
import { pcapHeader, pcapRecord } from './pcap.ts'
import { readPcap } from './read-pcap.ts'
import { readPcapng } from './read-pcapng.ts'
import { readUdpPayload } from './link-layer.ts'
import { createReassembler } from './reassemble.ts'

type Read<T> = (reader: ByteReader, onNote: (text: string) => void) => AsyncIterable<T>

/** Returns what is read of the bytes, and the notes about their damage. */
async function readAll<T>(read: Read<T>, ...parts: readonly Uint8Array[]) {
  const notes: string[] = []
  const found: T[] = []
  const bytes = Buffer.concat(parts)
  const source = (async function* () {
    await Promise.resolve()
    yield bytes
  })()
  for await (const one of read(createByteReader(source), (text) => notes.push(text)))
    found.push(one)
  return { found, notes }
}

/** Returns the frames as their time, link and first byte. */
async function framesOf(read: Read<CapturedFrame>, ...parts: readonly Uint8Array[]) {
  const { found, notes } = await readAll(read, ...parts)
  return {
    frames: found.map(({ atMs, linkType, bytes }) => [atMs, linkType, [...bytes]]),
    notes,
  }
}

/** Encodes words of 32 bits. */
function words(isLittle: boolean, ...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [place, number] of numbers.entries()) {
    if (isLittle) bytes.writeUInt32LE(number, place * 4)
    else bytes.writeUInt32BE(number, place * 4)
  }
  return bytes
}

const headOf = (magic: number, isLittle = true, link = 1) =>
  words(isLittle, magic, 0, 0, 0, 0, link)

const recordOf = (seconds: number, fraction: number, isLittle = true) =>
  Buffer.concat([words(isLittle, seconds, fraction, 2, 2), Uint8Array.from([7, 8])])

/** A block has its length at both ends. */
const block = (type: number, body: Uint8Array, isLittle = true) => {
  const length = body.length + 12
  return Buffer.concat([words(isLittle, type, length), body, words(isLittle, length)])
}

const prefixed = (...bytes: readonly number[]) =>
  Buffer.concat([words(true, bytes.length), Uint8Array.from(bytes)])

const readDump = (...parts: readonly Uint8Array[]) => readAll(readLengthPrefixed, ...parts)

const piece = (offset: number, length: number, isLast = false) => ({
  packet: 'a',
  offset,
  isLast,
  bytes: new Uint8Array(length).fill(length),
})

const sectionOf = (isLittle = true) =>
  block(0x0a0d0d0a, words(isLittle, 0x1a2b3c4d, 1, 0, 0), isLittle)

const face = (snapLength: number, ...options: readonly number[]) =>
  block(1, Buffer.concat([words(true, 1, snapLength), Uint8Array.from(options)]))

const enhanced = (id: number, high: number, low: number, length = 2) =>
  block(6, Buffer.concat([words(true, id, high, low, length, 2), Uint8Array.from([7, 8, 0, 0])]))

const simple = (length: number) =>
  block(3, Buffer.concat([words(true, length), Uint8Array.from([7, 8, 9, 0])]))

const joinedOf = (...pieces: readonly ReturnType<typeof piece>[]) => {
  const { push } = createReassembler()
  return pieces.map((one) => push(one, 0)).at(-1)?.bytes.length ?? null
}

const readSection = async (...blocks: readonly Uint8Array[]) =>
  framesOf(readPcapng, sectionOf(), ...blocks)

describe('a pcap file', () => {
  for (const [magic, isLittle, fraction] of [
    [0xa1b2c3d4, true, 250_000],
    [0xa1b2c3d4, false, 250_000],
    [0xa1b23c4d, true, 250_000_000],
    [0xa1b23c4d, false, 250_000_000],
  ] as const) {
    test(`has its times by its magic number ${magic.toString(16)}, ${isLittle ? 'little' : 'big'} endian`, async () => {
      const file = [headOf(magic, isLittle, 0x1000_0071), recordOf(3, fraction, isLittle)]
      assert.deepEqual(await framesOf(readPcap, ...file), {
        // The upper half of the link's type is something else.
        frames: [[3_250, 0x71, [7, 8]]],
        notes: [],
      })
    })
  }

  test('is read up to its damage', async () => {
    const whole = [headOf(0xa1b2c3d4), recordOf(1, 0)]
    const frames = [[1_000, 1, [7, 8]]]
    for (const [tail, note] of [
      [words(true, 2, 0, 2), 'byte 42: the last record is cut'],
      [words(true, 2, 0, 2, 2), 'byte 42: the last record is cut'],
      [words(true, 2, 0, 4_194_305, 2), 'byte 42: no record has a length of 4194305'],
      [words(true, 2, 0, 4_194_304, 2), 'byte 42: the last record is cut'],
    ] as const) {
      assert.deepEqual(await framesOf(readPcap, ...whole, tail), {
        frames,
        notes: [`${note}; everything before it is used`],
      })
    }
    const cut = await framesOf(readPcap, headOf(0xa1b2c3d4).subarray(1))
    assert.deepEqual(cut.notes, ['byte 0: the header is cut; everything before it is used'])
    const other = await framesOf(readPcap, headOf(0xa1b2c3d5))
    assert.deepEqual(other, { frames: [], notes: ['the header is not one of pcap'] })
  })

  test('that is written here can be read again', async () => {
    const bytes = Uint8Array.from([1, 2, 3])
    const source = { address: '192.0.2.1', port: 20_777 }
    const destination = { address: '198.51.100.255', port: 20_778 }
    const written = pcapRecord({ atMs: 1_750_000_000_123.456, source, destination, bytes })
    const { found, notes } = await readAll(readPcap, pcapHeader(), written)
    assert.deepEqual(notes, [])
    const [frame] = found
    assert.ok(frame)
    assert.ok(Math.abs(frame.atMs - 1_750_000_000_123.456) < 0.001)
    assert.deepEqual(readUdpPayload(frame.linkType, frame.bytes), {
      kind: 'udp',
      payload: frame.bytes.subarray(28),
    })
    assert.deepEqual([...frame.bytes.subarray(28)], [1, 2, 3])
    const ip = new DataView(frame.bytes.slice(0, 28).buffer)
    let sum = 0
    for (let at = 0; at < 20; at += 2) sum += ip.getUint16(at)
    assert.equal((sum & 0xffff) + (sum >>> 16), 0xffff, 'RFC 1071: with its checksum it is this')
    assert.deepEqual([...frame.bytes.subarray(12, 20)], [192, 0, 2, 1, 198, 51, 100, 255])
    assert.deepEqual([ip.getUint16(20), ip.getUint16(22), ip.getUint16(24)], [20_777, 20_778, 11])
    assert.deepEqual([ip.getUint8(8), ip.getUint8(9), ip.getUint16(2)], [64, 17, 31])
  })

  test('begins with what other tools expect', () => {
    const expected = [0xa1b2c3d4, 0x0004_0002, 0, 0, 65_535, 228]
    assert.deepEqual([...pcapHeader()], [...words(true, ...expected)])
  })
})

describe('a pcapng file', () => {
  const RESOLUTION = [9, 0, 1, 0]
  const OFFSET = [14, 0, 8, 0]

  test('has microseconds, or what its interface says, and its offset', async () => {
    for (const [options, atMs] of [
      [[], 5_000],
      [[...RESOLUTION, 3, 0, 0, 0], 5_000_000],
      // The resolution is a power of two.
      [[...RESOLUTION, 0x80 | 10, 0, 0, 0], (5_000_000 / 1_024) * 1_000],
      [[...OFFSET, 2, 0, 0, 0, 0, 0, 0, 0], 7_000],
      // Another option precedes it, with three bytes and one to fill them up.
      [[2, 0, 3, 0, 1, 1, 1, 0, ...OFFSET, 2, 0, 0, 0, 0, 0, 0, 0], 7_000],
      // An option after the end does not count.
      [[0, 0, 0, 0, ...OFFSET, 2, 0, 0, 0, 0, 0, 0, 0], 5_000],
      // The options have another length, or are cut.
      [[9, 0, 2, 0, 3, 0, 0, 0], 5_000],
      [[14, 0, 4, 0, 2, 0, 0, 0], 5_000],
      [[...OFFSET, 2, 0, 0, 0], 5_000],
    ] as const) {
      const { frames, notes } = await readSection(face(0, ...options), enhanced(0, 0, 5_000_000))
      assert.deepEqual(frames, [[atMs, 1, [7, 8]]], options.join(' '))
      assert.deepEqual(notes, [])
    }
    const { frames } = await readSection(face(0), enhanced(0, 1, 0))
    assert.deepEqual(frames, [[2 ** 32 / 1_000, 1, [7, 8]]])
  })

  test('names an interface of its section for each packet', async () => {
    const second = block(1, words(true, 113, 0))
    const { frames } = await readSection(
      face(0),
      second,
      enhanced(1, 0, 1_000),
      enhanced(2, 0, 2_000),
    )
    assert.deepEqual(frames, [[1, 113, [7, 8]]])
    const next = await readSection(face(0), sectionOf(), enhanced(0, 0, 1_000))
    assert.deepEqual(next.frames, [], 'a new section has none')
    const old = block(
      2,
      Buffer.concat([words(true, 0x9_0000, 0, 3_000, 1, 1), Uint8Array.from([7, 0, 0, 0])]),
    )
    assert.deepEqual((await readSection(face(0), old)).frames, [[3, 1, [7]]])
  })

  test('may have the other byte order in each section', async () => {
    const isLittle = false
    const interfaceBlock = block(1, words(isLittle, 0x0001_0000, 0), isLittle)
    const packet = block(6, words(isLittle, 0, 0, 4_000, 4, 4, 0x0708_090a), isLittle)
    const { frames } = await readSection(
      face(0),
      sectionOf(isLittle),
      interfaceBlock,
      packet,
      sectionOf(),
    )
    assert.deepEqual(frames, [[4, 1, [7, 8, 9, 10]]])
  })

  test('has packets without a time, at that of the one before and no longer than its interface says', async () => {
    const { frames } = await readSection(face(2), simple(3), enhanced(0, 0, 6_000), simple(1))
    assert.deepEqual(frames, [
      [0, 1, [7, 8]],
      [6, 1, [7, 8]],
      [6, 1, [7]],
    ])
    assert.deepEqual((await readSection(face(0), simple(3))).frames, [[0, 1, [7, 8, 9]]])
    assert.deepEqual((await readSection(simple(3))).frames, [])
  })

  test('has blocks that are too short for what they are, or of another kind', async () => {
    const short = [
      block(1, words(true, 1)),
      block(6, words(true, 0, 0, 0, 0)),
      block(3, words(true)),
    ]
    assert.deepEqual(
      await readSection(face(0), ...short, block(5, words(true, 0, 0, 0, 0, 0, 0))),
      {
        frames: [],
        notes: [],
      },
    )
  })

  test('is read up to its damage', async () => {
    const at = sectionOf().length
    for (const [tail, note] of [
      [words(true, 6, 32), 'the last block is cut'],
      [words(true, 6, 32, 0), 'the last block is cut'],
      [words(true, 6, 8, 0), 'no block has a length of 8'],
      [words(true, 6, 30, 0), 'no block has a length of 30'],
      [words(true, 6, 4_194_308, 0), 'no block has a length of 4194308'],
      [words(true, 6, 4_194_304, 0), 'the last block is cut'],
    ] as const) {
      const { notes } = await readSection(tail)
      assert.deepEqual(notes, [`byte ${at}: ${note}; everything before it is used`])
    }
    const empty = await readSection(block(9, Uint8Array.from([])))
    assert.deepEqual(empty.notes, [], 'a block of twelve bytes')
  })
})

describe('a dump with lengths', () => {
  test('is read up to its damage', async () => {
    for (const [tail, note] of [
      [Uint8Array.from([1, 0, 0]), 'the last datagram is cut'],
      [words(true, 3), 'the last datagram is cut'],
      [words(true, 65_507), 'the last datagram is cut'],
      [words(true, 65_508), 'no datagram has a length of 65508'],
    ] as const) {
      const { found, notes } = await readDump(prefixed(1, 2), tail)
      assert.deepEqual(
        found.map((bytes) => [...bytes]),
        [[1, 2]],
      )
      assert.deepEqual(notes, [`byte 6: ${note}; everything before it is used`])
    }
  })
})

describe('pieces of a packet', () => {
  test('join in any order where they fit, and not where they contradict each other', () => {
    assert.equal(joinedOf(piece(0, 8), piece(8, 4, true)), 12)
    assert.equal(joinedOf(piece(8, 4, true), piece(0, 8)), 12)
    assert.equal(joinedOf(piece(0, 8), piece(16, 4, true), piece(8, 8)), 20)
    // The pieces overlap, reach beyond the last one, or have two last ones.
    assert.equal(joinedOf(piece(0, 16), piece(8, 4, true), piece(0, 8)), null)
    assert.equal(joinedOf(piece(8, 8), piece(0, 8, true)), null)
    assert.equal(joinedOf(piece(8, 4, true), piece(16, 8), piece(0, 8)), null)
    assert.equal(joinedOf(piece(8, 4, true), piece(0, 4, true), piece(0, 8)), null)
  })

  test('are none without bytes and beyond the longest packet', () => {
    assert.equal(joinedOf(piece(0, 0, true)), null)
    assert.equal(joinedOf(piece(65_528, 8, true), piece(0, 65_528)), null)
    assert.equal(joinedOf(piece(65_528, 7, true), piece(0, 65_528)), 65_535)
  })

  test('wait a minute for each other', () => {
    for (const [atMs, isWhole] of [
      [60_000, true],
      [60_001, false],
      [-60_000, true],
      [-60_001, false],
    ] as const) {
      const { push } = createReassembler()
      push(piece(0, 8), 0)
      assert.equal(push(piece(8, 8, true), atMs) !== null, isWhole, `${atMs} ms`)
    }
  })
})
