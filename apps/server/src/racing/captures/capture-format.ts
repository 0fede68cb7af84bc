import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { pcapHeader, pcapRecord } from '@pitboard/telemetry/capture/pcap'

/** Captures never contain the real addresses. */
const GAME = { address: '10.0.0.1', port: 20_777 }
const RECEIVER = { address: '10.0.0.2', port: 20_777 }

export interface CapturedDatagram {
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** Returns a compressed `.pcap` of datagrams, or the continuation of one. */
export function packCapture(
  datagrams: AsyncIterable<CapturedDatagram>,
  isContinuation = false,
): AsyncIterable<Uint8Array> {
  const records = Readable.from(encodeRecords(datagrams, !isContinuation))
  // The reader of the result sees a failure as well.
  return pipeline(records, createZstdCompress(), () => {})
}

async function* encodeRecords(datagrams: AsyncIterable<CapturedDatagram>, withHeader: boolean) {
  const encoder = createCaptureEncoder(withHeader)
  for await (const datagram of datagrams) {
    const block = encoder.encode(datagram)
    if (block) yield block
  }
  yield encoder.flush()
}

/** Each write to a compressor is a task of another thread, which costs more than to compress a datagram. */
const BLOCK_BYTES = 64 * 1024

/** It encodes datagrams as they stand in a capture. */
interface CaptureEncoder {
  /** Returns the bytes of this datagram and those before it once they fill a block, and null until then. */
  encode(datagram: CapturedDatagram): Uint8Array | null
  /** Returns the bytes that fill no block. */
  flush(): Uint8Array
}

export function createCaptureEncoder(withHeader: boolean): CaptureEncoder {
  let records: Uint8Array[] = withHeader ? [pcapHeader()] : []
  let bytes = 0
  const flush = () => {
    const block = Buffer.concat(records)
    records = []
    bytes = 0
    return block
  }
  return {
    encode(datagram) {
      const record = pcapRecord({ ...datagram, source: GAME, destination: RECEIVER })
      records.push(record)
      bytes += record.length
      return bytes < BLOCK_BYTES ? null : flush()
    },
    flush,
  }
}

const HEADER_BYTES = 24
const RECORD_HEAD_BYTES = 16
/** The IPv4 header has no options; the UDP header follows it. */
const PACKET_HEAD_BYTES = 28
const PACKET_BYTES_MAX = 65_535

/** Reads the datagrams of an unpacked capture, with their times to the microsecond. */
export async function* readDatagrams(
  name: string,
  unpacked: AsyncIterable<Buffer>,
): AsyncGenerator<CapturedDatagram> {
  let rest = Buffer.alloc(0)
  let headerIsRead = false
  for await (const chunk of unpacked) {
    rest = Buffer.concat([rest, chunk])
    let at = 0
    if (!headerIsRead && rest.length >= HEADER_BYTES) {
      headerIsRead = true
      at = HEADER_BYTES
    }
    while (headerIsRead && rest.length - at >= RECORD_HEAD_BYTES) {
      const length = rest.readUInt32LE(at + 8)
      if (length < PACKET_HEAD_BYTES || length > PACKET_BYTES_MAX) {
        throw new Error(`The capture ${name} is damaged.`)
      }
      const end = at + RECORD_HEAD_BYTES + length
      if (end > rest.length) break
      const atMs = (rest.readUInt32LE(at) * 1e6 + rest.readUInt32LE(at + 4)) / 1000
      yield { atMs, bytes: rest.subarray(at + RECORD_HEAD_BYTES + PACKET_HEAD_BYTES, end) }
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error(`The capture ${name} ends in the middle of a datagram.`)
}

/** Opens a file at one of its bytes. */
type OpenAt = (first: number) => Promise<Readable>

/**
 * Reads every frame of a file, because Node stops after the first Zstandard frame. A file of an earlier
 * version has several: each appended part is a frame of its own.
 */
export async function* unpackFrames(
  name: string,
  bytes: number,
  openAt: OpenAt,
): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes;) {
    const source = await openAt(start)
    // A failure also ends the frame, which is read below.
    const frame = pipeline(source, createZstdDecompress(), () => {})
    try {
      for await (const chunk of frame) if (Buffer.isBuffer(chunk)) yield chunk
    } finally {
      source.destroy()
    }
    if (frame.bytesWritten === 0) throw new Error(`The capture ${name} is damaged.`)
    start += frame.bytesWritten
  }
}
