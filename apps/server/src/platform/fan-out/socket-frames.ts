import { PAYLOAD_BYTES_MAX } from './fan-out.ts'

/** The type says what a frame on the socket between a server and the hub does. */
export const FrameType = {
  subscribe: 1,
  unsubscribe: 2,
  respond: 3,
  endRespond: 4,
  message: 5,
  request: 6,
  answer: 7,
  failure: 8,
} as const

/**
 * A frame has its length (4 bytes, of what follows), type (1), client (4) and id (4) of a request, length of the
 * subject (2), subject, payload. The hub passes on messages and answers as they are.
 */
const LENGTH_BYTES = 4
const TYPE_AT = 4
const CLIENT_AT = 5
const ID_AT = 9
const SUBJECT_LENGTH_AT = 13
const SUBJECT_AT = 15
const FRAME_BYTES_MAX = PAYLOAD_BYTES_MAX + 1_000
const EMPTY = new Uint8Array()

export function createFrame(
  type: number,
  subject: string,
  payload: Uint8Array = EMPTY,
  { client = 0, id = 0 } = {},
): Buffer {
  const payloadAt = SUBJECT_AT + subject.length
  const frame = Buffer.allocUnsafe(payloadAt + payload.length)
  frame.writeUInt32BE(frame.length - LENGTH_BYTES, 0)
  frame.writeUInt8(type, TYPE_AT)
  frame.writeUInt32BE(client, CLIENT_AT)
  frame.writeUInt32BE(id, ID_AT)
  frame.writeUInt16BE(subject.length, SUBJECT_LENGTH_AT)
  frame.write(subject, SUBJECT_AT, 'latin1')
  frame.set(payload, payloadAt)
  return frame
}

export const typeOf = (frame: Buffer) => frame.readUInt8(TYPE_AT)
export const clientOf = (frame: Buffer) => frame.readUInt32BE(CLIENT_AT)
export const idOf = (frame: Buffer) => frame.readUInt32BE(ID_AT)
export const subjectOf = (frame: Buffer) => frame.toString('latin1', SUBJECT_AT, payloadAtOf(frame))
export const payloadOf = (frame: Buffer) => frame.subarray(payloadAtOf(frame))

export function setClient(frame: Buffer, client: number): void {
  frame.writeUInt32BE(client, CLIENT_AT)
}

function payloadAtOf(frame: Buffer): number {
  return SUBJECT_AT + frame.readUInt16BE(SUBJECT_LENGTH_AT)
}

/**
 * Takes the bytes of a stream and calls `onFrame` with each whole frame, which may be changed. Throws if
 * the bytes are not frames.
 */
export function createFrameReader(onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  /** The variable holds the begin of a frame that is not whole, and how much of it there is. */
  let partial: Buffer | null = null
  let filled = 0

  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (!partial) {
        const length = chunk.length - at < LENGTH_BYTES ? null : lengthAt(chunk, at)
        if (length !== null && at + length <= chunk.length) {
          onFrame(checkFrame(chunk.subarray(at, at + length)))
          at += length
          continue
        }
        partial = Buffer.allocUnsafe(length ?? LENGTH_BYTES)
        filled = 0
      }
      const copied = chunk.copy(partial, filled, at)
      at += copied
      filled += copied
      if (filled < partial.length) return
      if (partial.length === LENGTH_BYTES) {
        const whole = Buffer.allocUnsafe(lengthAt(partial, 0))
        partial.copy(whole)
        partial = whole
      } else {
        const frame = partial
        partial = null
        onFrame(checkFrame(frame))
      }
    }
  }
}

/** Reads the length of a whole frame. */
function lengthAt(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at) + LENGTH_BYTES
  if (length < SUBJECT_AT || length > FRAME_BYTES_MAX) {
    throw new RangeError(`A frame has ${length} bytes.`)
  }
  return length
}

function checkFrame(frame: Buffer): Buffer {
  if (payloadAtOf(frame) > frame.length) throw new RangeError('A frame ends within its subject.')
  return frame
}
