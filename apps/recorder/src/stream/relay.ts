import type { IngestedSession } from '@pitboard/contract/ingest/ingest-protocol'
import type { Outbox } from './outbox.ts'
import { createSender, type SenderOptions, type StreamEnd } from './sender.ts'

/** Sends the thinned datagrams to the server, over TCP or UDP. */
export interface Relay {
  append(atMs: number, bytes: Uint8Array): void
  /** Waits while too much is on its way. */
  waitForSpace(): Promise<void>
  /**
   * Sends until `finish` or `stop`, or until the server has lost data: then it is to run again, after
   * those of earlier recordings. Throws a `Failure` where a retry cannot help.
   */
  run(): Promise<StreamEnd>
  finish(endsSession: boolean): void
  stop(): void
  readonly connected: boolean
  /** It says why the last try failed, while it is not connected. */
  readonly lastError: string | null
  readonly sent: number
  /** The server has made this many durable; it is null over UDP, which has no acknowledgements. */
  readonly acknowledged: number | null
  /** This many wait to be sent or acknowledged. */
  readonly backlog: number
  readonly liveUrl: string | null
  readonly sessions: ReadonlyMap<string, RelayedSession>
}

export type RelayedSession = Pick<IngestedSession, 'id' | 'sessionId' | 'sessionUrl' | 'liveUrl'>

/** Relays what is appended to the outbox over the acknowledged stream. */
export function createTcpRelay(
  options: SenderOptions & { readonly outbox: Outbox & { room?(): Promise<void> } },
): Relay {
  const { outbox } = options
  const sender = createSender(options)
  return {
    append(atMs, bytes) {
      outbox.append(atMs, bytes)
      sender.notifyGrown()
    },
    waitForSpace: async () => outbox.room?.(),
    run: sender.run,
    finish: sender.finish,
    stop: sender.stop,
    get connected() {
      return sender.connected
    },
    get lastError() {
      return sender.lastError
    },
    get sent() {
      return sender.sent
    },
    get acknowledged() {
      return sender.acknowledged
    },
    get backlog() {
      return outbox.lastNumber - sender.acknowledgedNumber
    },
    get liveUrl() {
      return sender.liveUrl
    },
    get sessions() {
      return sender.sessions
    },
  }
}
