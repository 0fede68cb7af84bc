import { f32, struct, u16, u32, u64, u8 } from '../layout/field.ts'

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
