import { createWriteStream, createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { pcapHeader, pcapRecord } from '@pitboard/telemetry/capture/pcap'
import { syncFolder } from '../../platform/files/sync-folder.ts'

/** Captures never contain the real addresses. */
const GAME = { address: '10.0.0.1', port: 20_777 }
const RECEIVER = { address: '10.0.0.2', port: 20_777 }

export interface CapturedDatagram {
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** Stores the raw datagrams of sessions. */
export interface CaptureStore {
  /**
   * Writes the datagrams of a session to a capture file, durable when it resolves, and returns its
   * key. `append` adds them to the session's capture.
   */
  write(
    sessionId: string,
    datagrams: AsyncIterable<CapturedDatagram>,
    append: boolean,
  ): Promise<string>
  /** The datagrams of a capture in their order. Throws a `CaptureNotFound`. */
  read(key: string): AsyncIterable<CapturedDatagram>
  remove(key: string): Promise<void>
}

export function createFolderCaptureStore(folder: string): CaptureStore {
  return {
    async write(sessionId, datagrams, append) {
      await mkdir(folder, { recursive: true })
      const key = `${sessionId}.pcap.zst`
      const path = join(folder, key)
      const unfinished = `${path}.unfinished`
      const isAppended = append && (await tryCopy(path, unfinished))
      // Zstandard frames that follow one another are one file: nothing is compressed again.
      const file = createWriteStream(unfinished, { flags: isAppended ? 'a' : 'w', flush: true })
      try {
        await pipeline(
          Readable.from(encodeRecords(datagrams, !isAppended)),
          createZstdCompress(),
          file,
        )
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await rename(unfinished, path)
      await syncFolder(folder)
      return key
    },
    read: (key) => readStoredCapture(join(folder, key)),
    remove: (key) => rm(join(folder, key), { force: true }),
  }
}

async function* encodeRecords(datagrams: AsyncIterable<CapturedDatagram>, withHeader: boolean) {
  if (withHeader) yield pcapHeader()
  for await (const datagram of datagrams) yield encodeCaptureRecord(datagram)
}

/** A datagram as it stands in a capture. */
export function encodeCaptureRecord({ atMs, bytes }: CapturedDatagram): Uint8Array {
  return pcapRecord({ atMs, bytes, source: GAME, destination: RECEIVER })
}

async function tryCopy(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
    return true
  } catch {
    return false
  }
}

const HEADER_BYTES = 24
const RECORD_HEAD_BYTES = 16
/** IPv4 without options, and UDP. */
const PACKET_HEAD_BYTES = 28
const PACKET_BYTES_MAX = 65_535

export class CaptureNotFound extends Error {
  constructor(path: string) {
    super(`There is no capture ${path}.`)
    this.name = 'CaptureNotFound'
  }
}

/** Reads what `createFolderCaptureStore` has written, with the times it was given to the microsecond. */
async function* readStoredCapture(path: string): AsyncGenerator<CapturedDatagram> {
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
    // A failure also ends the frame, which is read below.
    pipeline(createReadStream(path, { start }), frame).catch(() => {})
    for await (const chunk of frame) if (Buffer.isBuffer(chunk)) yield chunk
    if (frame.bytesWritten === 0) throw new Error(`The capture ${path} is damaged.`)
    start += frame.bytesWritten
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    throw new CaptureNotFound(path)
  }
}
