import { createByteReader, type ByteReader } from '@pitboard/telemetry/capture/byte-reader'
import { isLengthPrefixed } from '@pitboard/telemetry/capture/length-prefixed'
import { recogniseCapture } from '@pitboard/telemetry/capture/recognise'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createGunzip,
  createInflateRaw,
  createZstdDecompress,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import { errorText } from '../failure.ts'

const GZIP_MAGIC = 0x8b1f
const ZSTD_MAGIC = 0xfd2fb528
const ZSTD_SKIPPABLE_MAGIC = 0x184d2a50
const CHUNK_BYTES = 256 * 1024
/** Of a stream without a magic number: enough for the beginning of what it unpacks to. */
const LOOKED_AT_BYTES = 64 * 1024

/**
 * A file's bytes, decompressed where it is gzip, zstd or the raw deflate of Racing League Tools, also
 * one in the other. What is broken ends the bytes early, with a note: what lies before is kept.
 */
export async function* readBytes(
  path: string,
  onNote: (text: string) => void,
): AsyncGenerator<Uint8Array> {
  const { magic } = await headAt(path, 0)
  try {
    if ((magic & 0xffff) === GZIP_MAGIC) yield* inflatedRaw(gunzipped(path))
    else if (isZstd(magic)) yield* inflatedRaw(unzstded(path))
    else yield* inflatedRaw(bytesFrom(path, 0))
  } catch (error) {
    onNote(`unpacking stops early (${errorText(error)}); what lies before it is kept`)
  }
}

/** One zlib stream of at most `bytesMax`; null where it is broken or longer. */
export function inflate(bytes: Uint8Array, bytesMax: number): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: bytesMax })
  } catch {
    return null
  }
}

/** As it comes, unless it is a deflated dump: those have no magic number, so it is tried. */
async function* inflatedRaw(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = createByteReader(bytes)
  const start = await reader.peek(LOOKED_AT_BYTES)
  const isPacked = recogniseCapture(start) === null && isDeflatedDump(start)
  yield* isPacked ? through(rest(reader), createInflateRaw(lenient)) : rest(reader)
}

/** Its own recorder does not always end the stream. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH }

function isDeflatedDump(start: Uint8Array): boolean {
  try {
    return isLengthPrefixed(inflateRawSync(start, lenient))
  } catch {
    return false
  }
}

async function* rest(reader: ByteReader): AsyncGenerator<Uint8Array> {
  try {
    while (await reader.hasMore()) yield await reader.takeSome()
  } finally {
    await reader.close()
  }
}

async function* through(
  bytes: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array> {
  pipeline(Readable.from(bytes, { objectMode: true }), transform, () => {})
  for await (const chunk of transform) if (chunk instanceof Uint8Array) yield chunk
}

function gunzipped(path: string): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip(lenient)
  pipeline(createReadStream(path), gunzip, () => {})
  return gunzip
}

/** Node stops after the first zstd frame, but parallel compressors and appended files have many. */
async function* unzstded(path: string): AsyncGenerator<Uint8Array> {
  let offset = 0
  for (;;) {
    const { magic, next } = await headAt(path, offset)
    if ((magic & 0xfffffff0) >>> 0 === ZSTD_SKIPPABLE_MAGIC) {
      offset += 8 + next
      continue
    }
    if (!isZstd(magic)) return
    const decompress = createZstdDecompress()
    pipeline(createReadStream(path, { start: offset }), decompress, () => {})
    for await (const chunk of decompress) if (chunk instanceof Uint8Array) yield chunk
    offset += decompress.bytesWritten
  }
}

async function* bytesFrom(path: string, start: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { start, highWaterMark: CHUNK_BYTES })) {
    if (chunk instanceof Uint8Array) yield chunk
  }
}

async function headAt(path: string, offset: number): Promise<{ magic: number; next: number }> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(8)
    await file.read(head, 0, 8, offset)
    return { magic: head.readUInt32LE(0), next: head.readUInt32LE(4) }
  } finally {
    await file.close()
  }
}

function isZstd(magic: number): boolean {
  return magic === ZSTD_MAGIC || (magic & 0xfffffff0) >>> 0 === ZSTD_SKIPPABLE_MAGIC
}
