/** A datagram and when it was received (ms since 1970). */
export interface Datagram {
  readonly atMs: number
  readonly bytes: Uint8Array
}
