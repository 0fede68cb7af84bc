/** One record of a capture file with the bytes of a network frame. */
export interface CapturedFrame {
  /** Unix milliseconds with the fraction of the file. */
  readonly atMs: number
  /** LINKTYPE of the bytes (tcpdump.org/linktypes). */
  readonly linkType: number
  readonly bytes: Uint8Array
}

/** Capture tools do not write longer records: a longer one means a broken file. */
export const RECORD_BYTES_MAX = 4 * 1024 * 1024

/** The longest payload of UDP over IPv4; the game's datagrams are much shorter. */
export const DATAGRAM_BYTES_MAX = 65_507

/** A note about damage in a file. What precedes the damage is used. */
export function damageAt(offset: number, what: string): string {
  return `byte ${offset}: ${what}; everything before it is used`
}
