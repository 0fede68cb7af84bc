import type { ByteReader } from './byte-reader.ts'

const DATAGRAM_BYTES_MAX = 65_507

/** Whether the bytes begin with a u32 length (little endian) that a game datagram could have. */
export function isLengthPrefixed(start: Uint8Array): boolean {
  if (start.length < 6) return false
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  const length = view.getUint32(0, true)
  const format = view.getUint16(4, true)
  return length >= 24 && length <= 2048 && format >= 2018 && format < 2040
}

/** The datagrams of a dump in which a u32 length (little endian) goes before each. */
export async function* readLengthPrefixed(
  reader: ByteReader,
  onNote: (text: string) => void,
): AsyncGenerator<Uint8Array> {
  while (await reader.hasMore()) {
    const prefix = await reader.take(4)
    if (prefix === null) return onNote('the last datagram is cut')
    const length = Buffer.from(prefix).readUInt32LE(0)
    if (length > DATAGRAM_BYTES_MAX) return onNote('a length is broken: what follows is lost')
    const bytes = await reader.take(length)
    if (bytes === null) return onNote('the last datagram is cut')
    yield bytes
  }
}
