import { setTimeout as delay } from 'node:timers/promises'
import { AuthorizationError, connect, type NatsConnection } from '@nats-io/transport-node'
import type { NatsAddress } from '../config/nats-address.ts'
import { StartError } from '../diagnostics/errors.ts'
import type { Log } from '../diagnostics/log.ts'

/** The connection to NATS may be missing: the server also works without it. */
export interface Nats {
  /** Stands before every subject of this installation, so that several can share a NATS server. */
  readonly prefix: string
  /** Returns null until NATS has answered for the first time. */
  connection(): NatsConnection | null
  isConnected(): boolean
  /**
   * Calls the listener now if there is a connection, and again after each interruption. Subscriptions of the same
   * `NatsConnection` are in force again by then. Returns the function that ends it.
   */
  onConnect(listener: (connection: NatsConnection) => void): () => void
  close(): Promise<void>
}

const CONNECT_MS = 3_000
const RETRY_MS = 200
const RETRY_JITTER_MS = 300
/** A connection that does not answer is given up after two of these. */
const PING_MS = 3_000
const FLUSH_MS = 500

const retryMs = () => RETRY_MS + Math.random() * RETRY_JITTER_MS

/** Throws a `StartError` if NATS refuses the credentials. If it does not answer, tries on in the background. */
export async function openNats(address: NatsAddress, prefix: string, log: Log): Promise<Nats> {
  const servers = address.servers.join(', ')
  const closing = new AbortController()
  const listeners = new Set<(connection: NatsConnection) => void>()
  let connection: NatsConnection | null = null
  let isConnected = false

  const attempt = () =>
    connect({
      servers: [...address.servers],
      ...address.credentials,
      ...(address.isEncrypted && { tls: {} }),
      inboxPrefix: `${prefix}inbox`,
      noEcho: true,
      noAsyncTraces: true,
      timeout: CONNECT_MS,
      pingInterval: PING_MS,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: retryMs,
    })

  function announce(opened: NatsConnection): void {
    isConnected = true
    log.info({ server: opened.getServer() }, 'NATS is connected')
    for (const listener of listeners) callListener(listener, opened)
  }

  function callListener(listener: (opened: NatsConnection) => void, opened: NatsConnection): void {
    try {
      listener(opened)
    } catch (error) {
      log.error({ err: error }, 'a listener of the NATS connection failed')
    }
  }

  /** Follows the connection until it is closed, which only this server does. */
  async function follow(opened: NatsConnection): Promise<void> {
    connection = opened
    let reason = ''
    const statuses = opened.status()
    announce(opened)
    for await (const status of statuses) {
      if (status.type === 'disconnect') {
        isConnected = false
        log.warn({ server: status.server }, 'NATS is away: no messages to and from other servers')
      } else if (status.type === 'reconnect') {
        reason = ''
        announce(opened)
      } else if (status.type === 'error' && status.error.message !== reason) {
        // The same reason is repeated with every attempt to connect.
        reason = status.error.message
        log.warn({ reason }, 'NATS reports an error')
      }
    }
    isConnected = false
  }

  async function connectLater(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await delay(retryMs(), undefined, { signal: closing.signal })
        const opened = await attempt()
        if (closing.signal.aborted) await opened.close()
        else await follow(opened)
      } catch (error) {
        log.debug({ reason: reasonOf(error) }, 'NATS does not answer')
      }
    }
  }

  try {
    const opened = await attempt()
    void follow(opened).then(connectLater)
  } catch (error) {
    if (error instanceof AuthorizationError) {
      throw new StartError(`NATS_URL: ${servers} refuses the user, the password or the token.`)
    }
    log.warn({ servers, reason: reasonOf(error) }, 'NATS does not answer: trying on')
    void connectLater()
  }

  return {
    prefix,
    connection: () => connection,
    isConnected: () => isConnected,
    onConnect(listener) {
      listeners.add(listener)
      if (connection && isConnected) callListener(listener, connection)
      return () => void listeners.delete(listener)
    },
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      listeners.clear()
      if (!connection) return
      // What was published last still leaves, unless NATS stands still.
      if (isConnected) {
        const flushed = connection.flush().catch(() => {})
        await Promise.race([flushed, delay(FLUSH_MS, undefined, { ref: false })])
      }
      isConnected = false
      await connection.close()
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
