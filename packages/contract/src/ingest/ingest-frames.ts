import { FRAME_BYTES_MAX, FrameType } from './ingest-protocol.ts'

const LENGTH_BYTES = 4
const DATAGRAM_HEAD_BYTES = 16

export interface Frame {
  readonly type: number
  readonly payload: Uint8Array
}

export interface NumberedDatagram {
  /** Numbers count from 1 within a stream. */
  readonly number: number
  /** The recorder received it at this time, in Unix milliseconds. */
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** The peer sent an invalid frame, so that the connection is closed with the reason. */
export class FrameError extends Error {}

/** The frame is empty, or longer than `FRAME_BYTES_MAX`. */
export class FrameLengthError extends FrameError {}

/** Encodes a frame with its length; throws a `FrameError` above `FRAME_BYTES_MAX`. */
export function encodeFrame(type: number, payload: Uint8Array = new Uint8Array()): Uint8Array {
  const length = 1 + payload.length
  if (length > FRAME_BYTES_MAX) throw new FrameError(`A frame of ${length} bytes is too long`)
  const frame = new Uint8Array(LENGTH_BYTES + length)
  new DataView(frame.buffer).setUint32(0, length, true)
  frame[LENGTH_BYTES] = type
  frame.set(payload, LENGTH_BYTES + 1)
  return frame
}

/** Encodes a frame with a JSON payload; throws a `FrameError` above `FRAME_BYTES_MAX`. */
export function encodeJsonFrame(type: number, value: unknown): Uint8Array {
  return encodeFrame(type, new TextEncoder().encode(JSON.stringify(value)))
}

/** Parses the payload of a JSON frame without a schema; throws a `FrameError` if it is not JSON. */
export function readJsonPayload(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    throw new FrameError('The payload is not JSON')
  }
}

/** Encodes a datagram of the game with its number and its reception time (Unix ms). */
export function encodeDatagram({ number, atMs, bytes }: NumberedDatagram): Uint8Array {
  const payload = new Uint8Array(DATAGRAM_HEAD_BYTES + bytes.length)
  const view = new DataView(payload.buffer)
  view.setBigUint64(0, BigInt(number), true)
  view.setFloat64(8, atMs, true)
  payload.set(bytes, DATAGRAM_HEAD_BYTES)
  return encodeFrame(FrameType.Datagram, payload)
}

/** Parses a datagram frame; throws a `FrameError` if its head is cut or a number is out of range. */
export function readDatagramPayload(payload: Uint8Array): NumberedDatagram {
  if (payload.length < DATAGRAM_HEAD_BYTES) throw new FrameError('A datagram frame is cut')
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const number = Number(view.getBigUint64(0, true))
  const atMs = view.getFloat64(8, true)
  if (number < 1 || !Number.isSafeInteger(number)) throw new FrameError('A datagram has no number')
  if (!(atMs >= 0 && atMs < 8.64e15)) throw new FrameError('A datagram has no reception time')
  return { number, atMs, bytes: payload.subarray(DATAGRAM_HEAD_BYTES) }
}

/** Encodes the acknowledgement that every datagram up to this number is durable. */
export function encodeAcknowledgement(number: number): Uint8Array {
  const payload = new Uint8Array(8)
  new DataView(payload.buffer).setBigUint64(0, BigInt(number), true)
  return encodeFrame(FrameType.Acknowledge, payload)
}

/**
 * Parses an acknowledgement: the number up to which every datagram is durable. Throws a `FrameError` if the
 * payload is cut.
 */
export function readAcknowledgement(payload: Uint8Array): number {
  if (payload.length !== 8) throw new FrameError('An acknowledgement is cut')
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  return Number(view.getBigUint64(0, true))
}

/**
 * Creates a function that cuts a byte stream into frames. A payload is a view that stays valid (chunks are
 * not reused). The function throws a `FrameLengthError` at a length of 0 or above `FRAME_BYTES_MAX`.
 */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Uint8Array) => void {
  let rest: Uint8Array = new Uint8Array()
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    while (bytes.length - at >= LENGTH_BYTES) {
      const length = view.getUint32(at, true)
      if (length === 0 || length > FRAME_BYTES_MAX) {
        throw new FrameLengthError(`A frame of ${length} bytes is not allowed`)
      }
      const end = at + LENGTH_BYTES + length
      if (end > bytes.length) break
      const payload = bytes.subarray(at + LENGTH_BYTES + 1, end)
      onFrame({ type: view.getUint8(at + LENGTH_BYTES), payload })
      at = end
    }
    rest = bytes.slice(at)
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
