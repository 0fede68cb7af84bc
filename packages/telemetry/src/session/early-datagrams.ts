import type { Datagram } from '../datagram.ts'
import type { PacketKind } from '../formats/model.ts'

const most = 64

/** R1: what arrives of a session before its Session packet, for one UID at a time. */
export interface EarlyDatagrams {
  hold(uid: bigint, kind: PacketKind, bytes: Uint8Array, atMs: number): void
  /** What was held of this UID; nothing is held any more. */
  take(uid: bigint): readonly Datagram[]
}

export function createEarlyDatagrams(): EarlyDatagrams {
  let heldUid = 0n
  let held: Datagram[] = []
  return {
    hold(uid, kind, bytes, atMs) {
      if (kind !== 'event' && kind !== 'participants') return
      if (heldUid !== uid) held = []
      heldUid = uid
      if (held.length < most) held.push({ bytes: bytes.slice(), atMs })
    },
    take(uid) {
      const taken = heldUid === uid ? held : []
      held = []
      return taken
    },
  }
}
