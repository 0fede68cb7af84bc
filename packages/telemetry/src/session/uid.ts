const uidBytes = 8

/** The session's UID, which is at `at`. */
export function uidOf(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset + at, uidBytes).getBigUint64(0, true)
}

/** Whether the UID at `at` is this one, byte by byte: a bigint costs more than all the rest. */
export function holdsUid(bytes: Uint8Array, at: number, uid: Uint8Array): boolean {
  for (let i = 0; i < uidBytes; i++) if (bytes[at + i] !== uid[i]) return false
  return true
}

/** A UID as it is on the wire. */
export function bytesOfUid(uid: bigint): Uint8Array {
  const bytes = new Uint8Array(uidBytes)
  new DataView(bytes.buffer).setBigUint64(0, uid, true)
  return bytes
}
