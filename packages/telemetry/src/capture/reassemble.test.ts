import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createReassembler } from './reassemble.ts'

interface Piece {
  readonly offset: number
  readonly length: number
  readonly isLast?: boolean
  readonly packet?: string
  readonly atMs?: number
}

/** Returns the packet that the last of these pieces completes. Pieces have the bytes of their offsets. */
function reassembled(...pieces: readonly Piece[]) {
  const { push } = createReassembler()
  let found: ReturnType<typeof push> = null
  for (const { offset, length, isLast = false, packet = 'a', atMs = 0 } of pieces) {
    const bytes = Uint8Array.from({ length }, (_, index) => (offset + index) % 251)
    found = push({ packet, offset, isLast, bytes }, atMs) ?? found
  }
  if (!found) return null
  assert.ok(found.bytes.every((byte, index) => byte === index % 251))
  return [found.bytes.length, found.pieces]
}

const FIRST = { offset: 0, length: 16 }
const LAST = { offset: 16, length: 5, isLast: true }

function lastOf(length: number): Piece {
  return { offset: 16, length, isLast: true }
}

function piecesOf(count: number): Piece[] {
  return Array.from({ length: count }, (_, at) => ({
    offset: at * 8,
    length: 8,
    isLast: at === count - 1,
  }))
}

describe('fragments become a packet', () => {
  test('in any order, with a repeat or without', () => {
    assert.deepEqual(reassembled(FIRST, LAST), [21, 2])
    assert.deepEqual(reassembled(LAST, FIRST), [21, 2])
    assert.deepEqual(reassembled(FIRST, FIRST, LAST), [21, 3])
    assert.equal(reassembled(FIRST), null)
    assert.equal(reassembled(LAST), null)
    assert.equal(reassembled(FIRST, { ...LAST, packet: 'b' }), null)
    assert.equal(reassembled({ ...FIRST, length: 8 }, LAST), null)
  })

  test('of a single piece that is the last one', () => {
    assert.deepEqual(reassembled({ ...FIRST, isLast: true }), [16, 1])
  })

  test('within a minute', () => {
    assert.deepEqual(reassembled(FIRST, { ...LAST, atMs: 60_000 }), [21, 2])
    assert.equal(reassembled(FIRST, { ...LAST, atMs: 60_001 }), null)
    assert.equal(reassembled(FIRST, { ...LAST, atMs: -60_001 }), null)
  })

  test('of 65,535 bytes at most, of pieces that have bytes', () => {
    assert.deepEqual(reassembled(FIRST, lastOf(65_519)), [65_535, 2])
    assert.equal(reassembled(FIRST, lastOf(65_520)), null)
    assert.equal(reassembled(FIRST, { offset: 16, length: 0, isLast: true }), null)
  })

  test('of 128 pieces at most', () => {
    assert.deepEqual(reassembled(...piecesOf(128)), [1_024, 128])
    assert.equal(reassembled(...piecesOf(129)), null)
  })
})

describe('a packet whose fragments contradict each other is dropped', () => {
  for (const [title, piece] of [
    ['one that overlaps the end of another', { offset: 8, length: 16 }],
    ['one within another', { offset: 8, length: 4 }],
    ['one around another', { offset: 0, length: 24 }],
    ['one by a byte', { offset: 15, length: 4 }],
  ] as const) {
    test(title, () => {
      // The packet begins again with the next piece.
      assert.equal(reassembled(FIRST, piece, LAST), null)
      assert.deepEqual(reassembled(FIRST, piece, FIRST, LAST), [21, 2])
    })
  }

  test('a piece beyond the last one, before or after it', () => {
    const beyond = { offset: 24, length: 8 }
    assert.equal(reassembled(LAST, beyond, FIRST), null)
    assert.equal(reassembled(beyond, LAST, FIRST), null)
    const within = { offset: 16, length: 8 }
    const end = { offset: 24, length: 8, isLast: true }
    assert.deepEqual(reassembled(end, within, FIRST), [32, 3])
  })

  test('two last pieces', () => {
    assert.equal(reassembled(LAST, { offset: 8, length: 8, isLast: true }, FIRST), null)
  })
})

test('the 64 packets that began last are kept', () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...FIRST, packet: `other ${at}` }))
  assert.deepEqual(reassembled(FIRST, ...others(63), LAST), [21, 2])
  assert.equal(reassembled(FIRST, ...others(64), LAST), null)
})
