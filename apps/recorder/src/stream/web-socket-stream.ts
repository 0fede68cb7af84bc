import type { Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket } from 'ws'

/** The server takes four times as much in a message. */
const MESSAGE_BYTES_MAX = 64 * 1024

/**
 * Makes a stream of bytes of a WebSocket. What is written while a message is on its way goes in one message after it:
 * each costs the server as much as two datagrams, and the game sends many datagrams at once.
 */
export function createJoiningStream(ws: WebSocket): Duplex {
  const stream = createWebSocketStream(ws, {
    writev(written, callback) {
      const messages = joinChunks(
        written.map(({ chunk }) => chunk),
        MESSAGE_BYTES_MAX,
      )
      // One that cannot be sent closes the connection.
      for (const message of messages.slice(0, -1)) ws.send(message)
      ws.send(messages.at(-1) ?? Buffer.alloc(0), callback)
    },
  })
  // It would stay open to write where the server has gone.
  stream.once('end', () => stream.destroy())
  return stream
}

/** Joins chunks in their order to as few as the limit allows; a longer one stays alone. */
export function joinChunks(chunks: readonly Buffer[], bytesMax: number): Buffer[] {
  const joined: Buffer[][] = []
  let bytes = Infinity
  for (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      joined.push([])
      bytes = chunk.length
    }
    joined.at(-1)?.push(chunk)
  }
  return joined.map((group) => Buffer.concat(group))
}
