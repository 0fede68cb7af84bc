import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { CapturedDatagram } from './capture-store.ts'

const HEADER_BYTES = 24
const RECORD_HEAD_BYTES = 16
/** IPv4 without options, and UDP. */
const PACKET_HEAD_BYTES = 28
const PACKET_BYTES_MAX = 65_535

export class CaptureGone extends Error {
  constructor(path: string) {
    super(`There is no capture ${path}.`)
    this.name = 'CaptureGone'
  }
}

/** Reads what `createFolderCaptures` has written, with the times it was given to the microsecond. */
export async function* readCapture(path: string): AsyncGenerator<CapturedDatagram> {
  let rest = Buffer.alloc(0)
  let headerIsRead = false
  for await (const chunk of decompressed(path)) {
    rest = Buffer.concat([rest, chunk])
    let at = 0
    if (!headerIsRead && rest.length >= HEADER_BYTES) {
      headerIsRead = true
      at = HEADER_BYTES
    }
    while (headerIsRead && rest.length - at >= RECORD_HEAD_BYTES) {
      const length = rest.readUInt32LE(at + 8)
      if (length < PACKET_HEAD_BYTES || length > PACKET_BYTES_MAX) {
        throw new Error(`The capture ${path} is damaged.`)
      }
      const end = at + RECORD_HEAD_BYTES + length
      if (end > rest.length) break
      const atMs = (rest.readUInt32LE(at) * 1e6 + rest.readUInt32LE(at + 4)) / 1000
      yield { atMs, bytes: rest.subarray(at + RECORD_HEAD_BYTES + PACKET_HEAD_BYTES, end) }
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error(`The capture ${path} ends in the middle of a datagram.`)
}

/** Node stops after the first Zstandard frame, and each part that was appended is one. */
async function* decompressed(path: string): AsyncGenerator<Buffer> {
  const size = await sizeOf(path)
  for (let start = 0; start < size;) {
    const frame = createZstdDecompress()
    pipeline(createReadStream(path, { start }), frame, () => {})
    for await (const chunk of frame) if (Buffer.isBuffer(chunk)) yield chunk
    if (frame.bytesWritten === 0) throw new Error(`The capture ${path} is damaged.`)
    start += frame.bytesWritten
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    throw new CaptureGone(path)
  }
}
