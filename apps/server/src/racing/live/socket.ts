import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIVE_PROTOCOL, LiveCloseCode } from '@pitboard/contract/live/live-protocol'
import { isUuid } from '@pitboard/contract/wire/uuid'
import type { WebSocket } from 'ws'
import { refuseUpgrade, type TakeUpgrade } from '../../platform/http/upgrades.ts'
import {
  createWebSocketEndpoint,
  type WebSocketHandlers,
} from '../../platform/http/web-socket-endpoint.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import type { SharedFrame } from './rooms/frame.ts'
import type { RoomDirectory } from './rooms/room-directory.ts'
import type { Viewer } from './rooms/audience.ts'

const WATCH_PATH = /^\/api\/LiveSession\/ws\/(user\/)?([^/]+)$/
/** Viewers send nothing; this leaves room for a close reason and for pings. */
const PAYLOAD_BYTES_MAX = 1_024
const FRAMES_PER_SECOND = 50

interface LiveSocketOptions {
  readonly roomDirectory: RoomDirectory
  readonly log: Log
  readonly userExists: (userId: string) => Promise<boolean>
  /** Returns whether a session is driven, though another server has it, or none until its journal is read. */
  readonly isSessionLive: (sessionId: string) => Promise<boolean>
  readonly sent: (bytes: number) => void
  /** It is called when a viewer has fallen behind. */
  readonly skipped?: () => void
  /** Returns the client's address behind the trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly viewersMax: number
  /** Limits addresses other than this machine's, where a proxy speaks for everyone. */
  readonly viewersPerAddressMax: number
}

/** Creates the WebSockets of `/api/LiveSession/ws/{id}` and `/ws/user/{id}` (docs/live-protocol.md). */
export function createLiveSockets(options: LiveSocketOptions): { readonly upgrade: TakeUpgrade } {
  const { roomDirectory, log, userExists, isSessionLive, sent, skipped = () => {} } = options
  const { addressOf, viewersMax, viewersPerAddressMax } = options
  const reports = { sent, skipped }
  const endpoint = createWebSocketEndpoint({
    log,
    addressOf,
    connectionsMax: viewersMax,
    connectionsPerAddressMax: viewersPerAddressMax,
    messageBytesMax: PAYLOAD_BYTES_MAX,
    framesPerSecond: FRAMES_PER_SECOND,
    // Compression is negotiated here and done once for each message in frame.ts, so that no connection needs
    // a compressor.
    perMessageDeflate: { clientNoContextTakeover: true },
  })

  function open(
    ws: WebSocket,
    socket: Duplex,
    target: Target,
    { userIsKnown, isLive }: { userIsKnown: boolean; isLive: boolean },
  ): WebSocketHandlers {
    const viewer = new SocketViewer(ws, socket, target, reports)
    if (!userIsKnown) {
      ws.close(LiveCloseCode.NotFound, 'no such user')
    } else if (target.version !== null && target.version !== String(LIVE_PROTOCOL)) {
      ws.close(LiveCloseCode.Protocol, `this server speaks version ${LIVE_PROTOCOL}`)
    } else if (target.followsUser) {
      roomDirectory.follow(target.id, viewer)
    } else if (!roomDirectory.watch(target.id, viewer, isLive)) {
      const code = isLive ? LiveCloseCode.Moved : LiveCloseCode.NotFound
      ws.close(code, 'no such live session')
    }
    return {
      onMessage: () => ws.close(LiveCloseCode.Protocol, 'viewers send nothing'),
      onClose: () => roomDirectory.leave(viewer),
    }
  }

  return {
    upgrade(request, socket, head) {
      const target = targetOf(request)
      if (target === null) return false
      if (!isUuid(target.id)) {
        refuseUpgrade(socket, '400 Bad Request')
        return true
      }
      endpoint.accept(request, socket, head, async () => {
        const userIsKnown = !target.followsUser || (await userExists(target.id))
        const isElsewhere = !target.followsUser && roomDirectory.room(target.id) === null
        const isLive = isElsewhere && (await isSessionLive(target.id))
        return (ws) => open(ws, socket, target, { userIsKnown, isLive })
      })
      return true
    },
  }
}

interface Target {
  readonly id: string
  readonly followsUser: boolean
  readonly deflates: boolean
  /** The viewer's inflater retains earlier messages (RFC 7692 §7.1.1.1). */
  readonly retainsEarlier: boolean
  /** A page that shows the session beside other things sends `?counted=false`. */
  readonly isUncounted: boolean
  /** The viewer requests this version of the protocol; null where it takes any. */
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
    // A viewer with a small window cannot read the shared frame and gets it plain.
    deflates:
      extensions.includes('permessage-deflate') && !extensions.includes('server_max_window_bits'),
    retainsEarlier: !extensions.includes('server_no_context_takeover'),
    isUncounted: url.searchParams.get('counted') === 'false',
    version: url.searchParams.get('protocol'),
  }
}

type Reports = Required<Pick<LiveSocketOptions, 'sent' | 'skipped'>>

/**
 * Writes past `ws`, which cannot send a frame that was made before. It is a class, because functions of its
 * own would take a tenth of the memory of each of thousands of viewers.
 */
class SocketViewer implements Viewer {
  readonly isUncounted: boolean
  readonly #ws: WebSocket
  readonly #socket: Duplex
  readonly #deflates: boolean
  readonly #retainsEarlier: boolean
  readonly #reports: Reports

  constructor(
    ws: WebSocket,
    socket: Duplex,
    { deflates, retainsEarlier, isUncounted }: Target,
    reports: Reports,
  ) {
    this.isUncounted = isUncounted
    this.#ws = ws
    this.#socket = socket
    this.#deflates = deflates
    this.#retainsEarlier = retainsEarlier
    this.#reports = reports
  }

  send(frame: SharedFrame, knowsEarlier: boolean): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return
    const bytes = this.#deflates
      ? frame.deflated(knowsEarlier && this.#retainsEarlier)
      : frame.plain()
    this.#reports.sent(bytes.length)
    this.#socket.write(bytes)
  }

  skip(): void {
    this.#reports.skipped()
  }

  backlogBytes(): number {
    return this.#socket.writableLength
  }

  close(code: number, reason?: string): void {
    this.#ws.close(code, reason)
  }
}
