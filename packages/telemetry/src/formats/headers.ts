import { absent, f32, struct, u16, u32, u64, u8 } from '../layout/field.ts'
import type { FrameHeader } from './format-table.ts'

/** The header of 2022 has 24 bytes, and the packet id at byte 5. */
export const header24 = struct({
  packetFormat: u16,
  /** The year is not sent; only the game of 2022 uses this format by default. */
  gameYear: absent(22),
  gameMajorVersion: u8,
  gameMinorVersion: u8,
  packetVersion: u8,
  packetId: u8,
  sessionUid: u64,
  /** The unit is seconds; it is 0 once the session is over. */
  sessionTime: f32,
  /** It decreases after a flashback, and is 0 once the session is over. */
  frameIdentifier: u32,
  overallFrameIdentifier: absent(null),
  playerCarIndex: u8,
  secondaryPlayerCarIndex: u8,
})

/** The header of 2023 and later has 29 bytes, and the packet id at byte 6. */
export const header29 = struct({
  packetFormat: u16,
  gameYear: u8,
  gameMajorVersion: u8,
  gameMinorVersion: u8,
  packetVersion: u8,
  packetId: u8,
  sessionUid: u64,
  /** The unit is seconds. */
  sessionTime: f32,
  frameIdentifier: u32,
  /** It does not decrease after a flashback, and is 0 once the session is over. */
  overallFrameIdentifier: u32,
  playerCarIndex: u8,
  secondaryPlayerCarIndex: u8,
})

/**
 * Returns the frame that orders a datagram in the stream; 0 once the session is over. From 2023 it never decreases.
 * 2022 has no overall frame: there a flashback decreases it, and frames can only be compared between two flashbacks.
 */
export function frameOf(header: FrameHeader): number {
  return header.overallFrameIdentifier ?? header.frameIdentifier
}

/** Returns whether frames decrease after a flashback in this datagram's year (2022). */
export function framesGoBack(header: FrameHeader): boolean {
  return header.overallFrameIdentifier === null
}

const uidBytes = 8

/** Reads the session UID at an offset. */
export function uidOf(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset + at, uidBytes).getBigUint64(0, true)
}

/** Compares the UID at an offset byte by byte, which is much faster than reading a bigint. */
export function holdsUid(bytes: Uint8Array, at: number, uid: Uint8Array): boolean {
  for (let i = 0; i < uidBytes; i++) if (bytes[at + i] !== uid[i]) return false
  return true
}

/** Returns the bytes of a UID as datagrams have them. */
export function bytesOfUid(uid: bigint): Uint8Array {
  const bytes = new Uint8Array(uidBytes)
  new DataView(bytes.buffer).setBigUint64(0, uid, true)
  return bytes
}
