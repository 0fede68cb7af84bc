import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  createFrameReader,
  encodeAcknowledgement,
  encodeDatagram,
  encodeFrame,
  encodeJsonFrame,
  type Frame,
  FrameError,
  readAcknowledgement,
  readDatagramPayload,
  readJsonPayload,
} from './ingest-frames.ts'
import { FRAME_BYTES_MAX, FrameType } from './ingest-protocol.ts'

const datagram = fc.record({
  number: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  atMs: fc.double({ min: 0, max: 4e12, noNaN: true }),
  bytes: fc.uint8Array({ maxLength: 1500 }),
})

const head = (number: bigint, atMs: number, length = 16): Uint8Array => {
  const bytes = Buffer.alloc(length)
  bytes.writeBigUInt64LE(number)
  bytes.writeDoubleLE(atMs, 8)
  return bytes
}

test('frames come out as they went in, however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(datagram, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }),
      (datagrams, cuts) => {
        const stream = Buffer.concat(datagrams.map(encodeDatagram))
        const frames: Frame[] = []
        const read = createFrameReader((frame) => frames.push(frame))
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = cuts[turn % cuts.length] ?? 1
          read(stream.subarray(at, at + size))
          at += size
        }
        assert.deepEqual(
          frames.map(({ payload }) => {
            const { number, atMs, bytes } = readDatagramPayload(payload)
            return { number, atMs, bytes: [...bytes] }
          }),
          datagrams.map(({ number, atMs, bytes }) => ({ number, atMs, bytes: [...bytes] })),
        )
      },
    ),
    { numRuns: 100 },
  )
})

test('an acknowledgement carries its number', () => {
  const [frame] = collect(encodeAcknowledgement(123_456_789_012))
  assert.equal(frame?.type, FrameType.Acknowledge)
  assert.equal(readAcknowledgement(frame.payload), 123_456_789_012)
})

test('a frame of no length or above the limit is an error before its payload is awaited', () => {
  const tooLong = Buffer.alloc(4)
  tooLong.writeUInt32LE(FRAME_BYTES_MAX + 1)
  assert.throws(() => collect(tooLong), FrameError)
  assert.throws(() => collect(Buffer.alloc(4)), FrameError)
  assert.throws(() => encodeFrame(2, new Uint8Array(FRAME_BYTES_MAX)), FrameError)
})

test('a payload that is cut, unnumbered, timeless or no JSON is an error', () => {
  assert.throws(() => readDatagramPayload(new Uint8Array(15)), FrameError)
  assert.throws(() => readDatagramPayload(new Uint8Array(16)), FrameError)
  const timeless = Buffer.alloc(16)
  timeless.writeBigUInt64LE(1n)
  timeless.writeDoubleLE(Number.NaN, 8)
  assert.throws(() => readDatagramPayload(timeless), FrameError)
  assert.throws(() => readJsonPayload(Buffer.from('{')), FrameError)
  assert.throws(() => readJsonPayload(Buffer.from([0xff, 0xfe])), FrameError)
})

function collect(bytes: Uint8Array): Frame[] {
  const frames: Frame[] = []
  createFrameReader((frame) => frames.push(frame))(bytes)
  return frames
}

describe('a frame that is not allowed says why', () => {
  for (const [what, act, message] of [
    [
      'too long',
      () => encodeFrame(2, new Uint8Array(FRAME_BYTES_MAX)),
      `A frame of ${FRAME_BYTES_MAX + 1} bytes is too long`,
    ],
    ['empty', () => collect(Buffer.alloc(4)), 'A frame of 0 bytes is not allowed'],
    ['no JSON', () => readJsonPayload(Buffer.from('{')), 'The payload is not JSON'],
    ['no UTF-8', () => readJsonPayload(Buffer.from([0x22, 0xff, 0x22])), 'The payload is not JSON'],
    ['cut', () => readDatagramPayload(new Uint8Array(15)), 'A datagram frame is cut'],
    ['without a number', () => readDatagramPayload(head(0n, 5)), 'A datagram has no number'],
    [
      'of a number that no one counts to',
      () => readDatagramPayload(head(2n ** 53n, 5)),
      'A datagram has no number',
    ],
    ['before 1970', () => readDatagramPayload(head(1n, -1)), 'A datagram has no reception time'],
    [
      'after all dates',
      () => readDatagramPayload(head(1n, 8.64e15)),
      'A datagram has no reception time',
    ],
    ['at no time', () => readDatagramPayload(head(1n, NaN)), 'A datagram has no reception time'],
    [
      'a cut acknowledgement',
      () => readAcknowledgement(new Uint8Array(7)),
      'An acknowledgement is cut',
    ],
    [
      'a long acknowledgement',
      () => readAcknowledgement(new Uint8Array(9)),
      'An acknowledgement is cut',
    ],
  ] as const) {
    test(what, () => {
      assert.throws(act, (error) => error instanceof FrameError && error.message === message)
    })
  }

  test('the limits themselves are allowed', () => {
    assert.equal(encodeFrame(2, new Uint8Array(FRAME_BYTES_MAX - 1)).length, 4 + FRAME_BYTES_MAX)
    const [longest] = collect(encodeFrame(2, new Uint8Array(FRAME_BYTES_MAX - 1)))
    assert.equal(longest?.payload.length, FRAME_BYTES_MAX - 1)
    assert.deepEqual(readDatagramPayload(head(1n, 0)), {
      number: 1,
      atMs: 0,
      bytes: Buffer.alloc(0),
    })
    assert.equal(readDatagramPayload(head(1n, 8.64e15 - 1)).atMs, 8.64e15 - 1)
  })
})

test('a frame of JSON is its value', () => {
  const [frame] = collect(encodeJsonFrame(5, { a: 'ü' }))
  assert.equal(frame?.type, 5)
  assert.deepEqual(readJsonPayload(frame.payload), { a: 'ü' })
})
