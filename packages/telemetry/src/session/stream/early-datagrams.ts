import type { Datagram } from '../../decode.ts'
import type { PacketKind } from '../../formats/model.ts'

const mostOf: ReadonlyMap<PacketKind, number> = new Map([
  ['event', 64],
  ['participants', 64],
  // Half a second of timing: Session comes twice a second.
  ['lapData', 32],
])

interface Held extends Datagram {
  readonly kind: PacketKind
}

/** R1: what arrives of a session before its Session packet, for one UID at a time. */
export interface EarlyDatagrams {
  hold(uid: bigint, kind: PacketKind, bytes: Uint8Array, atMs: number): void
  /** What was held of this UID, in its order; nothing is held any more. */
  take(uid: bigint): readonly Datagram[]
}

/** R1: holds what comes of a session before its first Session packet. */
export function createEarlyDatagrams(): EarlyDatagrams {
  let heldUid = 0n
  let held: Held[] = []
  return {
    hold(uid, kind, bytes, atMs) {
      const most = mostOf.get(kind)
      if (most === undefined) return
      if (heldUid !== uid) held = []
      heldUid = uid
      const count = held.reduce((sum, other) => (other.kind === kind ? sum + 1 : sum), 0)
      if (count >= most && kind !== 'lapData') return
      if (count >= most) {
        const oldest = held.findIndex((other) => other.kind === kind)
        held.splice(oldest, 1)
      }
      held.push({ kind, bytes: bytes.slice(), atMs })
    },
    take(uid) {
      const taken = heldUid === uid ? held : []
      held = []
      return taken
    },
  }
}
