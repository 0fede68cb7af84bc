import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** A client that was refused may take this long to read the answer. */
const REFUSAL_READ_WITHIN_MS = 2_000

/** Takes an upgrade and returns true, or returns false for a path of another part. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

export interface Upgrades {
  add(take: TakeUpgrade): void
}

/** Passes each WebSocket to the part that serves its path. A server that stops takes no more. */
export function createUpgrades(app: FastifyInstance, stopping?: AbortSignal): Upgrades {
  const takers: TakeUpgrade[] = []
  app.server.on('upgrade', (request, socket, head) => {
    // Node passes the socket on without an error listener: a reset would end the server.
    socket.on('error', ignoreError)
    if (socket.destroyed) return
    if (stopping?.aborted) {
      refuseUpgrade(socket, '503 Service Unavailable')
      return
    }
    if (!URL.canParse(request.url ?? '/', 'http://localhost')) {
      refuseUpgrade(socket, '400 Bad Request')
      return
    }
    try {
      if (takers.some((take) => take(request, socket, head))) return
    } catch (error) {
      app.log.error({ err: error }, 'an upgrade failed')
      socket.destroy()
      return
    }
    refuseUpgrade(socket, '404 Not Found')
  })
  return { add: (take) => void takers.push(take) }
}

/** Node no longer watches a socket that asked for an upgrade: a client that stays is cut off. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  const timer = setTimeout(() => socket.destroy(), REFUSAL_READ_WITHIN_MS)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function ignoreError(): void {
  // `close` follows every error.
}
