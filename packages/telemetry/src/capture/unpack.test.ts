import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { encodePacket } from '../encode.ts'
import { lengthPrefixedFile } from '../../testing/capture-files.ts'
import { inflate, unpacked } from './unpack.ts'

const TEXT = Buffer.from('x,bytes that are no capture')
const DUMP = lengthPrefixedFile(
  Array.from({ length: 3 }, () => ({ atMs: 0, bytes: encodePacket(2025, 'lapData', {}, {}) })),
)
/** A reader of zstd skips such a frame. */
const SKIPPED = Buffer.concat([
  Uint8Array.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]),
  Buffer.alloc(3),
])

async function unpack(file: Uint8Array, onUnpacked?: (bytes: number) => void) {
  const notes: string[] = []
  const chunks: Uint8Array[] = []
  const openAt = async function* (offset: number) {
    await Promise.resolve()
    yield file.subarray(offset)
  }
  for await (const chunk of unpacked(openAt, (text) => notes.push(text), onUnpacked)) {
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), notes }
}

describe('the bytes of a file', () => {
  for (const [what, file, bytes] of [
    ['as they are', TEXT, TEXT],
    ['none', Buffer.alloc(0), Buffer.alloc(0)],
    ['a dump', DUMP, DUMP],
    ['gzip', gzipSync(TEXT), TEXT],
    ['gzip, whose end is missing', gzipSync(DUMP).subarray(0, -8), DUMP],
    ['zstd', zstdCompressSync(TEXT), TEXT],
    [
      'zstd of several frames, of which some are passed over',
      Buffer.concat([SKIPPED, zstdCompressSync(TEXT), SKIPPED, zstdCompressSync(TEXT)]),
      Buffer.concat([TEXT, TEXT]),
    ],
    ['a deflated dump', deflateRawSync(DUMP), DUMP],
    ['a deflated dump in gzip', gzipSync(deflateRawSync(DUMP)), DUMP],
    ['a deflated dump in zstd', zstdCompressSync(deflateRawSync(DUMP)), DUMP],
    ['deflated text, which is no dump', deflateRawSync(TEXT), deflateRawSync(TEXT)],
  ] as const) {
    test(`are unpacked: ${what}`, async () => {
      assert.deepEqual(await unpack(file), { bytes, notes: [] })
    })
  }

  test('end with a note where they are damaged', async () => {
    const broken = gzipSync(TEXT)
    broken[12] = (broken[12] ?? 0) ^ 0xff
    const { notes } = await unpack(broken)
    assert.equal(notes.length, 1)
    assert.match(notes[0] ?? '', /^unpacking stops early \(.+\); everything before it is used$/)
    const frames = Buffer.concat(Array.from({ length: 2_001 }, () => SKIPPED))
    const many = await unpack(frames)
    assert.deepEqual(many.notes, [
      'unpacking stops early (more than 2000 zstd frames); everything before it is used',
    ])
    assert.deepEqual((await unpack(frames.subarray(0, SKIPPED.length * 1_999))).notes, [])
  })

  test('are counted at each stage, and what the counter throws is thrown', async () => {
    const counts: number[] = []
    await unpack(gzipSync(deflateRawSync(DUMP)), (bytes) => counts.push(bytes))
    const sum = counts.reduce((one, other) => one + other, 0)
    assert.equal(sum, deflateRawSync(DUMP).length + DUMP.length)
    const refusal = new Error('too long')
    const refuse = () => {
      throw refusal
    }
    await assert.rejects(unpack(gzipSync(TEXT), refuse), refusal)
    assert.deepEqual((await unpack(TEXT, refuse)).bytes, TEXT, 'nothing was unpacked')
  })
})

test('a part that is inflated has at most the bytes that are allowed', () => {
  assert.deepEqual(inflate(deflateSync(TEXT), TEXT.length), TEXT)
  assert.equal(inflate(deflateSync(TEXT), TEXT.length - 1), null)
  assert.equal(inflate(TEXT, 1_000), null)
})
