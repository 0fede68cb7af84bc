import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Takes an upgrade and returns true, or false where the path is none of its own. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

export interface Upgrades {
  add(take: TakeUpgrade): void
}

/** Gives each WebSocket to the part whose path it asks for. */
export function createUpgrades(app: FastifyInstance): Upgrades {
  const takers: TakeUpgrade[] = []
  app.server.on('upgrade', (request, socket, head) => {
    // Node hands the socket over without anybody who listens: a client that resets it would end the
    // server. So would an address that no taker can read.
    socket.on('error', ignore)
    if (!URL.canParse(request.url ?? '/', 'http://localhost')) {
      refuseUpgrade(socket, '400 Bad Request')
      return
    }
    if (takers.some((take) => take(request, socket, head))) return
    refuseUpgrade(socket, '404 Not Found')
  })
  return { add: (take) => void takers.push(take) }
}

export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function ignore(): void {
  // The close that follows an error is all that matters here.
}
