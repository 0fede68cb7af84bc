import type { WebSocket } from 'ws'
import { apiKeyOf, roleOfKey } from '../../accounts/access/api-key-caller.ts'
import type { AppContext } from '../../context.ts'
import { createClientAddress } from '../../platform/http/client-address.ts'
import { refuseUpgrade, type TakeUpgrade } from '../../platform/http/upgrades.ts'
import {
  createWebSocketEndpoint,
  type WebSocketHandlers,
} from '../../platform/http/web-socket-endpoint.ts'
import { createTicker } from '../../platform/jobs/ticker.ts'
import { spread } from '../../platform/jobs/spread.ts'
import { createNetworkThroughput } from '../../platform/limits/networks.ts'
import { createThroughputLimit, type ThroughputLimit } from '../../platform/limits/token-buckets.ts'
import type { ChannelDirectory } from './channel-directory.ts'
import { type Connection, createConnection } from './connection.ts'
import { type Outgoing, readFrame, type Version } from './frames.ts'
import {
  CONNECTIONS_MAX,
  CONNECTIONS_PER_ADDRESS_MAX,
  LIMITS,
  MESSAGES_ALWAYS_TAKEN_PER_SECOND,
  MESSAGES_PER_ADDRESS_PER_SECOND,
} from './delivery-budget.ts'

const PATH = '/realtime/v1/websocket'
const CHECK_EVERY_MS = 1000
const RESTARTING = 1012
const REFUSED = 1008

interface RealtimeSockets {
  readonly upgrade: TakeUpgrade
  connections(): number
  /** Closes the connections, one after the other. */
  stop(): Promise<void>
}

interface Client {
  readonly connection: Connection
  readonly ws: WebSocket
  lastMessageMs: number
  /** Broadcasts were first skipped then. */
  slowSinceMs: number | null
}

/** Serves the WebSockets of `/realtime/v1/websocket` (PROTOCOL §11). */
export function createRealtimeSockets(
  context: AppContext,
  directory: ChannelDirectory,
): RealtimeSockets {
  const clients = new Set<Client>()
  const ofNetworks = createNetworkThroughput(MESSAGES_PER_ADDRESS_PER_SECOND)
  const checking = createTicker(CHECK_EVERY_MS, checkClients)
  const endpoint = createWebSocketEndpoint({
    log: context.log,
    addressOf: createClientAddress(context.config),
    connectionsMax: CONNECTIONS_MAX,
    connectionsPerAddressMax: CONNECTIONS_PER_ADDRESS_MAX,
    messageBytesMax: LIMITS.messageBytes,
    framesPerSecond: LIMITS.framesPerSecond,
    perMessageDeflate: false,
  })

  /** Returns false if the address sends too much and this connection contributes to it. */
  function takesMessage(address: string, own: ThroughputLimit): boolean {
    const nowMs = performance.now()
    const isQuiet = own.take(1, nowMs) === 0
    return ofNetworks.take(address, 1, nowMs) === 0 || isQuiet
  }

  function open(
    ws: WebSocket,
    { address, version, apiKey }: { address: string; version: Version; apiKey: string },
  ): WebSocketHandlers {
    const own = createThroughputLimit(MESSAGES_ALWAYS_TAKEN_PER_SECOND, performance.now())
    const connection = createConnection({
      context,
      directory,
      apiKey,
      address,
      send: (message) => send(ws, message, version),
      close: (reason) => ws.close(REFUSED, reason),
    })
    const client: Client = { connection, ws, lastMessageMs: performance.now(), slowSinceMs: null }
    clients.add(client)
    checking.wake()
    return {
      onMessage(data, isBinary) {
        client.lastMessageMs = performance.now()
        if (!takesMessage(address, own)) return
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

  function checkClients(): boolean {
    for (const client of clients) {
      const { connection, ws } = client
      try {
        if (isSilentOrSlow(client)) ws.terminate()
        else connection.expire()
      } catch (error) {
        context.log.error({ err: error }, 'a realtime connection failed')
        ws.terminate()
      }
    }
    return clients.size > 0
  }

  function isSilentOrSlow(client: Client): boolean {
    const nowMs = performance.now()
    if (client.ws.bufferedAmount <= LIMITS.skippedAboveBytes) client.slowSinceMs = null
    else client.slowSinceMs ??= nowMs
    const isSlow = client.slowSinceMs !== null && nowMs - client.slowSinceMs > LIMITS.slowMs
    return isSlow || nowMs - client.lastMessageMs > LIMITS.silenceMs
  }

  return {
    connections: () => endpoint.connections(),
    async stop() {
      await spread(clients, ({ ws }) => ws.close(RESTARTING, 'the server restarts'))
      checking.stop()
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
        endpoint.accept(
          request,
          socket,
          head,
          () => (ws, address) => open(ws, { address, version, apiKey }),
        )
      }
      return true
    },
  }
}

/** A slow client misses broadcasts and is finally disconnected. */
function send(ws: WebSocket, message: Outgoing, version: Version): void {
  if (ws.readyState !== ws.OPEN) return
  const frame = message.frame(version)
  if (frame === null) return
  const backlogBytes = ws.bufferedAmount
  if (message.mayBeSkipped && backlogBytes > LIMITS.skippedAboveBytes) return
  if (backlogBytes > LIMITS.backlogBytes) ws.terminate()
  else ws.send(frame.bytes, { binary: frame.isBinary })
}

function versionOf(text: string): Version | null {
  return text === '1.0.0' || text === '2.0.0' ? text : null
}
