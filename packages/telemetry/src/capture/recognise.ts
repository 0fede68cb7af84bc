import { isF1pcap, isStamped } from './f1pcap.ts'
import { looksLikeGame } from './game-datagram.ts'
import { isLengthPrefixed } from './length-prefixed.ts'
import { isPcap } from './read-pcap.ts'
import { PCAPNG_MAGIC } from './read-pcapng.ts'

export type CaptureKind = 'pcap' | 'pcapng' | 'f1pcap' | 'stamped' | 'lengthPrefixed' | 'single'

/** `recogniseCapture` needs this many bytes. */
export const RECOGNISED_BY_BYTES = 64

/** Returns the kind of a capture by its first decompressed bytes; null if it is not a capture. */
export function recogniseCapture(start: Uint8Array): CaptureKind | null {
  if (start.length < 4) return null
  const magic = new DataView(start.buffer, start.byteOffset, 4).getUint32(0, true)
  if (isPcap(magic)) return 'pcap'
  if (magic === PCAPNG_MAGIC) return 'pcapng'
  if (isF1pcap(start)) return 'f1pcap'
  if (isLengthPrefixed(start)) return 'lengthPrefixed'
  if (isStamped(start)) return 'stamped'
  return looksLikeGame(start) ? 'single' : null
}
