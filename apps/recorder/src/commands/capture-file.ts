import {
  type Capture,
  type CapturedDatagram,
  readCapture,
} from '@pitboard/telemetry/capture/read-capture'
import { inflate, unpacked } from '@pitboard/telemetry/capture/unpack'
import { access, constants, stat } from 'node:fs/promises'
import { errorCode, Failure } from '../failure.ts'
import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 256 * 1024

/** Reads a file's bytes, decompressed; what is broken ends them early, with a note. */
function readBytes(path: string, onNote: (text: string) => void): AsyncIterable<Uint8Array> {
  return unpacked((start) => bytesFrom(path, start), onNote)
}

async function* bytesFrom(path: string, start: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { start, highWaterMark: CHUNK_BYTES })) {
    if (chunk instanceof Uint8Array) yield chunk
  }
}

/**
 * Opens the game's datagrams in a capture file of any kind that is understood, in the file's order. Throws a `Failure`
 * for a file that can't be read or is not a capture; reading the datagrams of a file without any throws one at its end.
 */
export async function openCapture(path: string, onNote: (text: string) => void): Promise<Capture> {
  const { mtimeMs } = await statFile(path)
  const open = (note: (text: string) => void) => readBytes(path, note)
  const writtenAtMs = Math.min(mtimeMs, Date.now())
  const capture = await readCapture({ open, writtenAtMs, inflate }, onNote)
  if (capture === null) {
    throw new Failure(
      `${path} is not a capture`,
      'Give a .pcap, .pcapng or .f1pcap file, a .dat of Racing League Tools or a length-prefixed dump (plain, gzip or zstd).',
    )
  }
  return { ...capture, datagrams: requireDatagrams(path, capture) }
}

async function* requireDatagrams(
  path: string,
  { datagrams, tally }: Capture,
): AsyncGenerator<CapturedDatagram> {
  yield* datagrams
  if (tally.datagrams > 0) return
  throw new Failure(
    `${path} holds no datagrams of the game`,
    'Record UDP port 20777 while the game runs with its UDP telemetry switched on.',
  )
}

async function statFile(path: string): Promise<{ mtimeMs: number }> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new Failure(`${path} is not a file`, 'Name one capture file.')
    await access(path, constants.R_OK)
    return found
  } catch (error) {
    if (error instanceof Failure) throw error
    if (errorCode(error) === 'ENOENT') {
      throw new Failure(`There is no file ${path}`, 'Check the path.')
    }
    throw new Failure(`${path} cannot be read`, 'Check that you may read it.')
  }
}
