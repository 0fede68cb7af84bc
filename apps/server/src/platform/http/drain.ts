import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const DRAINS_WITHIN_MS = 10_000

/**
 * Once the server closes, a connection that is answered is not kept for a next request, and after
 * a while those that are still open are cut, whatever they are.
 */
export function registerDrain(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, DRAINS_WITHIN_MS)
    timer.unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}
