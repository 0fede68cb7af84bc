import type { OwnedStream } from '../../ownership/ownership.ts'

/** The second copy of the journals outlives the disk of a server. */
export interface JournalReplica {
  /** Returns whether a server that lacks the user's journal gets what other servers have received. */
  canRestore(userId: string): Promise<boolean>
  /**
   * Fences former owners and, where the folder lacks what they have received, restores it. Throws
   * `ReplicaAway` where that is necessary and not possible now.
   */
  open(owned: OwnedStream, folder: string): Promise<OpenedCopy>
  /** Removes everything of a user who is gone. */
  forget(userId: string): Promise<void>
  close(): Promise<void>
}

export interface OpenedCopy {
  readonly copy: JournalCopy
  /** The folder has what former owners have received, so that its sessions continue. */
  readonly isRestored: boolean
}

/** The second copy is that of one user's journal, under one claim. */
export interface JournalCopy {
  /** Begins the segment of this claim; the copy can read it up to what `extend` reports. */
  begin(segment: number): void
  /** Reports that the bytes from this place of a segment on are durable on this server. */
  extend(segment: number, offset: number, bytes: Buffer): void
  /** Calls the listener once the copy has everything that it was extended by before. */
  onceStored(listener: () => void): void
  /**
   * Resolves with true once the copy has everything that it was extended by before; with false where that
   * takes longer.
   */
  flush(withinMs: number): Promise<boolean>
  /** Removes the segments before this one, which nobody needs. */
  dropBefore(segment: number): void
  /** Counts the bytes that are durable on this server and not in the copy. */
  waitingBytes(): number
  /** Closes the copy. What it lacks is added when the stream is claimed again. */
  close(): Promise<void>
}

export class ReplicaAway extends Error {
  constructor(options?: ErrorOptions) {
    super('The second copy of a journal can not be reached.', options)
    this.name = 'ReplicaAway'
  }
}

/** Serves a journal with one copy. */
export const LONE_COPY: JournalCopy = {
  begin() {},
  extend() {},
  onceStored: (listener) => listener(),
  flush: () => Promise.resolve(true),
  dropBefore() {},
  waitingBytes: () => 0,
  close: () => Promise.resolve(),
}

/** Serves servers with one copy of each journal. */
export function createLoneReplica(): JournalReplica {
  return {
    canRestore: () => Promise.resolve(false),
    open: () => Promise.resolve({ copy: LONE_COPY, isRestored: false }),
    forget: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}
