import {
  readCapture,
  type Capture,
  type CapturedDatagram,
} from '@pitboard/telemetry/capture/read-capture'
import { inflate } from '@pitboard/telemetry/capture/unpack'
import { access, constants, stat } from 'node:fs/promises'
import { errorCode, Failure } from '../failure.ts'
import { readBytes } from './compression.ts'

/**
 * The game's datagrams in a capture file of any kind that is understood, in the file's order.
 * Throws a `Failure` for a file that can't be read or is no capture; reading the datagrams of a file
 * without any throws one at its end.
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
  return { ...capture, datagrams: withSome(path, capture) }
}

async function* withSome(
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
