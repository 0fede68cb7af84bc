import { type ByteReader, createByteReader, type CapturedFrame } from './byte-reader.ts'
import { type Inflate, readF1pcap, readStamped, type StampedDatagram } from './f1pcap.ts'
import { looksLikeGame, sessionTimeOf, sessionUidOf, withoutPadding } from './game-datagram.ts'
import { readLengthPrefixed } from './length-prefixed.ts'
import { type LinkPayload, readUdpPayload, readUdpSegment } from './link-layer.ts'
import { readPcap } from './read-pcap.ts'
import { readPcapng } from './read-pcapng.ts'
import { createReassembler } from './reassemble.ts'
import { type CaptureKind, recogniseCapture, RECOGNISED_BY_BYTES } from './recognise.ts'

const LONGEST_STEP_MS = 60_000

/**
 * Creates a clock of milliseconds since the first datagram, for files without times. It follows the game's
 * session time and never decreases, neither with a flashback nor with the next session.
 */
function createHeaderClock(): (bytes: Uint8Array) => number {
  let elapsedMs = 0
  let lastUid = -1n
  let lastTimeMs = 0
  return (bytes) => {
    const uid = sessionUidOf(bytes)
    const timeMs = sessionTimeOf(bytes) * 1000
    const stepMs = timeMs - lastTimeMs
    if (uid === lastUid && stepMs > 0 && stepMs <= LONGEST_STEP_MS) elapsedMs += stepMs
    if (Number.isFinite(timeMs)) lastTimeMs = timeMs
    lastUid = uid
    return elapsedMs
  }
}

/** It is the spacing of 32-bit floats at today's Unix times, rounded up. */
const STAMP_STEP_MS = 200_000
const EARLIEST_MS = Date.UTC(2018)

/**
 * Gives times to datagrams with coarse stamps: they start at the first stamp, continue with the game's clock,
 * and follow the stamps over a break between sessions. Stamps that are not Unix times are ignored; the file
 * then starts at the time when it was written.
 */
async function* byStamps(
  datagrams: AsyncIterable<StampedDatagram>,
  writtenAtMs: number,
): AsyncGenerator<CapturedDatagram> {
  const clock = createHeaderClock()
  let startMs: number | null = null
  let elapsedMs = 0
  for await (const { stampSeconds, bytes } of datagrams) {
    const stampMs = stampSeconds * 1000
    const isTime = stampMs >= EARLIEST_MS && stampMs <= writtenAtMs + STAMP_STEP_MS
    startMs ??= Math.min(isTime ? stampMs : writtenAtMs, writtenAtMs)
    if (looksLikeGame(bytes)) elapsedMs = clock(bytes)
    if (isTime && stampMs - (startMs + elapsedMs) > STAMP_STEP_MS) startMs = stampMs - elapsedMs
    yield { atMs: startMs + elapsedMs, bytes }
  }
}

export interface CapturedDatagram {
  /** The unit is Unix milliseconds. */
  readonly atMs: number
  readonly bytes: Uint8Array
}

export interface CaptureTally {
  datagrams: number
  /** Counts the fragments of incomplete IP packets. */
  fragments: number
  cut: number
  others: number
}

export interface Capture {
  readonly kind: CaptureKind
  readonly tally: CaptureTally
  readonly datagrams: AsyncIterable<CapturedDatagram>
}

/** The bytes are decompressed. */
interface CaptureSource {
  /** Opens the bytes from the beginning. */
  open(onNote: (text: string) => void): AsyncIterable<Uint8Array>
  /** The file was last written at this time, in Unix milliseconds; files without times end then. */
  readonly writtenAtMs: number
  readonly inflate: Inflate
}

/**
 * Reads the game's datagrams from a capture of any supported kind, in order, as a stream. Returns null
 * if the bytes are not a capture. `onNote` receives the place of any damage; everything before it is read.
 */
export async function readCapture(
  source: CaptureSource,
  onNote: (text: string) => void,
): Promise<Capture | null> {
  const kind = await kindOf(source)
  if (kind === null) return null
  const tally: CaptureTally = { datagrams: 0, fragments: 0, cut: 0, others: 0 }
  const datagrams = counted(datagramsOf(kind, source, tally, onNote), tally)
  return { kind, tally, datagrams }
}

async function kindOf(source: CaptureSource): Promise<CaptureKind | null> {
  const reader = createByteReader(source.open(() => {}))
  const start = await reader.peek(RECOGNISED_BY_BYTES)
  await reader.close()
  return recogniseCapture(start)
}

function datagramsOf(
  kind: CaptureKind,
  source: CaptureSource,
  tally: CaptureTally,
  onNote: (text: string) => void,
): AsyncIterable<CapturedDatagram> {
  const reader = () => createByteReader(source.open(onNote))
  switch (kind) {
    case 'pcap':
      return unwrapped(readPcap(reader(), onNote), tally)
    case 'pcapng':
      return unwrapped(readPcapng(reader(), onNote), tally)
    case 'f1pcap':
      return byStamps(readF1pcap(reader(), source.inflate, onNote), source.writtenAtMs)
    case 'stamped':
      return byStamps(readStamped(reader(), onNote), source.writtenAtMs)
    case 'lengthPrefixed':
      return byWriting(source, readLengthPrefixed, onNote)
    case 'single':
      return byWriting(source, readSingle, onNote)
  }
}

async function* counted(
  datagrams: AsyncIterable<CapturedDatagram>,
  tally: CaptureTally,
): AsyncGenerator<CapturedDatagram> {
  for await (const datagram of datagrams) {
    if (looksLikeGame(datagram.bytes)) {
      tally.datagrams++
      yield datagram
    } else tally.others++
  }
}

async function* unwrapped(
  frames: AsyncIterable<CapturedFrame>,
  tally: CaptureTally,
): AsyncGenerator<CapturedDatagram> {
  const reassembler = createReassembler()

  function complete(found: LinkPayload, atMs: number): LinkPayload {
    if (found.kind !== 'fragment') return found
    tally.fragments++
    const whole = reassembler.push(found.fragment, atMs)
    if (whole === null) return found
    tally.fragments -= whole.pieces
    return readUdpSegment(whole.bytes)
  }

  for await (const { atMs, linkType, bytes } of frames) {
    const found = complete(readUdpPayload(linkType, bytes), atMs)
    if (found.kind === 'udp') yield { atMs, bytes: found.payload }
    else if (found.kind === 'cut') tally.cut++
    else if (found.kind === 'other') tally.others++
  }
}

type ReadUntimed = (reader: ByteReader, onNote: (text: string) => void) => AsyncIterable<Uint8Array>

/** Gives times to a file without them: it has the length of the game's clock and ends when it was written. */
async function* byWriting(
  source: CaptureSource,
  read: ReadUntimed,
  onNote: (text: string) => void,
): AsyncGenerator<CapturedDatagram> {
  let spanMs = 0
  const clock = createHeaderClock()
  const first = createByteReader(source.open(() => {}))
  for await (const bytes of read(first, () => {})) {
    if (looksLikeGame(bytes)) spanMs = clock(bytes)
  }
  let elapsedMs = 0
  const elapsed = createHeaderClock()
  for await (const bytes of read(createByteReader(source.open(onNote)), onNote)) {
    if (looksLikeGame(bytes)) elapsedMs = elapsed(bytes)
    yield { atMs: source.writtenAtMs - spanMs + elapsedMs, bytes }
  }
}

async function* readSingle(reader: ByteReader): AsyncGenerator<Uint8Array> {
  yield withoutPadding(await reader.peek(65_536))
}
