import { access, constants, stat } from 'node:fs/promises'
import { errorCode, Failure } from '../failure.ts'
import { looksLikeGame, withoutPadding } from '../game-datagram.ts'
import { createByteReader, type ByteReader } from './byte-reader.ts'
import { readBytes } from './compression.ts'
import { createHeaderClock } from './header-clock.ts'
import { isLengthPrefixed, readLengthPrefixed } from './length-prefixed.ts'
import { readUdpPayload } from './link-layer.ts'
import { isPcap, readPcap } from './pcap.ts'
import { PCAPNG_MAGIC, readPcapng } from './pcapng.ts'

export interface CapturedDatagram {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** What a file holds beside the datagrams of the game. */
export interface CaptureTally {
  datagrams: number
  fragments: number
  cut: number
  others: number
}

export interface Capture {
  readonly tally: CaptureTally
  readonly datagrams: AsyncIterable<CapturedDatagram>
}

type Kind = 'pcap' | 'pcapng' | 'lengthPrefixed' | 'single'

/**
 * The game's datagrams in a capture file of any kind that is understood, in the file's order.
 * Throws a `Failure` for a file that can't be read or is no capture; reading the datagrams of a file
 * without any throws one at its end.
 */
export async function openCapture(path: string, onNote: (text: string) => void): Promise<Capture> {
  const { mtimeMs } = await statFile(path)
  const kind = await kindOf(path)
  const tally: CaptureTally = { datagrams: 0, fragments: 0, cut: 0, others: 0 }

  async function* read(): AsyncGenerator<CapturedDatagram> {
    const reader = createByteReader(readBytes(path, onNote))
    if (kind === 'pcap') yield* unwrapped(readPcap(reader, onNote), tally)
    else if (kind === 'pcapng') yield* unwrapped(readPcapng(reader, onNote), tally)
    else yield* timed(path, kind, mtimeMs, tally, onNote)
    if (tally.datagrams === 0) {
      throw new Failure(
        `${path} holds no datagrams of the game`,
        'Record UDP port 20777 while the game runs with its UDP telemetry switched on.',
      )
    }
  }
  return { tally, datagrams: read() }
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

async function kindOf(path: string): Promise<Kind> {
  const reader = createByteReader(readBytes(path, () => {}))
  const start = Buffer.from(await reader.peek(32))
  await reader.close()
  const magic = start.length < 4 ? 0 : start.readUInt32LE(0)
  if (isPcap(magic)) return 'pcap'
  if (magic === PCAPNG_MAGIC) return 'pcapng'
  if (isLengthPrefixed(start)) return 'lengthPrefixed'
  if (looksLikeGame(start)) return 'single'
  throw new Failure(
    `${path} is not a capture`,
    'Give a .pcap or .pcapng file (plain, gzip or zstd) or a length-prefixed dump of datagrams.',
  )
}

async function* unwrapped(
  frames: AsyncIterable<{ atMs: number; linkType: number; bytes: Uint8Array }>,
  tally: CaptureTally,
): AsyncGenerator<CapturedDatagram> {
  for await (const { atMs, linkType, bytes } of frames) {
    const found = readUdpPayload(linkType, bytes)
    if (found.kind === 'udp' && looksLikeGame(found.payload)) {
      tally.datagrams++
      yield { atMs, bytes: found.payload }
    } else if (found.kind === 'fragment') tally.fragments++
    else if (found.kind === 'cut') tally.cut++
    else tally.others++
  }
}

/** Files without times end when they were written. */
async function* timed(
  path: string,
  kind: 'lengthPrefixed' | 'single',
  writtenAtMs: number,
  tally: CaptureTally,
  onNote: (text: string) => void,
): AsyncGenerator<CapturedDatagram> {
  let spanMs = 0
  const clock = createHeaderClock()
  for await (const bytes of untimed(path, kind, () => {})) {
    if (looksLikeGame(bytes)) spanMs = clock(bytes)
  }
  const startMs = Math.min(writtenAtMs, Date.now()) - spanMs
  const elapsed = createHeaderClock()
  for await (const bytes of untimed(path, kind, onNote)) {
    if (!looksLikeGame(bytes)) {
      tally.others++
      continue
    }
    tally.datagrams++
    yield { atMs: startMs + elapsed(bytes), bytes }
  }
}

async function* untimed(
  path: string,
  kind: 'lengthPrefixed' | 'single',
  onNote: (text: string) => void,
): AsyncGenerator<Uint8Array> {
  const reader = createByteReader(readBytes(path, onNote))
  if (kind === 'single') yield withoutPadding(await wholeOf(reader))
  else yield* readLengthPrefixed(reader, onNote)
}

function wholeOf(reader: ByteReader): Promise<Uint8Array> {
  return reader.peek(65_536)
}
