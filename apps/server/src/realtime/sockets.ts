import type { WebSocket } from 'ws'
import type { AppContext } from '../context.ts'
import { apiKeyOf, roleOfKey } from '../http/caller-of-key.ts'
import { createClientAddress } from '../http/client-address.ts'
import { refuseUpgrade, type TakeUpgrade } from '../http/upgrades.ts'
import { createWebSocketEndpoint, type WebSocketHandlers } from '../http/web-socket-endpoint.ts'
import { createConnection, type Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import { CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS_MAX, LIMITS } from './limits.ts'
import { readFrame, type Version } from './message.ts'
import type { Outgoing } from './outgoing.ts'

const PATH = '/realtime/v1/websocket'
const LOOK_EVERY_MS = 1000
const RESTARTING = 1012
const REFUSED = 1008

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
  let timer: NodeJS.Timeout | undefined
  const endpoint = createWebSocketEndpoint({
    log: context.log,
    addressOf: createClientAddress(context.config),
    connectionsMax: CONNECTIONS_MAX,
    connectionsPerAddressMax: CONNECTIONS_PER_ADDRESS_MAX,
    messageBytesMax: LIMITS.messageBytes,
    framesPerSecond: LIMITS.framesPerSecond,
    perMessageDeflate: false,
  })

  function open(ws: WebSocket, version: Version, apiKey: string): WebSocketHandlers {
    const connection = createConnection({
      context,
      hub,
      apiKey,
      send: (message) => send(ws, message, version),
      close: (reason) => ws.close(REFUSED, reason),
    })
    const client: Client = { connection, ws, lastHeardMs: performance.now() }
    clients.add(client)
    return {
      onMessage(data, isBinary) {
        client.lastHeardMs = performance.now()
        const incoming = readFrame(data, isBinary, version)
        if (incoming) connection.take(incoming, data.length)
        else ws.close(REFUSED, 'a frame can not be read')
      },
      onClose() {
        clients.delete(client)
        connection.leave()
      },
    }
  }

  function look(): void {
    for (const { connection, ws, lastHeardMs } of clients) {
      try {
        if (performance.now() - lastHeardMs > LIMITS.silenceMs) ws.terminate()
        else connection.expire()
      } catch (error) {
        context.log.error({ err: error }, 'a realtime connection failed')
        ws.terminate()
      }
    }
  }

  return {
    connections: () => endpoint.connections(),
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
      const version = versionOf(searchParams.get('vsn') ?? '1.0.0')
      const apiKey = apiKeyOf(request)
      if (apiKey === null || roleOfKey(context.keys, apiKey) === null) {
        refuseUpgrade(socket, '401 Unauthorized')
      } else if (version === null) {
        refuseUpgrade(socket, '400 Bad Request')
      } else {
        endpoint.accept(request, socket, head, () => (ws) => open(ws, version, apiKey))
      }
      return true
    },
  }
}

/** A client that does not read is cut off: nobody else waits for it. */
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
