import { looksLikeGame } from '@pitboard/telemetry/capture/game-datagram'
import { createSocket, type Socket } from 'node:dgram'

const GAME_PORT = 20_777
const EVERY_MS = 8_000
const OPEN_MS = 2_000

export interface PortProbe {
  /** The last probe found telemetry on this port; null without one. */
  readonly foundPort: number | null
  stop(): void
}

/**
 * Listens for a moment at a time on the neighbours of the recorder's port and on the usual port while nothing arrives:
 * a wrong digit in the game is the most common mistake.
 */
export function startPortProbe(isSilent: () => boolean, listenPort: () => number): PortProbe {
  let foundPort: number | null = null
  let sockets: Socket[] = []
  let closing: NodeJS.Timeout | undefined

  function close(): void {
    clearTimeout(closing)
    for (const socket of sockets) socket.close()
    sockets = []
  }

  function probe(): void {
    if (sockets.length > 0) return
    if (!isSilent()) {
      foundPort = null
      return
    }
    let found: number | null = null
    for (const port of portsBeside(listenPort())) {
      const socket = createSocket('udp4')
      // A port that another program uses is not the recorder's to look at.
      socket.on('error', () => {})
      socket.on('message', (bytes) => {
        if (looksLikeGame(bytes)) foundPort = found = port
      })
      socket.bind(port)
      sockets.push(socket)
    }
    closing = setTimeout(() => {
      foundPort = found
      close()
    }, OPEN_MS)
  }

  const timer = setInterval(probe, EVERY_MS)
  return {
    get foundPort() {
      return foundPort
    },
    stop() {
      clearInterval(timer)
      close()
    },
  }
}

export function portsBeside(listenPort: number): number[] {
  const near = [listenPort - 1, listenPort + 1, listenPort + 2, GAME_PORT]
  return [...new Set(near)].filter((port) => port > 1023 && port < 65_536 && port !== listenPort)
}
