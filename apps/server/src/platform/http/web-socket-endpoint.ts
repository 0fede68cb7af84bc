import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type PerMessageDeflateOptions, type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../diagnostics/log.ts'
import { createThroughputLimit, type ThroughputLimit } from '../limits/token-buckets.ts'
import { createNetworkCount } from '../limits/networks.ts'
import { refuseUpgrade } from './upgrades.ts'

const CLOSE_TIMEOUT_MS = 5_000
/** A client that does not read the answers to its pings gets no more of them. */
const PONG_BACKLOG_BYTES_MAX = 16 * 1024
/** A client that has yet to show its token sends a few messages that say who it is. */
const UNKNOWN_FRAMES_PER_SECOND = 50
/** The bytes are counted as they arrive: a message is in memory long before it is complete. */
const UNKNOWN_BYTES_MAX = 16 * 1024
const INTERNAL_ERROR = 1011

/** A part of the server does this with the events of one WebSocket. */
export interface WebSocketHandlers {
  onMessage(data: Buffer, isBinary: boolean): void
  onClose(): void
  /** Returns whether the client has shown a token; where there are none, each client has the whole rate and size. */
  isKnown?(): boolean
}

type OpenWebSocket = (ws: WebSocket, address: string) => WebSocketHandlers

interface WebSocketEndpoint {
  connections(): number
  /**
   * Accepts an upgrade, unless there are too many connections. `prepare` looks up what the connection
   * needs; the place is taken before, so that many at once do not get past the limit.
   */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    prepare: () => OpenWebSocket | Promise<OpenWebSocket>,
  ): void
}

interface WebSocketEndpointOptions {
  readonly log: Log
  readonly addressOf: (request: IncomingMessage) => string
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
  readonly messageBytesMax: number
  /** Messages, pings and pongs count together. A client that sends more is cut off. */
  readonly framesPerSecond: number
  readonly perMessageDeflate: boolean | PerMessageDeflateOptions
}

/**
 * This is the only place where the server makes WebSockets. Every listener is attached before anything else happens to
 * the connection, and a handler that throws ends that connection alone.
 */
export function createWebSocketEndpoint(options: WebSocketEndpointOptions): WebSocketEndpoint {
  const { log, addressOf, connectionsMax, framesPerSecond } = options
  const byAddress = createNetworkCount(options.connectionsPerAddressMax)
  const serverOptions = {
    noServer: true,
    clientTracking: false,
    // Pings are answered below: the library's own answers pile up where nobody reads them.
    autoPong: false,
    maxPayload: options.messageBytesMax,
    // The library's types do not know it yet.
    closeTimeout: CLOSE_TIMEOUT_MS,
    perMessageDeflate: options.perMessageDeflate,
  }
  const server = new WebSocketServer(serverOptions)
  let connections = 0

  function isolate(ws: WebSocket, work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, 'a WebSocket failed')
      ws.close(INTERNAL_ERROR, 'the server failed')
    }
  }

  function serve(ws: WebSocket, socket: Duplex, address: string, open: OpenWebSocket): void {
    let handlers: WebSocketHandlers | null = null
    // Viewers of live sessions, who are many, send nothing.
    let frames: ThroughputLimit | null = null
    let wasKnown = false

    const isFlood = () => {
      const nowMs = performance.now()
      const isKnown = handlers?.isKnown?.() ?? true
      if (frames === null || isKnown !== wasKnown) {
        frames = createThroughputLimit(isKnown ? framesPerSecond : UNKNOWN_FRAMES_PER_SECOND, nowMs)
        wasKnown = isKnown
      }
      if (frames.take(1, nowMs) === 0) return false
      ws.terminate()
      return true
    }
    ws.on('error', ignoreError)
    ws.on('close', () => isolate(ws, () => handlers?.onClose()))
    ws.on('pong', isFlood)
    ws.on('ping', (data) => {
      if (isFlood() || ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount <= PONG_BACKLOG_BYTES_MAX) ws.pong(data)
    })
    ws.on('message', (data, isBinary) => {
      if (isFlood() || ws.readyState !== ws.OPEN) return
      isolate(ws, () => handlers?.onMessage(bufferOf(data), isBinary))
    })
    isolate(ws, () => {
      handlers = open(ws, address)
      if (handlers.isKnown) limitUnknownBytes(ws, socket, handlers.isKnown)
    })
  }

  /**
   * The listener is made by a function of its own: it stays with the socket, and would retain the request in `accept`.
   */
  function count(socket: Duplex, address: string): void {
    connections++
    byAddress.add(address)
    socket.on('close', () => {
      connections--
      byAddress.remove(address)
    })
  }

  return {
    connections: () => connections,
    accept(request, socket, head, prepare) {
      const address = addressOf(request)
      if (connections >= connectionsMax || byAddress.isFull(address)) {
        refuseUpgrade(socket, '503 Service Unavailable')
        return
      }
      count(socket, address)
      const upgrade = async () => {
        const open = await prepare()
        if (socket.destroyed) return
        server.handleUpgrade(request, socket, head, (ws) => serve(ws, socket, address, open))
      }
      upgrade().catch((error: unknown) => {
        log.error({ err: error }, 'a WebSocket could not be opened')
        socket.destroy()
      })
    },
  }
}

/** Limits the bytes that a client can send before it has shown its token. */
function limitUnknownBytes(ws: WebSocket, socket: Duplex, isKnown: () => boolean): void {
  let bytes = 0
  function count(chunk: Buffer): void {
    bytes += chunk.length
    if (isKnown()) socket.off('data', count)
    else if (bytes > UNKNOWN_BYTES_MAX) ws.terminate()
  }
  socket.on('data', count)
}

function bufferOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

function ignoreError(): void {
  // `close` follows every error.
}
