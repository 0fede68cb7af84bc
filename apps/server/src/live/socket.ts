import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LiveCloseCode } from '@pitboard/contract/live-protocol'
import { WebSocketServer, type WebSocket } from 'ws'
import { isUuid } from '@pitboard/contract/uuid'
import { createConnectionCount } from '../http/connection-count.ts'
import { refuseUpgrade } from '../http/upgrades.ts'
import type { SharedFrame } from './frame.ts'
import type { Hub } from './hub.ts'
import type { Viewer } from './room.ts'

const WATCH_PATH = /^\/api\/LiveSession\/ws\/(user\/)?([^/]+)$/
/** Viewers send nothing; this leaves room for a close reason and for pings. */
const PAYLOAD_BYTES_MAX = 1_024
const CLOSE_TIMEOUT_MS = 5_000

const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  maxPayload: PAYLOAD_BYTES_MAX,
  closeTimeout: CLOSE_TIMEOUT_MS,
  // Negotiated here and done once a message in frame.ts: never a compressor a connection.
  perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true },
}

export interface LiveSocketOptions {
  readonly hub: Hub
  readonly userExists: (userId: string) => Promise<boolean>
  readonly sent: (bytes: number) => void
  /** Who is at the other end, past proxies. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly viewersMax: number
  /** Counted for addresses other than this machine's, where a proxy speaks for everyone. */
  readonly viewersPerAddressMax: number
}

export interface LiveSockets {
  /** For the HTTP server's `upgrade` event; false where the path is not one of these. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
}

/** The WebSockets of `/api/LiveSession/ws/{id}` and `/ws/user/{id}` (docs/live-protocol.md). */
export function createLiveSockets(options: LiveSocketOptions): LiveSockets {
  const { hub, userExists, sent, addressOf, viewersMax, viewersPerAddressMax } = options
  const connections = createConnectionCount(viewersPerAddressMax)
  const server = new WebSocketServer(SERVER_OPTIONS)

  function attach(ws: WebSocket, socket: Duplex, target: Target, address: string): void {
    const viewer = viewerOf(ws, socket, target.deflates, sent)
    connections.add(address)
    ws.on('error', ignore)
    ws.on('message', () => ws.close(LiveCloseCode.Protocol, 'viewers send nothing'))
    ws.on('close', () => {
      connections.remove(address)
      hub.leave(viewer)
    })
    if (target.version !== null && target.version !== '1') {
      ws.close(LiveCloseCode.Protocol, 'this server speaks version 1')
    } else if (target.followsUser) {
      hub.follow(target.id, viewer)
    } else if (!hub.watch(target.id, viewer)) {
      ws.close(LiveCloseCode.NotFound, 'no such live session')
    }
  }

  async function accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    target: Target,
  ): Promise<void> {
    const address = addressOf(request)
    const known = !target.followsUser || (await userExists(target.id))
    if (socket.destroyed) return
    // After the wait: many that come at once would all find room before it.
    if (hub.viewers() >= viewersMax || connections.isFull(address)) {
      refuseUpgrade(socket, '503 Service Unavailable')
      return
    }
    server.handleUpgrade(request, socket, head, (ws) => {
      if (known) attach(ws, socket, target, address)
      else ws.close(LiveCloseCode.NotFound, 'no such user')
    })
  }

  return {
    upgrade(request, socket, head) {
      const target = targetOf(request)
      if (target === null) return false
      socket.on('error', ignore)
      if (!isUuid(target.id)) refuseUpgrade(socket, '400 Bad Request')
      else accept(request, socket, head, target).catch(() => socket.destroy())
      return true
    },
  }
}

interface Target {
  readonly id: string
  readonly followsUser: boolean
  readonly deflates: boolean
  /** The protocol's version the viewer asks for; null where it takes what there is. */
  readonly version: string | null
}

function targetOf(request: IncomingMessage): Target | null {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const match = WATCH_PATH.exec(url.pathname)
  const id = match?.[2]
  if (!match || id === undefined) return null
  const extensions = request.headers['sec-websocket-extensions'] ?? ''
  return {
    id: id.toLowerCase(),
    followsUser: match[1] !== undefined,
    // A viewer with a small window cannot read the shared frame: he gets it plain.
    deflates:
      extensions.includes('permessage-deflate') && !extensions.includes('server_max_window_bits'),
    version: url.searchParams.get('protocol'),
  }
}

/** Writes past `ws`, which has no way to send a frame that was made before. */
function viewerOf(
  ws: WebSocket,
  socket: Duplex,
  deflates: boolean,
  sent: (bytes: number) => void,
): Viewer {
  return {
    send(frame: SharedFrame) {
      if (ws.readyState !== ws.OPEN) return
      const bytes = deflates ? frame.deflated() : frame.plain()
      sent(bytes.length)
      socket.write(bytes)
    },
    backlogBytes: () => socket.writableLength,
    close: (code) => ws.close(code),
  }
}

function ignore(): void {
  // The close that follows an error is all that matters here.
}
