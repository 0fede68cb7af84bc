import type { IngestedSession } from '@pitboard/contract/ingest/ingest-protocol'

/** The way of the thinned datagrams to the server, over TCP or UDP. */
export interface Relay {
  append(atMs: number, bytes: Uint8Array): void
  /** Waits while too much is on its way. */
  room(): Promise<void>
  /** Sends until `finish` or `stop`; throws a `Failure` where a retry cannot help. */
  run(): Promise<void>
  finish(endsSession: boolean): void
  stop(): void
  readonly connected: boolean
  /** Why the last try failed, while it is not connected. */
  readonly trouble: string | null
  readonly sent: number
  /** Made durable by the server; null where it doesn't say. */
  readonly acknowledged: number | null
  /** Waiting to be sent or acknowledged. */
  readonly backlog: number
  readonly liveUrl: string | null
  readonly sessions: ReadonlyMap<string, RelayedSession>
}

export type RelayedSession = Pick<IngestedSession, 'id' | 'sessionId' | 'sessionUrl' | 'liveUrl'>
