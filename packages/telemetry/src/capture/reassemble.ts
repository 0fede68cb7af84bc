export interface Fragment {
  /** It is the same for all fragments of a packet. */
  readonly packet: string
  /** It is the offset of the bytes in the packet. */
  readonly offset: number
  readonly isLast: boolean
  readonly bytes: Uint8Array
}

interface Pending {
  readonly startedAtMs: number
  readonly pieces: Map<number, Uint8Array>
  /** Counts the fragments, repeats included. */
  seen: number
  received: number
  /** It is known once the last fragment has arrived. */
  size: number | null
}

const PACKETS_PENDING_MAX = 64
const PACKET_BYTES_MAX = 65_535
/** The longest packet over a link of 576 bytes has 119 fragments. */
const PIECES_MAX = 128
/** By RFC 8200 a sender reuses an identification after a minute at the earliest. */
const PENDING_MS = 60_000

interface Reassembler {
  /** Returns the bytes of the packet and its number of fragments; null while fragments are missing. */
  push(
    fragment: Fragment,
    atMs: number,
  ): { readonly bytes: Uint8Array; readonly pieces: number } | null
}

/**
 * Creates a store that reassembles packets from fragments in any order (RFC 791, RFC 8200). A
 * packet with overlapping fragments is dropped (RFC 5722); a fragment that was captured twice counts once.
 */
export function createReassembler(): Reassembler {
  const pending = new Map<string, Pending>()

  function open(packet: string, atMs: number): Pending {
    const known = pending.get(packet)
    if (known && Math.abs(atMs - known.startedAtMs) <= PENDING_MS) return known
    pending.delete(packet)
    const opened = { startedAtMs: atMs, pieces: new Map(), seen: 0, received: 0, size: null }
    pending.set(packet, opened)
    const [oldest] = pending.keys()
    if (pending.size > PACKETS_PENDING_MAX && oldest !== undefined) pending.delete(oldest)
    return opened
  }

  return {
    push(fragment, atMs) {
      const { packet, offset, bytes } = fragment
      if (bytes.length === 0 || offset + bytes.length > PACKET_BYTES_MAX) return null
      const known = open(packet, atMs)
      known.seen++
      if (known.pieces.get(offset)?.length === bytes.length) return null
      if (!add(known, fragment)) {
        pending.delete(packet)
        return null
      }
      if (known.size === null || known.received < known.size) return null
      pending.delete(packet)
      return { bytes: join(known.pieces, known.size), pieces: known.seen }
    },
  }
}

/** Returns false if the fragment contradicts earlier ones. */
function add(known: Pending, { offset, isLast, bytes }: Fragment): boolean {
  const end = offset + bytes.length
  if (known.pieces.size >= PIECES_MAX || (isLast && known.size !== null)) return false
  for (const [at, piece] of known.pieces) {
    if (offset < at + piece.length && at < end) return false
    if (isLast && at + piece.length > end) return false
  }
  if (known.size !== null && end > known.size) return false
  known.pieces.set(offset, bytes.slice())
  known.received += bytes.length
  if (isLast) known.size = end
  return true
}

function join(pieces: ReadonlyMap<number, Uint8Array>, size: number): Uint8Array {
  const whole = new Uint8Array(size)
  for (const [at, piece] of pieces) whole.set(piece, at)
  return whole
}
