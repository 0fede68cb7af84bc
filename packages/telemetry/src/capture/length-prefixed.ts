import { type ByteReader, damageAt, DATAGRAM_BYTES_MAX } from './byte-reader.ts'
import { looksLikeGame } from './game-datagram.ts'

const PREFIX_BYTES = 4

/** Returns whether the bytes begin with a u32 length (little endian) and a possible datagram of the game. */
export function isLengthPrefixed(start: Uint8Array): boolean {
  if (start.length < 6) return false
  const length = lengthOf(start)
  return looksLikeGame(start.subarray(PREFIX_BYTES), length)
}

/**
 * Reads a dump in which a u32 length (little endian) precedes each datagram: the inflated format of
 * Racing League Tools and of several libraries.
 */
export async function* readLengthPrefixed(
  reader: ByteReader,
  onNote: (text: string) => void,
): AsyncGenerator<Uint8Array> {
  while (await reader.hasMore()) {
    const { offset } = reader
    const prefix = await reader.take(PREFIX_BYTES)
    const length = prefix === null ? 0 : lengthOf(prefix)
    if (length > DATAGRAM_BYTES_MAX) {
      return onNote(damageAt(offset, `no datagram has a length of ${length}`))
    }
    const bytes = prefix && (await reader.take(length))
    if (bytes === null) return onNote(damageAt(offset, 'the last datagram is cut'))
    yield bytes
  }
}

function lengthOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, PREFIX_BYTES).getUint32(0, true)
}
