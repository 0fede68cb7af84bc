import { absent, f32, struct, u16, u32, u64, u8 } from '../layout/field.ts'

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
