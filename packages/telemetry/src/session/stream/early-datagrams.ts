import type { Datagram } from '../../decode.ts'
import type { PacketKind } from '../../formats/model.ts'

const mostOf: ReadonlyMap<PacketKind, number> = new Map([
  ['event', 64],
  ['participants', 64],
  // Half a second of timing, since Session arrives twice a second.
  ['lapData', 32],
])

interface Held extends Datagram {
  readonly kind: PacketKind
}

/** R1: datagrams of one UID that arrived before its Session packet. */
interface EarlyDatagrams {
  hold(uid: bigint, kind: PacketKind, bytes: Uint8Array, atMs: number): void
  /** Returns the datagrams of this UID in order, and clears them. */
  take(uid: bigint): readonly Datagram[]
}

/** R1: creates a buffer for datagrams that arrive before the Session packet. */
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
