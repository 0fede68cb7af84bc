import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { errorText } from '../failure.ts'

const GZIP_MAGIC = 0x8b1f
const ZSTD_MAGIC = 0xfd2fb528
const ZSTD_SKIPPABLE_MAGIC = 0x184d2a50

/**
 * A file's bytes, decompressed where it is gzip or zstd. What is broken ends the bytes early, with a
 * note: the datagrams before it are still worth having.
 */
export async function* readBytes(
  path: string,
  onNote: (text: string) => void,
): AsyncGenerator<Uint8Array> {
  const { magic } = await headAt(path, 0)
  try {
    if ((magic & 0xffff) === GZIP_MAGIC) yield* gunzipped(path)
    else if (isZstd(magic)) yield* unzstded(path)
    else yield* bytesFrom(path, 0)
  } catch (error) {
    onNote(`reading stops early, ${errorText(error)}: what lies after it is lost`)
  }
}

function gunzipped(path: string): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
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
  for await (const chunk of createReadStream(path, { start, highWaterMark: 256 * 1024 })) {
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
