import { absent, f32, struct, u16, u32, u64, u8 } from '../layout/field.ts'
import type { BaseHeader } from './format-table.ts'

/** The header of 2022: 24 bytes, the packet id at byte 5. */
export const header24 = struct({
  packetFormat: u16,
  /** Only the game of that year sends this format for itself; it does not say so. */
  gameYear: absent(22),
  gameMajorVersion: u8,
  gameMinorVersion: u8,
  packetVersion: u8,
  packetId: u8,
  sessionUid: u64,
  /** Seconds; 0 once the session is over. */
  sessionTime: f32,
  /** Goes back after a flashback; 0 once the session is over. */
  frameIdentifier: u32,
  overallFrameIdentifier: absent(null),
  playerCarIndex: u8,
  secondaryPlayerCarIndex: u8,
})

/** The header of 2023 and later: 29 bytes, the packet id at byte 6. */
export const header29 = struct({
  packetFormat: u16,
  gameYear: u8,
  gameMajorVersion: u8,
  gameMinorVersion: u8,
  packetVersion: u8,
  packetId: u8,
  sessionUid: u64,
  /** Seconds. */
  sessionTime: f32,
  frameIdentifier: u32,
  /** Does not go back after a flashback; 0 once the session is over. */
  overallFrameIdentifier: u32,
  playerCarIndex: u8,
  secondaryPlayerCarIndex: u8,
})

/**
 * The frame that puts a datagram in its place in the stream; 0 once the session is over (every
 * year). From 2023 it never goes back; in 2022, which has no overall frame, a flashback takes it
 * back, so that frames compare only between two flashbacks.
 */
export function frameOf(header: BaseHeader): number {
  return header.overallFrameIdentifier ?? header.frameIdentifier
}

/** Whether this datagram's year lets frames go back after a flashback (2022). */
export function framesGoBack(header: BaseHeader): boolean {
  return header.overallFrameIdentifier === null
}

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
