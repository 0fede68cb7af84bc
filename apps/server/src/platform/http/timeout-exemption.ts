import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'

const long = new WeakSet<Duplex>()

/** A body that may take longer than others: whoever reads it looks himself that it gets on. */
export function takesLong(request: FastifyRequest): void {
  const { socket } = request.raw
  long.add(socket)
  request.raw.once('close', () => long.delete(socket))
}

/** Whether Node says of such a request that it took too long, which it does once. */
export function mayTakeLong(error: Error, socket: Duplex): boolean {
  return 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.has(socket)
}
