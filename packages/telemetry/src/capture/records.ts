/** One record of a capture file, as it lay on the wire. */
export interface CapturedFrame {
  /** Unix milliseconds, with the fraction the file has. */
  readonly atMs: number
  /** What the bytes begin with: a LINKTYPE of the tcpdump group. */
  readonly linkType: number
  readonly bytes: Uint8Array
}

/** No capture tool writes longer records; a longer one is a broken file. */
export const RECORD_BYTES_MAX = 4 * 1024 * 1024

/** The longest payload of UDP over IPv4; the game's datagrams are much shorter. */
export const DATAGRAM_BYTES_MAX = 65_507

/** What is said of a file that is broken: what lies before the damage is kept. */
export function damageAt(offset: number, what: string): string {
  return `byte ${offset}: ${what}; what lies before it is kept`
}
