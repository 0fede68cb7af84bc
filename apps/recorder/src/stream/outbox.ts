/** Numbered datagrams on their way to the server: as frames of the wire, in order. */
export interface Outbox {
  /** The highest number given out, 0 at first. */
  readonly lastNumber: number
  /** The first number still held; what lies before it has been acknowledged. */
  readonly firstNumber: number
  append(atMs: number, bytes: Uint8Array): void
  /** Reads on from `number`, also what is appended later. */
  readFrom(number: number): OutboxCursor
  /** The server has made everything up to `number` durable: its space may be freed. */
  acknowledge(number: number): void
}

export interface OutboxCursor {
  /** The next frames, or null at the end of what there is so far. */
  next(): OutboxBatch | null
  close(): void
}

export interface OutboxBatch {
  readonly frames: Uint8Array
  readonly lastNumber: number
}
