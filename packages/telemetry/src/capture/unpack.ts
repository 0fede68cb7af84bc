import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createGunzip,
  createInflateRaw,
  createZstdDecompress,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import { createByteReader, type ByteReader } from './byte-reader.ts'
import { isLengthPrefixed } from './length-prefixed.ts'
import { recogniseCapture } from './recognise.ts'

const GZIP_MAGIC = 0x8b1f
const ZSTD_MAGIC = 0xfd2fb528
const ZSTD_SKIPPABLE_MAGIC = 0x184d2a50
/** This much of a stream without a magic number suffices to recognise what it decompresses to. */
const LOOKED_AT_BYTES = 64 * 1024
/** This much of a deflate stream suffices to recognise what it decompresses to. */
const INFLATED_TO_LOOK_BYTES = 4 * 1024
/** Parallel compressors write fewer frames for the largest file. Each frame reopens the file. */
const ZSTD_FRAMES_MAX = 2_000

/** Opens the bytes of a file from an offset to the end. */
type OpenAt = (offset: number) => AsyncIterable<Uint8Array>

type OnUnpacked = (bytes: number) => void

/**
 * Yields a file's bytes, decompressed where it is gzip, zstd or the raw deflate of Racing League Tools, also
 * nested. Damage ends the bytes early, with a note. `onUnpacked` is called with the bytes that each stage of
 * decompression makes; what it throws ends the reading.
 */
export async function* unpacked(
  openAt: OpenAt,
  onNote: (text: string) => void,
  onUnpacked: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const { magic } = await headAt(openAt, 0)
  let refusal: { readonly error: unknown } | null = null
  const count = (bytes: number) => {
    try {
      onUnpacked(bytes)
    } catch (error) {
      refusal = { error }
      throw error
    }
  }
  try {
    if ((magic & 0xffff) === GZIP_MAGIC) yield* inflatedRaw(gunzipped(openAt, count), count)
    else if (isZstd(magic)) yield* inflatedRaw(unzstded(openAt, count), count)
    else yield* inflatedRaw(openAt(0), count)
  } catch (error) {
    throwRefusal(refusal)
    const why = error instanceof Error ? error.message : String(error)
    onNote(`unpacking stops early (${why}); everything before it is used`)
  }
}

function throwRefusal(refusal: { readonly error: unknown } | null): void {
  if (refusal !== null) throw refusal.error
}

/** Inflates a zlib stream of at most `bytesMax`; returns null if it is broken or longer. */
export function inflate(bytes: Uint8Array, bytesMax: number): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: bytesMax })
  } catch {
    return null
  }
}

/** Inflates a deflated dump, which has no magic number; returns other bytes unchanged. */
async function* inflatedRaw(
  bytes: AsyncIterable<Uint8Array>,
  onUnpacked: OnUnpacked,
): AsyncGenerator<Uint8Array> {
  const reader = createByteReader(bytes)
  const start = await reader.peek(LOOKED_AT_BYTES)
  const isPacked = recogniseCapture(start) === null && isDeflatedDump(start)
  yield* isPacked ? through(rest(reader), createInflateRaw(lenient), onUnpacked) : rest(reader)
}

/** Racing League Tools does not always end the stream. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH }

function isDeflatedDump(start: Uint8Array): boolean {
  try {
    return isLengthPrefixed(inflateRawSync(start.subarray(0, INFLATED_TO_LOOK_BYTES), lenient))
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
  onUnpacked: OnUnpacked,
): AsyncGenerator<Uint8Array> {
  pipeline(Readable.from(bytes, { objectMode: true }), transform, () => {})
  for await (const chunk of transform) {
    if (!(chunk instanceof Uint8Array)) continue
    onUnpacked(chunk.length)
    yield chunk
  }
}

function gunzipped(openAt: OpenAt, onUnpacked: OnUnpacked): AsyncIterable<Uint8Array> {
  return through(openAt(0), createGunzip(lenient), onUnpacked)
}

/** Node stops after the first zstd frame, but parallel compressors write many. */
async function* unzstded(openAt: OpenAt, onUnpacked: OnUnpacked): AsyncGenerator<Uint8Array> {
  let offset = 0
  for (let frame = 0; ; frame++) {
    if (frame === ZSTD_FRAMES_MAX) throw new Error(`more than ${frame} zstd frames`)
    const { magic, next } = await headAt(openAt, offset)
    if ((magic & 0xfffffff0) >>> 0 === ZSTD_SKIPPABLE_MAGIC) {
      offset += 8 + next
      continue
    }
    if (!isZstd(magic)) return
    const decompress = createZstdDecompress()
    yield* through(openAt(offset), decompress, onUnpacked)
    offset += decompress.bytesWritten
  }
}

async function headAt(openAt: OpenAt, offset: number): Promise<{ magic: number; next: number }> {
  const reader = createByteReader(openAt(offset))
  const head = new Uint8Array(8)
  head.set(await reader.peek(8))
  await reader.close()
  const view = new DataView(head.buffer)
  return { magic: view.getUint32(0, true), next: view.getUint32(4, true) }
}

function isZstd(magic: number): boolean {
  return magic === ZSTD_MAGIC || (magic & 0xfffffff0) >>> 0 === ZSTD_SKIPPABLE_MAGIC
}
