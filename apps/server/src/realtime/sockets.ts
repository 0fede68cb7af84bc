import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { AppContext } from '../context.ts'
import { apiKeyOf, roleOfKey } from '../http/caller-of-key.ts'
import { createClientAddress } from '../http/client-address.ts'
import { createConnectionCount } from '../http/connection-count.ts'
import { refuseUpgrade, type TakeUpgrade } from '../http/upgrades.ts'
import { createConnection, type Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import { CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS_MAX, LIMITS } from './limits.ts'
import { readFrame, type Version } from './message.ts'
import type { Outgoing } from './outgoing.ts'

const PATH = '/realtime/v1/websocket'
const LOOK_EVERY_MS = 1000
const CLOSE_TIMEOUT_MS = 5000
const RESTARTING = 1012
const REFUSED = 1008

const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  maxPayload: LIMITS.messageBytes,
  closeTimeout: CLOSE_TIMEOUT_MS,
  perMessageDeflate: false,
}

export interface RealtimeSockets {
  readonly upgrade: TakeUpgrade
  connections(): number
  /** Looks again and again who is silent, and whose token has expired. */
  start(): void
  stop(): void
}

interface Client {
  readonly connection: Connection
  readonly ws: WebSocket
  lastHeardMs: number
}

/** The WebSockets of `/realtime/v1/websocket` (PROTOCOL §11). */
export function createRealtimeSockets(context: AppContext, hub: Hub): RealtimeSockets {
  const clients = new Set<Client>()
  const connections = createConnectionCount(CONNECTIONS_PER_ADDRESS_MAX)
  let timer: NodeJS.Timeout | undefined
  const server = new WebSocketServer(SERVER_OPTIONS)
  const addressOf = createClientAddress(context.config)

  function attach(ws: WebSocket, address: string, version: Version, apiKey: string): void {
    const connection = createConnection({
      context,
      hub,
      apiKey,
      send: (message) => send(ws, message, version),
      close: (reason) => ws.close(REFUSED, reason),
    })
    const client: Client = { connection, ws, lastHeardMs: performance.now() }
    clients.add(client)
    connections.add(address)
    ws.on('error', ignore)
    ws.on('close', () => {
      clients.delete(client)
      connections.remove(address)
      connection.leave()
    })
    ws.on('message', (data, isBinary) => {
      client.lastHeardMs = performance.now()
      const bytes = bufferOf(data)
      const incoming = readFrame(bytes, isBinary, version)
      if (incoming) connection.take(incoming, bytes.length)
      else ws.close(REFUSED, 'a frame can not be read')
    })
  }

  function look(): void {
    for (const { connection, ws, lastHeardMs } of clients) {
      if (performance.now() - lastHeardMs > LIMITS.silenceMs) ws.terminate()
      else connection.expire()
    }
  }

  return {
    connections: () => clients.size,
    start() {
      timer = setInterval(look, LOOK_EVERY_MS)
      timer.unref()
    },
    stop() {
      clearInterval(timer)
      for (const { ws } of clients) ws.close(RESTARTING, 'the server restarts')
    },
    upgrade(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname !== PATH) return false
      socket.on('error', ignore)
      const address = addressOf(request)
      const version = versionOf(searchParams.get('vsn') ?? '1.0.0')
      const apiKey = apiKeyOf(request)
      if (apiKey === null || roleOfKey(context.keys, apiKey) === null) {
        refuseUpgrade(socket, '401 Unauthorized')
      } else if (version === null) refuseUpgrade(socket, '400 Bad Request')
      else if (clients.size >= CONNECTIONS_MAX || connections.isFull(address)) {
        refuseUpgrade(socket, '503 Service Unavailable')
      } else {
        server.handleUpgrade(request, socket, head, (ws) => attach(ws, address, version, apiKey))
      }
      return true
    },
  }
}

/** Who does not read what he is sent is let go: nobody else waits for him. */
function send(ws: WebSocket, message: Outgoing, version: Version): void {
  if (ws.readyState !== ws.OPEN) return
  const frame = message.frame(version)
  if (frame === null) return
  if (ws.bufferedAmount > LIMITS.backlogBytes) ws.terminate()
  else ws.send(frame)
}

function versionOf(text: string): Version | null {
  return text === '1.0.0' || text === '2.0.0' ? text : null
}

function bufferOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

function ignore(): void {
  // The close that follows an error is all that matters here.
}
