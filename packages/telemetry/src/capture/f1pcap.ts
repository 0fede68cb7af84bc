import { viewOf } from '../layout/reader.ts'
import { type ByteReader, damageAt, DATAGRAM_BYTES_MAX } from './byte-reader.ts'
import { looksLikeGame } from './game-datagram.ts'

/** The bytes spell "F1UDP\0". */
const MAGIC = [0x46, 0x31, 0x55, 0x44, 0x50, 0]
const HEADER_BYTES = 12
const ENTRY_HEAD_BYTES = 8
const MAJOR_VERSION = 1
/** The limit allows for the largest overhead of zlib. */
const ENTRY_BYTES_MAX = DATAGRAM_BYTES_MAX + 64

/** The time is the recorder's: Unix seconds as a 32-bit float, which are exact to two minutes only. */
export interface StampedDatagram {
  readonly stampSeconds: number
  readonly bytes: Uint8Array
}

/** Inflates a zlib stream of at most `bytesMax`; returns null if it is broken or longer. */
export type Inflate = (bytes: Uint8Array, bytesMax: number) => Uint8Array | null

/** Returns whether the bytes begin as a Pits n' Giggles capture with a header. */
export function isF1pcap(start: Uint8Array): boolean {
  return MAGIC.every((byte, index) => start[index] === byte)
}

/**
 * Returns whether the bytes begin as a file of the tool's first versions, which has entries without a header.
 */
export function isStamped(start: Uint8Array): boolean {
  if (start.length < ENTRY_HEAD_BYTES + 2) return false
  const view = viewOf(start)
  const isTime = Number.isFinite(view.getFloat32(0, true)) && view.getFloat32(0, true) > 0
  return isTime && looksLikeGame(start.subarray(ENTRY_HEAD_BYTES), view.getUint32(4, true))
}

/**
 * Reads the datagrams of a Pits n' Giggles capture, version 1.0 and 1.1 (its `lib/packet_cap.py`): a
 * header of 12 bytes (magic, flags with bit 0 for zlib, version with bit 7 for little endian, count),
 * then for each datagram time (f32), length (u32) and bytes. The count is ignored, because
 * it is wrong in a recording that was killed.
 */
export async function* readF1pcap(
  reader: ByteReader,
  inflate: Inflate,
  onNote: (text: string) => void,
): AsyncGenerator<StampedDatagram> {
  const header = await reader.take(HEADER_BYTES)
  if (header === null) return onNote(damageAt(0, 'the header is cut'))
  const [flags = 0, version = 0] = header.subarray(MAGIC.length)
  const major = (version >> 4) & 7
  if (major !== MAJOR_VERSION) return onNote(`version ${major}.${version & 15} is not understood`)
  const little = version >> 7 === 1
  const unpack = (flags & 1) === 1 ? inflate : null
  yield* readEntries(reader, { little, unpack }, onNote)
}

/** Reads the datagrams of a capture without a header, as the tool's first versions wrote it. */
export function readStamped(
  reader: ByteReader,
  onNote: (text: string) => void,
): AsyncGenerator<StampedDatagram> {
  return readEntries(reader, { little: true, unpack: null }, onNote)
}

async function* readEntries(
  reader: ByteReader,
  { little, unpack }: { little: boolean; unpack: Inflate | null },
  onNote: (text: string) => void,
): AsyncGenerator<StampedDatagram> {
  let broken = 0
  while (await reader.hasMore()) {
    const { offset } = reader
    const head = await reader.take(ENTRY_HEAD_BYTES)
    const length = head === null ? 0 : viewOf(head).getUint32(4, little)
    if (length > ENTRY_BYTES_MAX) {
      onNote(damageAt(offset, `no datagram has a length of ${length}`))
      break
    }
    const stored = head && (await reader.take(length))
    if (head === null || stored === null) {
      onNote(damageAt(offset, 'the last datagram is cut'))
      break
    }
    const bytes = unpack === null ? stored : unpack(stored, DATAGRAM_BYTES_MAX)
    if (bytes !== null) yield { stampSeconds: viewOf(head).getFloat32(0, little), bytes }
    else if (broken++ === 0) onNote(`byte ${offset}: a datagram cannot be unpacked and is left out`)
  }
  if (broken > 1) onNote(`${broken} datagrams could not be unpacked in all`)
}
