/** A piece of an IP packet that was sent in several. */
export interface Fragment {
  /** The same for all pieces of a packet. */
  readonly packet: string
  /** Where its bytes belong. */
  readonly offset: number
  readonly isLast: boolean
  readonly bytes: Uint8Array
}

interface Pending {
  readonly pieces: Map<number, Uint8Array>
  /** Known once the last piece is there. */
  size: number | null
}

const PACKETS_PENDING_MAX = 64
const PACKET_BYTES_MAX = 65_535

export interface Reassembler {
  /** The whole packet's bytes and of how many pieces it was, or null while some are missing. */
  push(fragment: Fragment): { readonly bytes: Uint8Array; readonly pieces: number } | null
}

/** Puts packets together from their pieces, in any order (RFC 791, RFC 8200); overlaps are not. */
export function createReassembler(): Reassembler {
  const pending = new Map<string, Pending>()
  return {
    push({ packet, offset, isLast, bytes }) {
      if (offset + bytes.length > PACKET_BYTES_MAX) return null
      const known = pending.get(packet) ?? { pieces: new Map(), size: null }
      known.pieces.set(offset, bytes.slice())
      if (isLast) known.size = offset + bytes.length
      pending.set(packet, known)
      const whole = join(known)
      if (whole !== null) pending.delete(packet)
      const [oldest] = pending.keys()
      if (pending.size > PACKETS_PENDING_MAX && oldest !== undefined) pending.delete(oldest)
      return whole && { bytes: whole, pieces: known.pieces.size }
    },
  }
}

function join({ pieces, size }: Pending): Uint8Array | null {
  if (size === null) return null
  const whole = new Uint8Array(size)
  let at = 0
  while (at < size) {
    const piece = pieces.get(at)
    if (piece === undefined || piece.length === 0 || at + piece.length > size) return null
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
