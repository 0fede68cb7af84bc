import type { IncomingMessage } from 'node:http'
import { INGEST_WEB_SOCKET_PATH } from '@pitboard/contract/ingest/ingest-address'
import { createWebSocketStream } from 'ws'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { TakeUpgrade } from '../../../platform/http/upgrades.ts'
import { createWebSocketEndpoint } from '../../../platform/http/web-socket-endpoint.ts'
import type { RecorderConnections } from './recorder-connections.ts'

/** Each user with a token has one connection. */
const CONNECTIONS_MAX = 10_000
/** A league that races at one place shares one address. */
const PER_ADDRESS_MAX = 500
/** A recorder puts many frames into a message. */
const MESSAGE_BYTES_MAX = 256 * 1024
/** A stream that is sent again, one datagram a message, stays below this. */
const MESSAGES_PER_SECOND = 50_000

interface WebSocketIngestOptions {
  readonly recorders: Pick<RecorderConnections, 'serve'>
  readonly log: Log
  /** Returns the client's address behind the trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string
}

/**
 * Takes the stream of a recorder over WebSocket, on the port of the site: encrypted where the site is, and
 * past proxies that pass nothing else. Its bytes are those of the TCP stream (docs/ingest-protocol.md).
 */
export function createWebSocketIngest({
  recorders,
  log,
  addressOf,
}: WebSocketIngestOptions): TakeUpgrade {
  const endpoint = createWebSocketEndpoint({
    log,
    addressOf,
    connectionsMax: CONNECTIONS_MAX,
    connectionsPerAddressMax: PER_ADDRESS_MAX,
    messageBytesMax: MESSAGE_BYTES_MAX,
    framesPerSecond: MESSAGES_PER_SECOND,
    // Datagrams are small binary numbers: a compressor for each connection costs more than it saves.
    perMessageDeflate: false,
  })
  return (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname !== INGEST_WEB_SOCKET_PATH) return false
    endpoint.accept(request, socket, head, () => (ws, address) => {
      const stream = createWebSocketStream(ws)
      let isKnown = false
      recorders.serve(stream, address, () => (isKnown = true))
      return {
        isKnown: () => isKnown,
        // The stream has a listener of its own.
        onMessage() {},
        // The stream would stay open for writing where the other end has disconnected; what has arrived is
        // read first.
        onClose() {
          if (stream.readableEnded) stream.destroy()
          else stream.once('end', () => stream.destroy())
        },
      }
    })
    return true
  }
}
