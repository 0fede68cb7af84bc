import type { Db } from '../../platform/db/tables.ts'

/** Recorders reach a node here; a host of null is the host that they registered at. */
export interface NodeAddress {
  readonly host: string | null
  readonly tcpPort: number
}

/** The owner is another node, which records the user. */
export interface StreamOwner extends NodeAddress {
  readonly nodeId: string
  readonly dataFolder: string | null
}

/** The stream gives this node the right to record a user, until another node takes the stream over. */
export interface OwnedStream {
  readonly userId: string
  readonly epoch: number
  /** Since this claim the user was recorded into the same DATA_DIR: an older journal misses data. */
  readonly sinceEpoch: number
  /** Another process with the same DATA_DIR was the owner, and may still believe that it is. */
  readonly isInherited: boolean
  /**
   * Throws `StreamLost` where another node has taken over. In a transaction nobody takes over before
   * it ends.
   */
  check(db: Db): Promise<void>
  /** Notes that another node's later claim was seen elsewhere than in the database. */
  lose(): void
}

/** Decides which node records a user: one at a time. */
export interface Ownership {
  /** Throws `StreamOwnedElsewhere` where another node is alive and records this user. */
  claim(userId: string): Promise<OwnedStream>
  /** Releases a stream, which any node may claim then. */
  release(stream: OwnedStream): Promise<void>
  /**
   * Registers a listener for the takeover by another node, after which what is in memory of this user is out
   * of date.
   */
  onLost(listener: (userId: string) => void): void
  /**
   * Returns the other node that records this user; null where this one may, now or once that one has stopped.
   */
  findOwner(userId: string): Promise<StreamOwner | null>
  /**
   * Selects those of the users with a journal here that this node recovers after a start. Users without an
   * account are left out.
   */
  findOwn(users: readonly string[]): Promise<string[]>
  /** Joins the nodes; before that no claim resolves. */
  start(node: NodeAddress): Promise<void>
  /** Makes other nodes lead no more recorders to this one, which records until its streams are released. */
  drain(): Promise<void>
  /** Releases every stream. */
  stop(): Promise<void>
}

export class StreamOwnedElsewhere extends Error {
  constructor() {
    super('Another server records this user.')
    this.name = 'StreamOwnedElsewhere'
  }
}

export class StreamLost extends Error {
  constructor() {
    super('Another server has taken over the stream of this user.')
    this.name = 'StreamLost'
  }
}
