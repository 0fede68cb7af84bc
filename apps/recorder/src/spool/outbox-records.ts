import { FRAME_BYTES_MAX } from '@pitboard/contract/ingest/ingest-protocol'
import { crc32 } from 'node:zlib'

export const CRC_BYTES = 4
const LENGTH_BYTES = 4
const NUMBER_AT = 5

export interface Records {
  /** The frames alone, as they go over the wire. */
  readonly frames: readonly Uint8Array[]
  readonly lastNumber: number
  /** Where the last whole record ends. */
  readonly bytes: number
}

/** The whole records at the start of `buffer`, up to the first that is cut, torn or out of order. */
export function readRecords(buffer: Buffer, firstNumber: number): Records {
  const frames: Uint8Array[] = []
  let at = 0
  let number = firstNumber
  while (at + LENGTH_BYTES <= buffer.length) {
    const length = buffer.readUInt32LE(at)
    const end = at + LENGTH_BYTES + length
    if (length < NUMBER_AT + 8 || length > FRAME_BYTES_MAX || end + CRC_BYTES > buffer.length) break
    const frame = buffer.subarray(at, end)
    if (crc32(frame) !== buffer.readUInt32LE(end)) break
    if (Number(frame.readBigUInt64LE(NUMBER_AT)) !== number) break
    frames.push(frame)
    number++
    at = end + CRC_BYTES
  }
  return { frames, lastNumber: number - 1, bytes: at }
}
