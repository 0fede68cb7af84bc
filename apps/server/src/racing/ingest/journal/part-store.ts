import type { JournalPart } from './journal-part.ts'

export interface StoredPart extends JournalPart {
  /** The numbers of a user's parts rise. */
  readonly sequence: number
}

/** Stores the parts of each user's journal in their order. Every call throws where the store is away. */
export interface PartStore {
  /**
   * Throws `PartRefused` unless the user's newest part has this sequence (0: it has none), and
   * `StoreFull` without space.
   */
  append(userId: string, part: JournalPart, lastSequence: number): Promise<number>
  findLast(userId: string): Promise<StoredPart | null>
  /** Yields the parts after the first and up to the last sequence, in order. */
  read(userId: string, after: number, lastSequence: number): AsyncIterable<StoredPart>
  /** Removes the user's parts before this one. */
  removeBefore(userId: string, sequence: number): Promise<void>
  removeAll(userId: string): Promise<void>
  /** A part may have this size before it is compressed. */
  partBytesMax(): number
  /** Resolves soon after the store may have returned. */
  returned(withinMs: number, signal: AbortSignal): Promise<void>
}

/** Somebody else has appended, or the store has lost its newest part. */
export class PartRefused extends Error {
  constructor(options?: ErrorOptions) {
    super('The second copy of a journal has other parts than expected.', options)
    this.name = 'PartRefused'
  }
}

export class StoreFull extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The second copy of the journals has no space: ${reason}.`, options)
    this.name = 'StoreFull'
  }
}
