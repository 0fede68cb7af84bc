import { viewOf } from '../layout/reader.ts'
import { readHeader } from '../decode.ts'
import type { FormatTable } from '../formats/format-table.ts'
import { formats } from '../formats/registry.ts'

const FIRST_FORMAT = 2018
const LAST_FORMAT = 2039
const HEADER_BYTES = 24
const LONGEST_BYTES = 2048

const tables: readonly FormatTable[] = Object.values(formats)

/**
 * Returns whether the bytes begin with a year of the game and have a possible size; the year may be an unsupported one.
 * For the beginning of a datagram, `length` is the size of the whole datagram.
 */
export function looksLikeGame(bytes: Uint8Array, length = bytes.length): boolean {
  if (length < HEADER_BYTES || length > LONGEST_BYTES) return false
  const format = formatOf(bytes)
  return format >= FIRST_FORMAT && format <= LAST_FORMAT
}

/**
 * Returns the year in a datagram's first two bytes; a datagram of one byte gives the value of that byte, an
 * empty one 0.
 */
export function formatOf(bytes: Uint8Array): number {
  return (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8)
}

/** Returns the years that the decoder supports. */
export function knownFormats(): number[] {
  return tables.map((table) => table.format)
}

/** Returns the year of a datagram of an unsupported year; null for any other bytes. */
export function foreignFormatOf(bytes: Uint8Array): number | null {
  const format = formatOf(bytes)
  return looksLikeGame(bytes) && !(format in formats) ? format : null
}

/** Returns the session's UID; 0 is the lobby. */
export function sessionUidOf(bytes: Uint8Array): bigint {
  return viewOf(bytes).getBigUint64(uidAt(bytes), true)
}

/** Returns the session time in seconds. */
export function sessionTimeOf(bytes: Uint8Array): number {
  return viewOf(bytes).getFloat32(uidAt(bytes) + 8, true)
}

/**
 * Cuts the bytes to the size of the packet, because some tools write their whole buffer. A complete datagram,
 * also with the body of another year, stays unchanged.
 */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  if (readHeader(bytes).kind !== 'rejected') return bytes
  const table = tables.find(({ format }) => format === formatOf(bytes))
  const id = table && bytes[table.packetIdAt]
  for (const year of [table, table?.otherStride]) {
    const size = year && sizeOf(year, id)
    if (size !== undefined && size < bytes.length) return bytes.subarray(0, size)
  }
  return bytes
}

function sizeOf({ header, event, packets }: FormatTable, id: number | undefined) {
  if (id === event.id) return header.size + 4 + event.payloadSize
  return Object.values(packets).find((packet) => packet.id === id)?.size
}

// The header has one more byte before the UID from 2023 on: the game's year.
function uidAt(bytes: Uint8Array): number {
  return formatOf(bytes) >= 2023 ? 7 : 6
}
