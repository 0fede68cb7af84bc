import { unpacked } from '@pitboard/telemetry/capture/unpack'
import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 256 * 1024

/** A file's bytes, decompressed; what is broken ends them early, with a note. */
export function readBytes(path: string, onNote: (text: string) => void): AsyncIterable<Uint8Array> {
  return unpacked((start) => bytesFrom(path, start), onNote)
}

async function* bytesFrom(path: string, start: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { start, highWaterMark: CHUNK_BYTES })) {
    if (chunk instanceof Uint8Array) yield chunk
  }
}
