import { formats } from '../formats/registry.ts'

const FIRST_FORMAT = 2018
const LAST_FORMAT = 2039
const HEADER_BYTES = 24
const LONGEST_BYTES = 2048

/**
 * The game's year in front, in a size it could have: whether it is understood comes later. Where the
 * bytes are the beginning of a datagram alone, `length` is that of the whole.
 */
export function looksLikeGame(bytes: Uint8Array, length = bytes.length): boolean {
  if (length < HEADER_BYTES || length > LONGEST_BYTES) return false
  const format = formatOf(bytes)
  return format >= FIRST_FORMAT && format <= LAST_FORMAT
}

/** The year in a datagram's first two bytes. */
export function formatOf(bytes: Uint8Array): number {
  return (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8)
}

/** The years the decoder knows. */
export function knownFormats(): number[] {
  return Object.values(formats).map((table) => table.format)
}

/** The session's UID; 0 is the lobby. */
export function sessionUidOf(bytes: Uint8Array): bigint {
  return viewOf(bytes).getBigUint64(uidAt(bytes), true)
}

/** Seconds since the session began, as the game counts. */
export function sessionTimeOf(bytes: Uint8Array): number {
  return viewOf(bytes).getFloat32(uidAt(bytes) + 8, true)
}

/** Some tools write their whole buffer: cut to the size the packet has by the tables. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  const table = Object.values(formats).find((table) => table.format === formatOf(bytes))
  if (table === undefined) return bytes
  const id = bytes[table.packetIdAt]
  const eventSize = table.header.size + 4 + table.event.payloadSize
  const size =
    id === table.event.id
      ? eventSize
      : Object.values(table.packets).find((packet) => packet.id === id)?.size
  return size === undefined ? bytes : bytes.subarray(0, size)
}

// The header of 2023 got one more byte, the game's year, before the UID.
function uidAt(bytes: Uint8Array): number {
  return formatOf(bytes) >= 2023 ? 7 : 6
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
